//! The error of everything that the engine reads from JSON.

/// Why a JSON text was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowError {
    /// JSON pointer of the invalid value; empty for the whole document.
    pub pointer: String,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What kind of error it is.
    #[cfg(feature = "check")]
    pub code: crate::codes::Code,
}

impl FlowError {
    /// Returns an error about a value of the wrong type or form.
    pub(crate) fn new(pointer: String, message: String) -> Self {
        Self {
            pointer,
            message,
            #[cfg(feature = "check")]
            code: crate::codes::WRONG_VALUE,
        }
    }
}

impl std::fmt::Display for FlowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        })?;
        f.write_str(": ")?;
        f.write_str(&self.message)
    }
}

impl std::error::Error for FlowError {}

impl From<Box<FlowError>> for FlowError {
    fn from(error: Box<FlowError>) -> Self {
        *error
    }
}
