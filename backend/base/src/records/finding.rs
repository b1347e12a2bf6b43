//! What is wrong, or odd, in a file of records.

use engine::codes::NOT_JSON;
use engine::{Code, FindingParams, Fix, JsonFault, Position, Severity};

/// A fault or an oddity in a file. Printed as `file:line:column: /json/pointer: message [code]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file's path, as it was named on the command line.
    pub file: String,
    /// Where it is in the file; `None` where there is no text.
    pub position: Option<Position>,
    /// JSON pointer (RFC 6901); empty for the whole file.
    pub pointer: String,
    /// What of a flow that is, for people: "page `start`, question `q1`".
    pub within: Option<String>,
    /// What kind of thing was found.
    pub code: Code,
    /// What the message names.
    pub params: FindingParams,
    /// What is wrong there, and what to do about it.
    pub message: String,
    /// What mends it, if that is certain (docs/check.md#fixes).
    pub fix: Option<Fix>,
}

impl Finding {
    /// Returns a finding without its position, which [`super::RecordSet::locate`] adds.
    pub fn new(
        code: Code,
        file: impl Into<String>,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            file: file.into(),
            position: None,
            pointer: pointer.into(),
            within: None,
            code,
            params: FindingParams::new(),
            message: message.into(),
            fix: None,
        }
    }

    /// Returns what the engine has found in the flow of a file.
    pub(super) fn of_flow(file: &str, found: engine::Finding) -> Self {
        Self {
            file: file.into(),
            position: Some(found.position),
            pointer: found.pointer,
            within: found.within,
            code: found.code,
            params: found.params,
            message: found.message,
            fix: found.fix,
        }
    }

    /// Returns what keeps the text of a file from being JSON.
    pub(super) fn of_text(file: &str, fault: JsonFault) -> Self {
        Self {
            position: Some(fault.position),
            ..Self::new(NOT_JSON, file, fault.pointer, fault.message)
        }
    }

    /// Returns whether it keeps the record from being imported.
    pub fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.file)?;
        if let Some(Position { line, column }) = self.position {
            let pointer = if self.pointer.is_empty() {
                "/"
            } else {
                &self.pointer
            };
            write!(f, ":{line}:{column}: {pointer}")?;
        }
        if let Some(within) = &self.within {
            write!(f, " ({within})")?;
        }
        let label = if self.is_error() { "" } else { "warning: " };
        write!(f, ": {label}{} [{}]", self.message, self.code.name)
    }
}
