//! Worker processes: what they cannot do, and what their end costs.

use std::net::TcpListener;
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pdftract::ocr::render::{NoPicture, PageRenderer};
use pdftract::{ExtractOptions, Format};
use pdftract_testkit::hostile;
use pdftract_worker::{
    Attempts, Class, Event, ExtractRequest, Extracted, Failed, Input, Pool, PoolOptions, Reason, Targets,
    WorkerRenderer,
};
use rustix::process::{Pid, Signal, kill_process};

use crate::running::{assert_exit, files_in, folder_with, run, run_in, saying, stderr};

fn pool_with(class: Class, change: impl FnOnce(&mut PoolOptions)) -> Pool {
    let options = PoolOptions::new(env!("CARGO_BIN_EXE_pdftract"), ["worker"], class);
    Pool::new(options.with(|options| options.workers = 1).with(change), |_| {})
}

fn pool(class: Class) -> Pool {
    pool_with(class, |_| {})
}

/// The text of a document, read by a worker.
fn text(pool: &Pool, pdf: &[u8], seconds: u64) -> Result<(String, Extracted), Failed> {
    let request = ExtractRequest::new(vec![Format::Text], ExtractOptions::default())
        .with(|request| request.time_limit = Some(Duration::from_secs(seconds)));
    let mut text = Vec::new();
    let read = pool.extract(&request, Input::Bytes(pdf), &mut |event| {
        if let Event::Output { bytes, .. } = event {
            text.extend_from_slice(bytes);
        }
        ControlFlow::Continue(())
    })?;
    Ok((String::from_utf8(text).unwrap(), read))
}

fn signal(process: u32, signal: Signal) {
    kill_process(Pid::from_raw(process.try_into().unwrap()).unwrap(), signal).unwrap();
}

/// What a worker succeeds in, and what its pool was warned of.
fn attempts(class: Class) -> (Attempts, Vec<String>) {
    let folder = folder_with(&[("secret", b"x")]);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let targets = Targets {
        readable: folder.path().join("secret"),
        writable: folder.path().join("made"),
        listener: listener.local_addr().unwrap().to_string(),
        program: "true".into(),
    };
    let warnings = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&warnings);
    let options = PoolOptions::new(env!("CARGO_BIN_EXE_pdftract"), ["worker"], class);
    let pool = Pool::new(options, move |warning| kept.lock().unwrap().push(warning.to_owned()));
    let attempts = pool.self_check(targets).unwrap();
    assert_eq!(folder.path().join("made").exists(), attempts.wrote_file);
    let warnings = warnings.lock().unwrap().clone();
    (attempts, warnings)
}

#[test]
fn a_worker_that_is_killed_while_it_starts_is_started_again() {
    let folder = folder_with(&[]);
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    // The first two children end themselves before they become workers. A worker has no path to find programs on.
    let script = format!(
        "for mark in '{}' '{}'; do if [ ! -e $mark ]; then : > $mark; kill -9 $$; fi; done; exec '{}' worker \"$@\"",
        first.display(),
        second.display(),
        env!("CARGO_BIN_EXE_pdftract")
    );
    let options = PoolOptions::new("/bin/sh", ["-c", &script, "sh"], Class::Document);
    let pool = Pool::new(options.with(|options| options.workers = 1), |_| {});
    let (read, _) = text(&pool, &saying(&["Read by the third."]), 20).unwrap();
    assert_eq!(read.trim(), "Read by the third.");
    assert!(second.exists() && pool.status().lost == 2);
    let options = PoolOptions::new("/bin/sh", ["-c", "kill -9 $$", "sh"], Class::Document);
    let failed = text(&Pool::new(options, |_| {}), &saying(&["x"]), 20).unwrap_err();
    assert_eq!(failed.reason, Reason::Unavailable, "a program that always dies is not started for ever");
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_cannot_open_a_file_reach_the_network_or_start_a_program() {
    let nothing = Attempts {
        read_file: false,
        wrote_file: false,
        connected: false,
        got_socket: false,
        ran_program: false,
    };
    for class in [Class::Document, Class::Renderer, Class::ImageRenderer] {
        // Whoever starts workers is told what the kernel lacks; there is nothing to prove without it.
        let (attempts, warnings) = attempts(class);
        if warnings.is_empty() {
            assert_eq!(attempts, nothing, "{class:?}");
        } else {
            println!("not proved: {warnings:?}");
        }
    }
    // The attempts themselves are sound: workers that start programs succeed in all of them.
    let all =
        Attempts { read_file: true, wrote_file: true, connected: true, got_socket: true, ran_program: true };
    assert_eq!(attempts(Class::Programs), (all, Vec::new()));
}

#[test]
fn results_and_events_come_as_pages_are_read() {
    let pool = pool(Class::Document);
    let request = ExtractRequest::new(vec![Format::Text, Format::Json], ExtractOptions::default());
    let mut log = Vec::new();
    let folder = folder_with(&[("a.pdf", &saying(&["one", "two"]))]);
    let file = std::fs::File::open(folder.path().join("a.pdf")).unwrap();
    let read = pool.extract(&request, Input::File(file), &mut |event| {
        log.push(match event {
            Event::Started { page_count, pages } => format!("started {page_count} {pages}"),
            Event::Output { format_index, .. } => format!("output {format_index}"),
            Event::Page { page_index } => format!("page {page_index}"),
            Event::Diagnostics(_) => "diagnostics".into(),
            _ => String::new(),
        });
        ControlFlow::Continue(())
    });
    assert_eq!(read.unwrap().pages, 2);
    assert_eq!(log.first().map(String::as_str), Some("started 2 2"));
    assert_eq!(log.last().map(String::as_str), Some("diagnostics"));
    let first_page = log.iter().position(|event| event == "page 0").unwrap();
    assert!(log[first_page..].iter().any(|event| event == "output 0"), "{log:?}");
    assert_eq!(text(&pool, b"no PDF", 60).unwrap_err().reason, Reason::NotPdf);
    assert_eq!(pool.worker_ids().len(), 1, "a bad file does not cost a worker");
}

#[test]
fn a_worker_that_hangs_or_is_killed_costs_one_result_and_is_replaced() {
    let pool = pool(Class::Document);
    let good = saying(&["good"]);
    assert_eq!(text(&pool, &good, 60).unwrap().0, "good\n");
    let first = pool.worker_ids()[0];
    signal(first, Signal::STOP);
    let begun = Instant::now();
    assert_eq!(text(&pool, &good, 1).unwrap_err().reason, Reason::TimeLimit);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_eq!(text(&pool, &good, 60).unwrap().0, "good\n");
    let second = pool.worker_ids()[0];
    assert_ne!(first, second);

    // Killed at work: stopped first, so that the work cannot be over before.
    signal(second, Signal::STOP);
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| text(&pool, &good, 60));
        std::thread::sleep(Duration::from_millis(200));
        signal(second, Signal::KILL);
        assert_eq!(reading.join().unwrap().unwrap_err().reason, Reason::Crashed);
    });
    // Killed while idle: nobody notices.
    assert_eq!(text(&pool, &good, 60).unwrap().0, "good\n");
    signal(pool.worker_ids()[0], Signal::KILL);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(text(&pool, &good, 60).unwrap().0, "good\n");
}

/// Returns a square page without content.
fn blank_page(side: u32) -> Vec<u8> {
    let page = format!(
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj \
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 {side} {side}]>>endobj trailer<</Root 1 0 R>>"
    );
    page.into_bytes()
}

#[test]
fn a_picture_that_needs_too_much_memory_costs_one_picture() {
    let pool = pool_with(Class::Renderer, |options| options.limits.memory_bytes = 500 << 20);
    let time = Duration::from_secs(60);
    let failed = pool.draw(&blank_page(15_000), 1.0, time, &|| false).unwrap_err();
    assert_eq!(failed.reason, Reason::MemoryLimit, "{failed}");
    let drawn = pool.draw(&blank_page(30), 1.0, time, &|| false).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (30, 30));
}

#[test]
fn only_pages_with_large_images_get_the_memory_for_them() {
    let renderer = WorkerRenderer {
        ordinary: Arc::new(pool(Class::Renderer)),
        for_images: Arc::new(pool(Class::ImageRenderer)),
    };
    // A picture of 81 million pixels takes 324 MB, as an image of that size would.
    let draw = |image_pixels: u64| {
        let time = Duration::from_secs(60);
        renderer.draw_images(blank_page(9_000), 1.0, image_pixels, time, &|| false)
    };
    assert_eq!(draw(0).unwrap_err(), NoPicture::TooLarge);
    assert_eq!(draw(81_000_000).unwrap().width(), 9_000);
}

#[test]
fn workers_are_recycled_and_cancelled() {
    let pool = pool_with(Class::Document, |options| options.documents_per_worker = 2);
    let good = saying(&["good"]);
    let mut ids = Vec::new();
    for _ in 0..4 {
        text(&pool, &good, 60).unwrap();
        ids.extend(pool.worker_ids());
    }
    ids.dedup();
    assert_eq!(ids.len(), 2, "{ids:?}");
    let request = ExtractRequest::new(vec![Format::Text], ExtractOptions::default());
    request.cancel.cancel();
    let workers = pool.worker_ids();
    let read = pool.extract(&request, Input::Bytes(&good), &mut |_| ControlFlow::Continue(()));
    assert_eq!(read.unwrap_err().reason, Reason::Cancelled);
    assert_eq!(pool.worker_ids(), workers, "what is cancelled before it begins costs no worker");
    let request = ExtractRequest::new(vec![Format::Text], ExtractOptions::default());
    let read = pool.extract(&request, Input::Bytes(&good), &mut |_| {
        request.cancel.cancel();
        ControlFlow::Continue(())
    });
    assert_eq!(read.unwrap_err().reason, Reason::Cancelled);
    let request = ExtractRequest::new(vec![Format::Text], ExtractOptions::default());
    let read = pool.extract(&request, Input::Bytes(&good), &mut |_| ControlFlow::Break(()));
    assert_eq!(read.unwrap_err().reason, Reason::Cancelled);
}

#[test]
fn no_worker_is_left_when_the_run_ends() {
    let pool = pool(Class::Document);
    text(&pool, &saying(&["good"]), 60).unwrap();
    let id = pool.worker_ids()[0];
    drop(pool);
    let process = Pid::from_raw(id.try_into().unwrap()).unwrap();
    assert_eq!(rustix::process::test_kill_process(process), Err(rustix::io::Errno::SRCH));
}

#[test]
fn isolated_runs_write_what_others_write() {
    let folder = folder_with(&[
        ("in/a.pdf", &saying(&["one", "two hyphen-", "ated", "four"])),
        ("in/b.pdf", &saying(&["bee"])),
        ("in/c.pdf", b"no PDF"),
    ]);
    let arguments = ["in", "-f", "text,markdown,json,ndjson", "--pages", "1-", "-o"];
    let here = run_in(folder.path(), &[&arguments[..], &["here"]].concat());
    let apart = run_in(folder.path(), &[&arguments[..], &["apart", "--isolate"]].concat());
    assert_eq!(here.status.code(), apart.status.code());
    let told = |output| stderr(output).lines().next().unwrap_or_default().to_owned();
    assert_eq!(told(&here), told(&apart));
    let (here, apart) = (folder.path().join("here"), folder.path().join("apart"));
    assert_eq!(files_in(&here).len(), 8);
    assert_eq!(files_in(&here), files_in(&apart));
    for name in files_in(&here) {
        assert_eq!(
            std::fs::read(here.join(&name)).unwrap(),
            std::fs::read(apart.join(&name)).unwrap(),
            "{name}"
        );
    }
    let printed = run_in(folder.path(), &["-q", "--isolate", "in/b.pdf", "in/a.pdf", "--pages", "1"]);
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), "bee\n\u{C}one\n");
    // A file without the pages asked for has the exit code of an unreadable file, in a worker as without one.
    assert_exit(&run_in(folder.path(), &["in/b.pdf", "--pages", "2"]), 5);
    assert_exit(&run_in(folder.path(), &["--isolate", "in/b.pdf", "--pages", "2"]), 5);
}

#[test]
fn a_stroke_without_end_costs_a_picture_and_not_the_command() {
    // Dashes of 0.00001 points: the renderer would ask for gigabytes.
    let content = "[0.00001] 0 d 1 w 0 0 m 600 800 l S";
    let folder = folder_with(&[("dash.pdf", &pdftract_testkit::builder::simple_document(&[content]))]);
    let path = folder.path().join("dash.pdf");
    let output = run(&["render", &path.to_string_lossy(), "-o", "/dev/null", "--dpi", "300"]);
    assert_exit(&output, 1);
    assert!(
        stderr(&output).contains("the page cannot be rendered: the page draws more than allowed"),
        "{}",
        stderr(&output)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn attacks_among_good_files_cost_their_own_results_with_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in");
    std::fs::create_dir(&input).unwrap();
    for number in 0..100 {
        std::fs::write(input.join(format!("good-{number:03}.pdf")), saying(&[&format!("good {number}")]))
            .unwrap();
    }
    for recipe in hostile::all().iter().take(20) {
        std::fs::write(input.join(format!("{}.pdf", recipe.name)), recipe.generate(1.0)).unwrap();
    }
    let script = format!(
        "ulimit -v 1500000; exec {} in -o out -q --isolate --time-limit 20",
        env!("CARGO_BIN_EXE_pdftract")
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert!(matches!(output.status.code(), Some(0..=3)), "{:?}", output);
    for number in 0..100 {
        let text = std::fs::read_to_string(folder.path().join(format!("out/good-{number:03}.txt"))).unwrap();
        assert_eq!(text, format!("good {number}\n"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn killed_runs_leave_nothing_half_written_and_the_next_run_clears_up() {
    let files: Vec<(String, Vec<u8>)> = (0..150)
        .map(|number| (format!("in/{number}.pdf"), saying(&[&format!("page of {number}"), "more"])))
        .collect();
    let listed: Vec<(&str, &[u8])> =
        files.iter().map(|(name, pdf)| (name.as_str(), pdf.as_slice())).collect();
    let folder = folder_with(&listed);
    for (round, isolate) in [(1_u64, true), (2, false), (3, true), (4, false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pdftract"));
        command.current_dir(folder.path()).args(["in", "-o", "out", "-q", "--skip-existing"]);
        if isolate {
            command.arg("--isolate");
        }
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(15 * round));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // As a run would leave it that was killed in the middle of a result.
    let mut gone = Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    let left = folder.path().join(format!("out/.pdftract-{}-0.tmp", gone.id()));
    std::fs::create_dir_all(left.parent().unwrap()).unwrap();
    std::fs::write(&left, "half").unwrap();
    assert_exit(&run_in(folder.path(), &["in", "-o", "out", "-q", "--skip-existing"]), 0);
    let written = files_in(&folder.path().join("out"));
    assert_eq!(written.len(), 150, "{written:?}");
    for number in 0..150 {
        let text = std::fs::read_to_string(folder.path().join(format!("out/{number}.txt"))).unwrap();
        assert_eq!(text, format!("page of {number}\n\u{C}more\n"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = folder_with(&[("a.pdf", &saying(&["x"]))]);
    for arguments in ["a.pdf", "info a.pdf", "check a.pdf"] {
        let closed = |redirection: &str| {
            let script = format!("{} {arguments} {redirection}", env!("CARGO_BIN_EXE_pdftract"));
            Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap()
        };
        let output = closed(">&-");
        assert_exit(&output, 1);
        assert!(stderr(&output).contains("standard output is closed"), "{}", stderr(&output));
        assert_exit(&closed(">/dev/null"), 0);
    }
}
