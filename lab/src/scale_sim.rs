//! `lab scale-sim`: simulates a run of many workers over documents of very different lengths.
//!
//! Tasks are taken from one queue, as Spark and Ray do. Page counts are drawn from a log-normal distribution with a tail of
//! very long documents; workers die at random and their task begins again. The result is the time of the whole run beside the
//! time that perfectly divided work would take.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use clap::Args;
use pdftract_testkit::random::Random;

use crate::Check;

/// Arguments of `lab scale-sim`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Workers.
    #[arg(long, default_value_t = 1_000)]
    workers: usize,
    /// Documents.
    #[arg(long, default_value_t = 10_000_000)]
    documents: usize,
    /// Documents of one task.
    #[arg(long, default_value_t = 256)]
    task_documents: usize,
    /// Pages of one task at most, where documents are split.
    #[arg(long, default_value_t = 500)]
    task_pages: usize,
    /// Milliseconds of CPU for a page.
    #[arg(long, default_value_t = 2.0)]
    page_ms: f64,
    /// Milliseconds of CPU for a document beside its pages.
    #[arg(long, default_value_t = 3.0)]
    document_ms: f64,
    /// Pages of the median document, and the spread of the logarithm.
    #[arg(long, default_value_t = 6.0)]
    median_pages: f64,
    /// The standard deviation of the logarithm of page counts.
    #[arg(long, default_value_t = 1.2)]
    spread: f64,
    /// One document in this many has 2,000 to 50,000 pages.
    #[arg(long, default_value_t = 20_000)]
    giants_one_in: usize,
    /// Hours until a worker dies, on average.
    #[arg(long, default_value_t = 24.0)]
    worker_hours: f64,
    /// Seconds until a task whose worker died begins again.
    #[arg(long, default_value_t = 30.0)]
    restart_seconds: f64,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The result of one simulation.
struct Outcome {
    makespan: f64,
    longest_task: f64,
    /// Time from when the first worker had nothing to do until the end.
    tail: f64,
    deaths: usize,
    tasks: usize,
}

/// Prints the times of runs with and without splitting.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let documents = pages(arguments);
    let seconds = |pages: u32| (f64::from(pages) * arguments.page_ms + arguments.document_ms) / 1_000.0;
    let work: f64 = documents.iter().map(|&pages| seconds(pages)).sum();
    let all_pages: f64 = documents.iter().map(|&pages| f64::from(pages)).sum();
    let workers = f64::from(u32::try_from(arguments.workers).unwrap_or(u32::MAX));
    println!(
        "{} documents, {all_pages:.0} pages, longest {} pages; {:.0} CPU hours; perfectly divided among {} workers {:.1} minutes",
        documents.len(),
        documents.iter().max().unwrap_or(&0),
        work / 3_600.0,
        arguments.workers,
        work / workers / 60.0
    );
    println!("tasks\tcount\tmakespan min\tof the ideal\ttail min\tlongest task min\tdeaths");
    for (name, tasks) in
        [("whole documents", whole(arguments, &documents)), ("page ranges", split(arguments, &documents))]
    {
        let outcome = simulate(arguments, &tasks);
        println!(
            "{name}\t{}\t{:.1}\t{:.3}\t{:.1}\t{:.1}\t{}",
            outcome.tasks,
            outcome.makespan / 60.0,
            outcome.makespan / (work / workers),
            outcome.tail / 60.0,
            outcome.longest_task / 60.0,
            outcome.deaths
        );
    }
    Ok(Check::Passed)
}

fn uniform(random: &mut Random) -> f64 {
    let steps = 1 << 30;
    (f64::from(u32::try_from(random.below(steps)).unwrap_or(0)) + 0.5) / f64::from(1_u32 << 30)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn pages(arguments: &Arguments) -> Vec<u32> {
    let mut random = Random::new(arguments.seed);
    let one = |_| {
        if random.below(arguments.giants_one_in.max(1)) == 0 {
            return 2_000 + u32::try_from(random.below(48_000)).unwrap_or(0);
        }
        // Box and Muller: a normal number of two uniform ones.
        let (first, second) = (uniform(&mut random), uniform(&mut random));
        let normal = (-2.0 * first.ln()).sqrt() * (std::f64::consts::TAU * second).cos();
        (arguments.median_pages * (arguments.spread * normal).exp()).clamp(1.0, 5_000.0).round() as u32
    };
    (0..arguments.documents).map(one).collect()
}

fn cost(arguments: &Arguments, documents: usize, pages: u64) -> f64 {
    #[allow(clippy::cast_precision_loss)]
    let (documents, pages) = (documents as f64, pages as f64);
    (pages * arguments.page_ms + documents * arguments.document_ms) / 1_000.0
}

/// Tasks of a fixed number of documents.
fn whole(arguments: &Arguments, documents: &[u32]) -> Vec<f64> {
    let task = |part: &[u32]| cost(arguments, part.len(), part.iter().map(|&pages| u64::from(pages)).sum());
    documents.chunks(arguments.task_documents.max(1)).map(task).collect()
}

/// The same, but documents that are too long are tasks of their own, in ranges of pages, and begin first.
fn split(arguments: &Arguments, documents: &[u32]) -> Vec<f64> {
    let most = u32::try_from(arguments.task_pages).unwrap_or(u32::MAX).max(1);
    let (long, short): (Vec<u32>, Vec<u32>) = documents.iter().partition(|&&pages| pages > most);
    let ranges = long
        .iter()
        .flat_map(|&pages| (0..pages.div_ceil(most)).map(move |range| (pages - range * most).min(most)));
    let mut tasks: Vec<f64> = ranges.map(|pages| cost(arguments, 1, pages.into())).collect();
    tasks.extend(whole(arguments, &short));
    tasks
}

/// A moment in microseconds, so that it has an order.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn moment(seconds: f64) -> u64 {
    (seconds * 1e6) as u64
}

#[allow(clippy::cast_precision_loss)]
fn simulate(arguments: &Arguments, tasks: &[f64]) -> Outcome {
    let mut random = Random::new(arguments.seed + 1);
    let mut free: BinaryHeap<Reverse<u64>> = (0..arguments.workers.max(1)).map(|_| Reverse(0)).collect();
    let (mut end, mut deaths, mut last_start) = (0, 0, 0);
    for &task in tasks {
        let Some(Reverse(start)) = free.pop() else { break };
        last_start = start;
        let mut time = start as f64 / 1e6;
        loop {
            // The time until a worker dies has an exponential distribution.
            let lives = -uniform(&mut random).ln() * arguments.worker_hours * 3_600.0;
            if lives >= task {
                break;
            }
            deaths += 1;
            time += lives + arguments.restart_seconds;
        }
        let done = moment(time + task);
        end = end.max(done);
        free.push(Reverse(done));
    }
    Outcome {
        makespan: end as f64 / 1e6,
        longest_task: tasks.iter().copied().fold(0.0, f64::max),
        tail: (end - last_start) as f64 / 1e6,
        deaths,
        tasks: tasks.len(),
    }
}
