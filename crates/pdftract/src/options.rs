//! What a caller may ask for when opening a document.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::budget::CancelFlag;
use crate::knowledge::Knowledge;
use crate::limits::Limits;

/// How to open a document. `Options::default()` tries the empty password and takes as long as it takes.
#[derive(Clone, Default)]
pub struct Options {
    /// Opens a locked file, as its user or its owner. The empty password is tried by itself.
    pub password: Option<String>,
    /// Ceilings on what the document may cost.
    pub limits: Limits,
    /// Time allowed for all work on the document, counted from opening it.
    pub time_limit: Option<Duration>,
    /// Ends the work from outside.
    pub cancel: CancelFlag,
    /// What is known of fonts already: corrections and learned outlines.
    pub knowledge: Arc<Knowledge>,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The password must not reach a log.
        let password = self.password.as_ref().map(|_| "***");
        f.debug_struct("Options")
            .field("password", &password)
            .field("limits", &self.limits)
            .field("time_limit", &self.time_limit)
            .field("cancel", &self.cancel)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_the_password() {
        let options = Options { password: Some("sesame".into()), ..Options::default() };
        assert!(!format!("{options:?}").contains("sesame"));
    }
}
