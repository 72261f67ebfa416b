//! `pdftract -f parquet` and `-f rows`: rows about any number of inputs, in files that a killed run completes later.
//!
//! `inputs.rs` lists the inputs, `one.rs` reads one of them, `output.rs` writes rows and commits files, `journal.rs` has what
//! is known to be done, `part.rs` one file of rows, `archive/` the archives.

mod archive;
mod inputs;
mod journal;
mod one;
mod output;
mod part;
mod summary;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use pdftract_worker::Pool;

use crate::closed_stdout;
use crate::exit::{Exit, Failure};
use crate::for_each_file::unwritable;
use crate::plan::RowsPlan;
use crate::terminal::Terminal;
use inputs::{Inputs, Job};
use output::Output;
use summary::Tally;

/// Carries out the plan.
pub(crate) fn run(plan: &RowsPlan) -> Exit {
    match write(plan) {
        Ok(exit) => exit,
        Err(failure) => failure.report(),
    }
}

fn write(plan: &RowsPlan) -> Result<Exit, Failure> {
    if plan.folder.is_none() && closed_stdout::was_closed() {
        return Err(unwritable(&std::io::Error::other("standard output is closed")));
    }
    let (output, finished) = Output::open(plan)?;
    let tally = Tally::resumed(&finished);
    let run = Run {
        plan,
        output: Mutex::new(output),
        tally: Mutex::new(tally),
        is_over: AtomicBool::new(false),
        failure: Mutex::new(None),
        pool: OnceLock::new(),
    };
    let mut inputs = Inputs::new(plan, finished);
    run.all(&mut inputs);
    let Run { output, tally, failure, .. } = run;
    if let Some(failure) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    let mut output = output.into_inner().unwrap_or_else(PoisonError::into_inner);
    output.finish()?;
    let mut tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.unlisted = inputs.failures.len();
    inputs.failures.iter().for_each(|failure| {
        failure.report();
    });
    tally.write(plan, &output)?;
    if !plan.extract.quiet && plan.folder.is_some() {
        Terminal::take().write(&tally.line());
    }
    // Every input has its row, also one that cannot be read; only an input that cannot be listed has none.
    Ok(if inputs.failures.is_empty() { Exit::Ok } else { Exit::Error })
}

/// A run over inputs.
struct Run<'p> {
    plan: &'p RowsPlan,
    output: Mutex<Output<'p>>,
    tally: Mutex<Tally>,
    /// Set when the output cannot be written, which ends the run.
    is_over: AtomicBool,
    failure: Mutex<Option<Failure>>,
    /// The workers that read files apart, once one is needed.
    pool: OnceLock<Pool>,
}

impl<'p> Run<'p> {
    /// Reads all inputs. This thread lists them, and the others read them; what waits between them is bounded.
    fn all(&self, inputs: &mut Inputs<'_>) {
        let cores = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = self.plan.extract.reading.jobs.map_or_else(cores, Into::into);
        let (jobs, waiting) = sync_channel::<Job>(threads);
        let waiting = Mutex::new(waiting);
        thread::scope(|scope| {
            let mut started = 0;
            for _ in 0..threads {
                started +=
                    usize::from(thread::Builder::new().spawn_scoped(scope, || self.work(&waiting)).is_ok());
            }
            if started == 0 {
                self.fail(Failure::new(Exit::Error, "the system refuses to start a thread"));
                return;
            }
            inputs.each(&mut |job| match self.is_over.load(Ordering::Relaxed) || jobs.send(job).is_err() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            drop(jobs);
        });
    }

    fn work(&self, waiting: &Mutex<Receiver<Job>>) {
        loop {
            let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            // Jobs that wait are taken and dropped, so that the thread that lists inputs does not wait for ever.
            if self.is_over.load(Ordering::Relaxed) {
                continue;
            }
            if let Err(error) = self.one(job) {
                self.fail(error);
            }
        }
    }

    /// Reads an input and writes its rows.
    fn one(&self, job: Job) -> Result<(), Failure> {
        let id = job.id.clone();
        let attempt = self.output().start(&id)?;
        let (outcome, bytes, attempts) = self.read(job, attempt);
        let line = output::Line::new(&id, outcome, bytes, attempts);
        // Rows are turned into JSON before the lock is taken.
        let spooled = line.spooled(self.plan)?;
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).add(&line.done);
        self.output().finish_input(line, &spooled)
    }

    fn output(&self) -> std::sync::MutexGuard<'_, Output<'p>> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, failure: Failure) {
        self.is_over.store(true, Ordering::Relaxed);
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }
}
