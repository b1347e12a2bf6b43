//! Writes files of records.

use super::error::CommandError;
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Replaces the content of a file at once: a reader sees the old one or the new one.
///
/// # Errors
/// It cannot be written; it is as it was then.
pub(super) fn replace_file(file: &Path, text: &str) -> Result<(), CommandError> {
    replace(file, text).map_err(|error| format!("{}: cannot be written: {error}", file.display()).into())
}

fn replace(file: &Path, text: &str) -> io::Result<()> {
    let file = file.canonicalize()?;
    let mut new = NamedTempFile::new_in(file.parent().unwrap_or(Path::new(".")))?;
    new.write_all(text.as_bytes())?;
    new.as_file().set_permissions(file.metadata()?.permissions())?;
    new.persist(&file)?;
    Ok(())
}
