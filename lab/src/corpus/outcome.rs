//! Outcomes of reading a file.

use crate::process::Ending;
use crate::workers::Reading;

/// CPU time that real files must not exceed.
pub(super) const CPU_LIMIT_MS: f64 = 10_000.0;
/// Memory that real files must not exceed.
pub(super) const MEMORY_LIMIT_MB: f64 = 256.0;

/// The outcome of reading a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// A result, or a regular error.
    Read(Reading),
    /// A panic with this message.
    Panicked(String),
    /// Termination by this signal.
    Signalled(i32),
    /// Exceeded the time limit.
    TimedOut,
    /// The worker itself failed.
    Failed(String),
}

impl Outcome {
    /// Converts the ending of a worker.
    pub(super) fn new(ending: Ending) -> Self {
        match ending {
            Ending::Finished(line) => Reading::parse(&line)
                .map_or_else(|| Self::Failed("the worker printed no result".into()), Self::Read),
            Ending::Panicked(message) => Self::Panicked(message),
            Ending::Signalled(signal) => Self::Signalled(signal),
            Ending::TimedOut => Self::TimedOut,
            Ending::Failed(message) => Self::Failed(message),
        }
    }

    /// Returns the reading, also of a file that was refused.
    pub(super) fn reading(&self) -> Option<&Reading> {
        match self {
            Self::Read(reading) => Some(reading),
            _ => None,
        }
    }

    /// Returns the reading of a file that could be opened.
    pub(super) fn opened(&self) -> Option<&Reading> {
        self.reading().filter(|reading| reading.error.is_none())
    }

    /// Returns a one-word label for tables.
    pub(super) fn label(&self) -> String {
        match self {
            Self::Read(Reading { error: None, .. }) => "ok".into(),
            Self::Read(Reading { error: Some(kind), .. }) => format!("error:{kind}"),
            Self::Panicked(_) => "panic".into(),
            Self::Signalled(signal) => format!("signal:{signal}"),
            Self::TimedOut => "timeout".into(),
            Self::Failed(_) => "failed".into(),
        }
    }

    /// Returns details beyond the label.
    pub(super) fn message(&self) -> &str {
        match self {
            Self::Panicked(message) | Self::Failed(message) => message,
            _ => "",
        }
    }
}

/// The outcomes for one file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Result {
    /// The name below the given folder.
    pub file: String,
    /// The outcome of pdftract.
    pub ours: Outcome,
    /// The outcome of the other reader, if there is one.
    pub theirs: Option<Outcome>,
}

impl Result {
    /// Returns `true` if the limits for real files were exceeded.
    pub(super) fn is_over_limit(&self) -> bool {
        let over =
            |reading: &Reading| reading.costliest_ms() > CPU_LIMIT_MS || reading.peak_mb > MEMORY_LIMIT_MB;
        self.ours.reading().is_some_and(over)
    }

    /// Returns `true` if pdftract's outcome is acceptable. The other reader is not judged.
    pub(super) fn is_acceptable(&self) -> bool {
        self.ours.reading().is_some() && !self.is_over_limit()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::workers::fingerprint::Fingerprint;

    /// Returns the outcome of a file whose pages have these texts.
    pub(in super::super) fn read(pages: &[&str]) -> Outcome {
        let contents: Vec<_> = pages.iter().map(|page| Some(Fingerprint::new(page.as_bytes()))).collect();
        Outcome::Read(Reading { pages: pages.len(), contents, ..Reading::default() })
    }

    /// Returns the outcome of a file that was refused.
    pub(in super::super) fn refused(kind: &str) -> Outcome {
        Outcome::Read(Reading::refused(kind))
    }

    #[test]
    fn endings_become_outcomes() {
        assert_eq!(Outcome::new(Ending::Signalled(6)).label(), "signal:6");
        assert_eq!(Outcome::new(Ending::Finished("nonsense".into())).label(), "failed");
        let line = serde_json::to_string(&Reading::refused("locked")).expect("JSON");
        assert_eq!(Outcome::new(Ending::Finished(line)).label(), "error:locked");
    }

    #[test]
    fn a_refusal_is_acceptable_and_a_panic_is_not() {
        let result = |ours| Result { file: "a.pdf".into(), ours, theirs: Some(Outcome::TimedOut) };
        assert!(result(refused("locked")).is_acceptable());
        assert!(!result(Outcome::Panicked("x".into())).is_acceptable());
        let heavy = Outcome::Read(Reading { peak_mb: MEMORY_LIMIT_MB + 1.0, ..Reading::default() });
        assert!(!result(heavy).is_acceptable());
        let slow = Outcome::Read(Reading { slowest_format_ms: CPU_LIMIT_MS + 1.0, ..Reading::default() });
        assert!(!result(slow).is_acceptable());
    }
}
