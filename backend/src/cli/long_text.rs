//! Long texts on standard output, which nobody may read to their ends.

use super::error::CommandError;
use std::io::{ErrorKind, Write};

/// Prints a text as it is.
///
/// # Errors
/// It cannot be written. Anyone who reads it may stop before its end.
pub(super) fn print_long_text(text: &str) -> Result<(), CommandError> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
