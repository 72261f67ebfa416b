//! Text from PDF that can be trusted.
pub mod budget;
pub mod diagnostic;
pub mod error;
pub mod geometry;
pub mod limits;
pub use diagnostic::{Code, Diagnostic, Severity};
