//! Pipes to a child that are read and written with a deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The interval at which a waiting caller checks its flag.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The time a caller waits for a child.
#[derive(Clone, Copy)]
pub(crate) struct Patience<'p> {
    pub(crate) until: Option<Instant>,
    pub(crate) is_cancelled: &'p (dyn Fn() -> bool + Sync),
}

impl Patience<'_> {
    /// Waits until a pipe is ready.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TimedOut`] when the time is over, and [`ErrorKind::ConnectionAborted`] when the caller has
    /// cancelled.
    fn wait_for(&self, pipe: impl AsFd, ready: PollFlags) -> io::Result<()> {
        loop {
            if (self.is_cancelled)() {
                return Err(ErrorKind::ConnectionAborted.into());
            }
            let left = self.until.map_or(LOOK_EVERY, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            let pause = Timespec::try_from(left.min(LOOK_EVERY)).map_err(io::Error::other)?;
            match poll(&mut [PollFd::new(&pipe, ready)], Some(&pause)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Makes calls on a pipe return instead of waiting.
pub(crate) fn set_nonblocking(pipe: impl AsFd) -> io::Result<()> {
    Ok(rustix::io::ioctl_fionbio(pipe, true)?)
}

/// A pipe that is read with patience.
pub(crate) struct Incoming<'p, P> {
    pub(crate) pipe: &'p mut P,
    pub(crate) patience: Patience<'p>,
}

impl<P: Read + AsFd> Read for Incoming<'_, P> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.pipe.read(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.patience.wait_for(&*self.pipe, PollFlags::IN)?;
                }
                done => return done,
            }
        }
    }
}

/// A pipe that is written with patience.
pub(crate) struct Outgoing<'p, P> {
    pub(crate) pipe: &'p mut P,
    pub(crate) patience: Patience<'p>,
}

impl<P: Write + AsFd> Write for Outgoing<'_, P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.pipe.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.patience.wait_for(&*self.pipe, PollFlags::OUT)?;
                }
                done => return done,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_pipe_costs_the_time_allowed_and_no_more() {
        let (mut reader, _writer) = io::pipe().unwrap();
        set_nonblocking(&reader).unwrap();
        let begun = Instant::now();
        let never = || false;
        let patience = Patience { until: Some(begun + Duration::from_millis(60)), is_cancelled: &never };
        let read = Incoming { pipe: &mut reader, patience }.read(&mut [0]);
        assert_eq!(read.unwrap_err().kind(), ErrorKind::TimedOut);
        assert!(begun.elapsed() >= Duration::from_millis(60));
        let always = || true;
        let patience = Patience { until: None, is_cancelled: &always };
        let read = Incoming { pipe: &mut reader, patience }.read(&mut [0]);
        assert_eq!(read.unwrap_err().kind(), ErrorKind::ConnectionAborted);
    }
}
