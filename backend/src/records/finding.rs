//! What is wrong, or odd, in a file of records.

use engine::Severity;

/// A fault or an oddity in a file. Printed as `file: /json/pointer: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The file's path, as it was named on the command line.
    pub(crate) file: String,
    /// JSON pointer (RFC 6901); empty for the whole file.
    pub(crate) pointer: String,
    pub(crate) severity: Severity,
    /// What is wrong there, and what to do about it.
    pub(crate) message: String,
}

impl Finding {
    /// Returns an error: the file cannot be imported.
    pub(crate) fn error(
        file: impl Into<String>,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            file: file.into(),
            pointer: pointer.into(),
            severity: Severity::Error,
            message: message.into(),
        }
    }

    /// Returns a warning: the file is imported all the same.
    pub(crate) fn warning(
        file: impl Into<String>,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(file, pointer, message)
        }
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pointer = if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        };
        let label = if self.is_error() { "" } else { "warning: " };
        write!(f, "{}: {pointer}: {label}{}", self.file, self.message)
    }
}
