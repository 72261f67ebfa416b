//! The processes of a pool: which are idle, may be started or must be ended.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::{Allowance, OnAnswer, PoolOptions, PoolStatus};
use crate::event::{Failed, Reason};
use crate::message::Job;
use crate::pipe::{LOOK_EVERY, Patience};
use crate::process::{self, Broken, WorkerProcess};
use crate::request::Input;

type Warn = Box<dyn Fn(&str) + Send + Sync>;

/// Children that are started before a pool gives up, where each dies before it greets.
const STARTS: u32 = 3;

/// The processes of a pool.
pub(super) struct Processes {
    options: PoolOptions,
    state: Mutex<State>,
    /// Signalled when a worker becomes idle or goes.
    freed: Condvar,
    warn: Warn,
}

#[derive(Default)]
struct State {
    idle: Vec<WorkerProcess>,
    /// Workers that are idle, at work or being started.
    live: usize,
    ids: BTreeSet<u32>,
    started: u64,
    lost: u64,
    has_warned: bool,
    /// Requests for children; the thread at the other end lives as long as the pool.
    starter: Option<Sender<Sender<io::Result<Child>>>>,
}

impl std::fmt::Debug for Processes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Processes({:?})", self.ids())
    }
}

impl Processes {
    pub(super) fn new(options: PoolOptions, warn: Warn) -> Self {
        Self { options, state: Mutex::default(), freed: Condvar::new(), warn }
    }

    pub(super) fn ids(&self) -> Vec<u32> {
        self.lock().ids.iter().copied().collect()
    }

    pub(super) fn status(&self) -> PoolStatus {
        let State { idle, live, started, lost, .. } = &*self.lock();
        PoolStatus { idle: idle.len(), live: *live, started: *started, lost: *lost }
    }

    /// Starts the workers that are missing.
    pub(super) fn fill(&self) -> Result<(), Failed> {
        loop {
            let mut state = self.lock();
            let State { idle, live, ids, lost, .. } = &mut *state;
            idle.retain_mut(|worker| {
                let is_alive = worker.is_alive();
                if !is_alive {
                    *live -= 1;
                    *lost += 1;
                    ids.remove(&worker.id());
                }
                is_alive
            });
            if state.live >= self.options.workers.max(1) {
                return Ok(());
            }
            state.live += 1;
            drop(state);
            let worker = self.start().inspect_err(|_| self.lock().live -= 1)?;
            self.lock().idle.push(worker);
            self.freed.notify_one();
        }
    }

    /// Runs a job in the next worker that is free.
    pub(super) fn run(
        &self,
        job: &Job,
        input: Input<'_>,
        allowance: &Allowance<'_>,
        on_answer: &mut OnAnswer<'_>,
    ) -> Result<Vec<u8>, Failed> {
        let mut worker = self.take(allowance)?;
        let until = allowance.time.and_then(|time| Instant::now().checked_add(time + self.options.grace));
        let patience = Patience { until, is_cancelled: allowance.is_cancelled };
        let done = worker.run(job, input, patience, on_answer);
        let is_lost = done.as_ref().is_err_and(|broken| !broken.is_usable);
        let is_usable = done.as_ref().map_or_else(|broken| broken.is_usable, |_| true);
        if is_usable && worker.jobs_done < self.options.documents_per_worker {
            self.lock().idle.push(worker);
            self.freed.notify_one();
        } else {
            self.forget(worker, is_lost);
        }
        done.map_err(|Broken { failed, .. }| failed)
    }

    /// Takes an idle worker, starts one, or waits for one until the caller cancels.
    fn take(&self, allowance: &Allowance<'_>) -> Result<WorkerProcess, Failed> {
        let mut state = self.lock();
        loop {
            if (allowance.is_cancelled)() {
                return Err(Failed::cancelled());
            }
            if let Some(mut worker) = state.idle.pop() {
                if worker.is_alive() {
                    return Ok(worker);
                }
                // Somebody has ended it while it was idle.
                state.lost += 1;
                state.live -= 1;
                state.ids.remove(&worker.id());
                continue;
            }
            if state.live < self.options.workers.max(1) {
                state.live += 1;
                drop(state);
                return self.start().inspect_err(|_| {
                    self.lock().live -= 1;
                    self.freed.notify_one();
                });
            }
            (state, _) = self.freed.wait_timeout(state, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn forget(&self, worker: WorkerProcess, is_lost: bool) {
        let mut state = self.lock();
        state.lost += u64::from(is_lost);
        state.live -= 1;
        state.ids.remove(&worker.id());
        drop(state);
        self.freed.notify_one();
        drop(worker);
    }

    fn start(&self) -> Result<WorkerProcess, Failed> {
        let unavailable = |error: &dyn std::fmt::Display| {
            Failed::new(Reason::Unavailable, format!("no worker can be started: {error}"))
        };
        let mut tries = 0;
        let (worker, isolation) = loop {
            tries += 1;
            let child = self.ask_for_child().map_err(|error| unavailable(&error))?;
            match WorkerProcess::new(child) {
                Ok(started) => break started,
                // Somebody may have ended it; no document is to blame.
                Err(failed) if failed.reason == Reason::Crashed && tries < STARTS => self.lock().lost += 1,
                Err(failed) => return Err(unavailable(&failed.message)),
            }
        };
        let mut state = self.lock();
        state.ids.insert(worker.id());
        state.started += 1;
        let is_first = !std::mem::replace(&mut state.has_warned, true);
        drop(state);
        if is_first {
            isolation.warnings().iter().for_each(|warning| (self.warn)(warning));
        }
        Ok(worker)
    }

    fn ask_for_child(&self) -> io::Result<Child> {
        let (answer, child) = mpsc::channel();
        let mut state = self.lock();
        let starter = match &state.starter {
            Some(starter) => starter.clone(),
            None => state.starter.insert(self.start_starter()?).clone(),
        };
        drop(state);
        starter.send(answer).map_err(io::Error::other)?;
        child.recv().map_err(io::Error::other)?
    }

    /// Starts the thread that starts children: a child dies with the thread that started it, and the threads that use a
    /// pool come and go.
    fn start_starter(&self) -> io::Result<Sender<Sender<io::Result<Child>>>> {
        let (sender, wanted): (_, Receiver<Sender<io::Result<Child>>>) = mpsc::channel();
        let options = self.options.clone();
        let work = move || {
            while let Ok(answer) = wanted.recv() {
                // The requester has gone: the child is dropped and ends when its input does.
                let _ = answer.send(process::start(&mut command(&options)));
            }
        };
        thread::Builder::new().name("pdftract workers".into()).spawn(work)?;
        Ok(sender)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn command(options: &PoolOptions) -> Command {
    let mut command = Command::new(&options.program);
    command.args(&options.arguments).args(options.limits.arguments(options.class));
    if options.class.can_be_locked_in() {
        // Variables that are absent cannot leak. Programs need their paths.
        command.env_clear();
    }
    // The Python package has an allocator that would reserve all the address space that a worker may have.
    command.env("MIMALLOC_ARENA_RESERVE", "64MiB");
    command
}
