//! `pulsen check --fix` (docs/check.md#fixes).

use crate::cli::error::CommandError;
use crate::cli::replace_file::replace_file;
use base::records::{FixedFile, RecordSet};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// How often files are fixed and checked again, at most. A fix can show what another one mends.
pub(super) const MAX_ROUNDS: usize = 10;

/// Writes the files of records with their fixes, and says on standard error what it does. Returns whether there were any.
///
/// # Errors
/// A file has changed since it was checked, or cannot be written. Files that were written before stay so.
pub(super) fn fix_files(sets: &[RecordSet]) -> Result<bool, CommandError> {
    let mut written = HashSet::new();
    for fixed in sets.iter().flat_map(RecordSet::fixed_files) {
        // It may have been named twice, by itself and by its folder.
        let file = Path::new(fixed.file);
        let unreadable = |error| format!("{}: cannot be read: {error}", fixed.file);
        if !fixed.findings.is_empty() && written.insert(file.canonicalize().map_err(unreadable)?) {
            let text = fs::read(file).map_err(unreadable)?;
            write(&fixed, &text)?;
        }
    }
    Ok(!written.is_empty())
}

/// Writes a file that holds `text` now.
fn write(fixed: &FixedFile<'_>, text: &[u8]) -> Result<(), CommandError> {
    if text != fixed.text.as_bytes() {
        return Err(format!(
            "{}: has changed while it was checked: nothing is written, try again",
            fixed.file
        )
        .into());
    }
    replace_file(Path::new(fixed.file), &fixed.fixed)?;
    for finding in &fixed.findings {
        if let (Some(position), Some(fix)) = (finding.position, &finding.fix) {
            let (line, column) = (position.line, position.column);
            eprintln!(
                "{}:{line}:{column}: fixed: {fix} [{}]",
                fixed.file, finding.code.name
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_has_changed_since_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("flows/f.json");
        fs::create_dir(folder.path().join("flows")).unwrap();
        fs::write(&file, r#"{"id": "f", "nmae": "Visit", "states": []}"#).unwrap();
        let sets = [RecordSet::read_folder(folder.path())];
        fs::write(&file, "changed").unwrap();
        let error = fix_files(&sets).unwrap_err().to_string();
        assert!(
            error.ends_with("f.json: has changed while it was checked: nothing is written, try again"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "changed");
        fs::remove_file(&file).unwrap();
        let error = fix_files(&sets).unwrap_err().to_string();
        assert!(error.contains("f.json: cannot be read: "), "{error}");
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 0);
    }
}
