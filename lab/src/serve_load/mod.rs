//! `lab serve-load`: loads `pdftract serve` on this machine and measures answers, processor time and memory.

mod client;
mod peer;
mod process;
mod report;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use pdftract_testkit::hostile;
use pdftract_testkit::random::Random;

use crate::{Check, files};
use client::Client;
use process::Server;
use report::Report;

/// Arguments of `lab serve-load`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The pdftract binary.
    binary: PathBuf,
    /// Folders with PDF files.
    #[arg(required = true)]
    corpus: Vec<PathBuf>,
    /// Clients at the same time.
    #[arg(long, default_value_t = 8)]
    clients: usize,
    /// Requests in all; the run ends with them or with --seconds.
    #[arg(long, default_value_t = 2_000)]
    requests: usize,
    /// The longest run, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Files of the corpus.
    #[arg(long, default_value_t = 300)]
    files: usize,
    /// Percent of requests with hostile documents.
    #[arg(long, default_value_t = 0)]
    hostile: usize,
    /// Connections that send a byte every second.
    #[arg(long, default_value_t = 0)]
    slow: usize,
    /// Workers that are killed at random moments.
    #[arg(long, default_value_t = 0)]
    kills: usize,
    /// Wait between two requests of a client, in milliseconds.
    #[arg(long, default_value_t = 0)]
    pause: u64,
    /// The path of requests.
    #[arg(long, default_value = "/v1/text")]
    path: String,
    /// Worker processes of the server.
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// The seed of the order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure the processor time of the command on the same files, too.
    #[arg(long)]
    overhead: bool,
    /// Compare with PyMuPDF and Tika (extractous) behind a minimal server, run by this Python.
    #[arg(long, value_name = "PYTHON")]
    peer: Option<PathBuf>,
}

/// The largest file, as the goals have it.
const MAX_BYTES: u64 = 1 << 20;

/// The work that clients share.
struct Load<'a> {
    arguments: &'a Arguments,
    address: SocketAddr,
    good: &'a [(PathBuf, Vec<u8>)],
    bad: &'a [Vec<u8>],
    next: AtomicUsize,
    until: Instant,
    is_over: AtomicBool,
}

/// Runs the load; bad when a request got no answer or one that is a fault of the server.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let good = corpus(arguments)?;
    let bad: Vec<Vec<u8>> = if arguments.hostile > 0 {
        hostile::all()
            .iter()
            .map(|recipe| recipe.generate(0.2))
            .filter(|bytes| bytes.len() < MAX_BYTES as usize)
            .collect()
    } else {
        Vec::new()
    };
    println!(
        "serve-load: {} files, {} hostile ones; load average {}",
        good.len(),
        bad.len(),
        process::load_average()
    );
    let server = Server::start(&arguments.binary, arguments.workers)?;
    let load = Load {
        arguments,
        address: server.address,
        good: &good,
        bad: &bad,
        next: AtomicUsize::new(0),
        until: Instant::now() + Duration::from_secs(arguments.seconds),
        is_over: AtomicBool::new(false),
    };
    let begun = Instant::now();
    let (mut report, drift) = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..arguments.clients)
            .map(|number| {
                scope.spawn({
                    let load = &load;
                    move || load.client(number)
                })
            })
            .collect();
        let slow = scope.spawn(|| load.slow_connections());
        let killer = scope.spawn(|| load.kill_workers(&server));
        let watcher = scope.spawn(|| load.watch(&server));
        let mut report = Report::default();
        for client in clients {
            report.add(client.join().unwrap_or_default());
        }
        load.is_over.store(true, Ordering::Relaxed);
        let _ = slow.join();
        report.kills = killer.join().unwrap_or_default();
        (report, watcher.join().unwrap_or_default())
    });
    report.elapsed = begun.elapsed();
    report.server_cpu = server.cpu();
    report.print(arguments.clients, &drift);
    if arguments.overhead {
        overhead(arguments, &good, &report)?;
    }
    server.stop()?;
    if let Some(python) = &arguments.peer {
        let documents: Vec<&[u8]> = good.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        peer::compare(&arguments.binary, python, &documents)?;
    }
    Ok(Check::passed_if(report.counts.unanswered == 0 && report.counts.faults == 0))
}

/// Reads the files that the load consists of.
fn corpus(arguments: &Arguments) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let mut found = files::find(&arguments.corpus)?;
    let mut random = Random::new(arguments.seed);
    for index in (1..found.len()).rev() {
        found.swap(index, random.below(index + 1));
    }
    let is_small = |path: &Path| path.metadata().is_ok_and(|found| found.len() <= MAX_BYTES);
    let paths = found.into_iter().map(|file| file.path);
    let paths = paths.filter(|path| is_small(path)).take(arguments.files);
    let read =
        |path: PathBuf| std::fs::read(&path).map(|bytes| (path, bytes)).map_err(|error| error.to_string());
    let files = paths.map(read).collect::<Result<Vec<_>, _>>()?;
    if files.is_empty() { Err("there are no PDF files of at most 1 MB".into()) } else { Ok(files) }
}

impl Load<'_> {
    fn client(&self, number: usize) -> Report {
        let mut report = Report::default();
        let mut random = Random::new(self.arguments.seed + 1_000 + number as u64);
        let mut client = Client::new(self.address);
        while Instant::now() < self.until {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.arguments.requests {
                break;
            }
            let is_hostile = !self.bad.is_empty() && random.below(100) < self.arguments.hostile;
            let body = if is_hostile { random.pick(self.bad) } else { &self.good[index % self.good.len()].1 };
            let begun = Instant::now();
            let answer = client.put(&self.arguments.path, body);
            report.answered(answer, begun.elapsed(), is_hostile);
            std::thread::sleep(Duration::from_millis(self.arguments.pause));
        }
        report
    }

    /// Holds connections open that send a byte now and then, and opens them again when they are closed.
    fn slow_connections(&self) {
        use std::io::Write;
        let mut connections = Vec::new();
        while !self.is_over.load(Ordering::Relaxed) {
            while connections.len() < self.arguments.slow {
                let Ok(mut stream) = std::net::TcpStream::connect(self.address) else { break };
                let _ = stream.write_all(b"PUT /v1/text HTTP/1.1\r\nHost: localhost\r\nX: ");
                connections.push(stream);
            }
            connections.retain_mut(|stream| stream.write_all(b"x").is_ok());
            std::thread::sleep(Duration::from_millis(500));
        }
    }

    /// Kills workers at random moments; returns their number and the longest time until the pool was whole again.
    fn kill_workers(&self, server: &Server) -> (usize, Duration) {
        let mut random = Random::new(self.arguments.seed + 7);
        let (mut kills, mut longest) = (0, Duration::ZERO);
        while kills < self.arguments.kills && !self.is_over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100 + random.below(150) as u64));
            let workers = server.workers();
            if workers.is_empty() {
                continue;
            }
            let victim = *random.pick(&workers);
            process::kill(victim);
            let begun = Instant::now();
            while server.workers().iter().filter(|worker| **worker != victim).count() < self.arguments.workers
                && begun.elapsed() < Duration::from_secs(5)
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            longest = longest.max(begun.elapsed());
            kills += 1;
        }
        (kills, longest)
    }

    /// Looks at the memory and the open files of the server every second.
    fn watch(&self, server: &Server) -> Vec<process::Sample> {
        let mut samples = Vec::new();
        while !self.is_over.load(Ordering::Relaxed) {
            samples.extend(server.sample());
            std::thread::sleep(Duration::from_millis(250));
        }
        samples
    }
}

/// Compares the processor time of the server with that of the command over the same files, each as often as it was sent.
fn overhead(arguments: &Arguments, good: &[(PathBuf, Vec<u8>)], report: &Report) -> Result<(), String> {
    let sent = report.counts.good.max(1);
    let paths: Vec<&Path> = good.iter().take(sent).map(|(path, _)| path.as_path()).collect();
    let cpu = process::command_cpu(&arguments.binary, &paths)?;
    let per_file = cpu.as_secs_f64() / paths.len() as f64;
    let served = report.server_cpu.as_secs_f64() / sent as f64;
    println!(
        "CPU per document: server {:.2} ms, the command over all files in one process {:.2} ms, ratio {:.2}",
        served * 1e3,
        per_file * 1e3,
        served / per_file
    );
    Ok(())
}
