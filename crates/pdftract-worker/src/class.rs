//! Classes of workers, and what a process of each may use.

use std::ffi::OsString;
use std::str::FromStr;

/// The purpose of a worker, which decides how strictly it can be confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Reads documents.
    Document,
    /// Draws pages by a renderer that was written by others.
    Renderer,
    /// Draws pages with large images in the same way, with memory for them.
    ImageRenderer,
    /// Starts other programs, as recognition does. It has limits, but neither Landlock nor a seccomp filter, which those
    /// programs would inherit.
    Programs,
}

impl Class {
    /// Returns the name on the command line of the child.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Renderer => "renderer",
            Self::ImageRenderer => "image-renderer",
            Self::Programs => "programs",
        }
    }

    /// Returns whether the process can be denied files, network and programs.
    pub(crate) fn can_be_locked_in(self) -> bool {
        self != Self::Programs
    }
}

impl FromStr for Class {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let all = [Self::Document, Self::Renderer, Self::ImageRenderer, Self::Programs];
        all.into_iter()
            .find(|class| class.name() == name)
            .ok_or_else(|| format!("no class of workers: {name}"))
    }
}

/// The resources one worker process may use over its lifetime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Bytes of address space. An allocation beyond them ends the process.
    pub memory_bytes: u64,
    /// Seconds of processor time over all its documents: the last resort, should the process that watches it be gone.
    pub cpu_seconds: u64,
    /// Files it may have open, pipes to its parent included.
    pub open_files: u64,
}

impl Default for ProcessLimits {
    fn default() -> Self {
        Self { memory_bytes: 1 << 30, cpu_seconds: 3_600, open_files: 16 }
    }
}

impl ProcessLimits {
    /// Returns the limits that suit a class. A page without large images needs less than a document; its ceiling is 256 MB
    /// of memory, beside what is only reserved (a stack of 64 MB) and the program itself. Programs that recognise text need
    /// more memory, and more files for their data.
    pub fn for_class(class: Class) -> Self {
        match class {
            Class::Document | Class::ImageRenderer => Self::default(),
            Class::Renderer => Self { memory_bytes: 352 << 20, ..Self::default() },
            Class::Programs => Self { memory_bytes: 2 << 30, open_files: 256, ..Self::default() },
        }
    }

    /// Returns the arguments that pass the class and limits to a child.
    pub(crate) fn arguments(self, class: Class) -> [OsString; 8] {
        [
            "--class".into(),
            class.name().into(),
            "--memory-bytes".into(),
            self.memory_bytes.to_string().into(),
            "--cpu-seconds".into(),
            self.cpu_seconds.to_string().into(),
            "--open-files".into(),
            self.open_files.to_string().into(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read_by_their_names() {
        for class in [Class::Document, Class::Renderer, Class::ImageRenderer, Class::Programs] {
            assert_eq!(class.name().parse(), Ok(class));
        }
        assert!(Class::from_str("other").is_err());
    }
}
