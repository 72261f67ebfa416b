//! A lazily computed value: one thread computes it, and threads that need it help with parts of the work instead of
//! waiting.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// A value that is computed on first use. `P` is work that consists of parts, which several threads may process in
/// parallel.
pub(crate) struct JointValue<T, P> {
    value: OnceLock<T>,
    state: Mutex<State<P>>,
    changed: Condvar,
}

struct State<P> {
    /// `true` while a thread computes the value.
    is_led: bool,
    /// The number of threads that wait for a change. Notifying is skipped if there are none, since it is a system
    /// call even then.
    waiting: usize,
    /// The number of changes so far, which shows a thread that was busy elsewhere that it has missed one.
    changes: usize,
    shared: Option<Arc<P>>,
    /// The number of parts in total, started and finished.
    count: usize,
    begun: usize,
    ended: usize,
}

impl<P> State<P> {
    /// Returns `true` if this is the work that is currently shared.
    fn is_shared(&self, work: &Arc<P>) -> bool {
        self.shared.as_ref().is_some_and(|shared| Arc::ptr_eq(shared, work))
    }
}

impl<T, P> Default for JointValue<T, P> {
    fn default() -> Self {
        let (is_led, waiting, changes, shared) = (false, 0, 0, None);
        let state = State { is_led, waiting, changes, shared, count: 0, begun: 0, ended: 0 };
        Self { value: OnceLock::new(), state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<T, P> JointValue<T, P> {
    /// Returns the value. The first caller computes it with `lead`; others call `help` for the parts that it
    /// [shares](Self::share) until the value is available. If `lead` panics, the next thread leads.
    ///
    /// When all parts have begun, `help` is called without a part before the thread waits: what holds the others up may be
    /// something else that the thread can help with.
    pub(crate) fn get_or_lead(&self, lead: impl Fn() -> T, help: impl Fn(&P, Option<usize>)) -> &T {
        loop {
            if let Some(value) = self.value.get() {
                return value;
            }
            let mut state = self.lock();
            if !state.is_led && self.value.get().is_none() {
                state.is_led = true;
                drop(state);
                let leading = Leading(self);
                // Only the current leader sets it.
                let _ = self.value.set(lead());
                drop(leading);
            } else {
                self.follow(state, &help);
            }
        }
    }

    /// Helps the thread that computes the value until it has finished; returns at once if there is none.
    pub(crate) fn help_leader(&self, help: impl Fn(&P, Option<usize>)) {
        while self.value.get().is_none() {
            let state = self.lock();
            if !state.is_led {
                return;
            }
            self.follow(state, &help);
        }
    }

    /// Processes parts of the shared work, or waits for a change if there are none.
    fn follow(&self, state: MutexGuard<'_, State<P>>, help: impl Fn(&P, Option<usize>)) {
        let seen = state.changes;
        if let Some(work) = state.shared.clone() {
            let is_begun = state.begun >= state.count;
            drop(state);
            if !is_begun {
                return self.work(&work, &help);
            }
            help(&work, None);
        } else {
            drop(state);
        }
        let state = self.lock();
        if state.changes == seen && self.value.get().is_none() {
            drop(self.wait(state));
        }
    }

    /// Wakes the threads that wait, so that they look for something to help with again.
    pub(crate) fn wake(&self) {
        self.announce(&mut self.lock());
    }

    /// Processes all parts of some work, together with the threads that wait for the value, and returns the work when
    /// all parts have finished.
    pub(crate) fn share(&self, work: P, count: usize, help: impl Fn(&P, Option<usize>)) -> Arc<P> {
        let work = Arc::new(work);
        let mut state = self.lock();
        (state.count, state.begun, state.ended) = (count, 0, 0);
        state.shared = Some(Arc::clone(&work));
        self.announce(&mut state);
        drop(state);
        self.work(&work, &help);
        let mut state = self.lock();
        while state.ended < count {
            let seen = state.changes;
            drop(state);
            help(&work, None);
            state = self.lock();
            if state.changes == seen {
                state = self.wait(state);
            }
        }
        state.shared = None;
        work
    }

    /// Processes parts of some work until all have started. Between two parts the work may end and other work may be
    /// shared, so a part is taken only while this work is the shared one.
    fn work(&self, work: &Arc<P>, help: impl Fn(&P, Option<usize>)) {
        loop {
            let mut state = self.lock();
            if state.begun >= state.count || !state.is_shared(work) {
                return;
            }
            let part = state.begun;
            state.begun += 1;
            drop(state);
            let _ended = PartEnded { joint: self, work };
            help(work, Some(part));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&'s self, mut state: MutexGuard<'s, State<P>>) -> MutexGuard<'s, State<P>> {
        state.waiting += 1;
        let mut state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    fn announce(&self, state: &mut State<P>) {
        state.changes = state.changes.wrapping_add(1);
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

/// Lets another thread lead if the value was not computed, also after a panic.
struct Leading<'j, T, P>(&'j JointValue<T, P>);

impl<T, P> Drop for Leading<'_, T, P> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        (state.is_led, state.shared, state.count) = (false, None, 0);
        self.0.announce(&mut state);
    }
}

/// Counts a part as finished, also after a panic. A part of abandoned work, whose leader panicked, does not count.
struct PartEnded<'j, T, P> {
    joint: &'j JointValue<T, P>,
    work: &'j Arc<P>,
}

impl<T, P> Drop for PartEnded<'_, T, P> {
    fn drop(&mut self) {
        let mut state = self.joint.lock();
        if state.is_shared(self.work) {
            state.ended += 1;
            self.joint.announce(&mut state);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    type Squares = Vec<OnceLock<usize>>;

    fn square(squares: &Squares, part: Option<usize>) {
        thread::yield_now();
        part.into_iter().for_each(|part| squares[part].set(part * part).unwrap());
    }

    fn sum(joint: &JointValue<usize, Squares>) -> usize {
        let lead = || {
            let first = joint.share(vec![OnceLock::new(); 50], 50, square);
            let second = joint.share(vec![OnceLock::new(); 3], 3, square);
            first.iter().chain(second.iter()).map(|square| square.get().unwrap()).sum()
        };
        *joint.get_or_lead(lead, square)
    }

    #[test]
    fn all_threads_get_the_value_and_each_part_is_done_once() {
        for count in [1, 2, 8].repeat(20) {
            let joint = JointValue::default();
            let start = Barrier::new(count);
            thread::scope(|scope| {
                for _ in 0..count {
                    scope.spawn(|| {
                        start.wait();
                        assert_eq!(sum(&joint), 40_425 + 5);
                    });
                }
            });
        }
    }

    #[test]
    fn threads_that_wait_do_parts() {
        let joint: JointValue<(), Barrier> = JointValue::default();
        // Both parts must run in parallel, or neither finishes.
        let meet = |barrier: &Barrier, part: Option<usize>| {
            part.map(|_| barrier.wait());
        };
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| joint.get_or_lead(|| drop(joint.share(Barrier::new(2), 2, meet)), meet));
            }
        });
        assert!(joint.value.get().is_some());
    }

    #[test]
    fn threads_that_wait_help_with_what_holds_a_part_up() {
        let (outer, inner): (JointValue<(), ()>, JointValue<(), Barrier>) = Default::default();
        let meet = |barrier: &Barrier, part: Option<usize>| {
            part.map(|_| barrier.wait());
        };
        // Two threads must meet within the only part of the outer work, which one of them does.
        let lead_inner = || {
            outer.wake();
            drop(inner.share(Barrier::new(2), 2, meet));
        };
        let part = |(): &(), part: Option<usize>| match part {
            Some(_) => *inner.get_or_lead(lead_inner, meet),
            None => inner.help_leader(meet),
        };
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| outer.get_or_lead(|| drop(outer.share((), 1, part)), part));
            }
        });
        assert!(inner.value.get().is_some());
    }

    #[test]
    fn after_a_panic_another_thread_leads() {
        let joint: JointValue<usize, ()> = JointValue::default();
        let failed = catch_unwind(AssertUnwindSafe(|| *joint.get_or_lead(|| panic!("lost"), |(), _| {})));
        assert!(failed.is_err());
        assert_eq!(*joint.get_or_lead(|| 7, |(), _| {}), 7);
    }
}
