//! `pulsen fmt`.

use super::counted::counted;
use super::error::CommandError;
use base::records::{format_file, record_files};
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tempfile::NamedTempFile;

/// Writes records in their canonical form: fields in the order of the schema, two spaces for each level.
///
/// Prints the files that it changes. A file that is not JSON stays as it is, and is reported as by `pulsen check`.
#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// Folders that hold flows/, nodes/, widgets/ and connectors/, and files of such records.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Changes nothing, prints the files that would change, and exits with 1 if there are some.
    #[arg(long)]
    check: bool,
}

impl Fmt {
    /// Exits with 1 if a file cannot be read, and with `--check` if one is not in its canonical form.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let mut findings = Vec::new();
        let mut files = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                match record_files(path) {
                    Ok(found) => files.extend(found.into_iter().map(|(_, file)| file)),
                    Err(found) => findings.extend(found),
                }
            } else {
                files.push(path.clone());
            }
        }
        let mut changed = 0;
        for file in &files {
            match format_file(file) {
                Ok((formatted, text)) if formatted != text => {
                    changed += 1;
                    println!("{}", file.display());
                    if !self.check {
                        replace(file, &formatted)
                            .map_err(|error| format!("{}: cannot be written: {error}", file.display()))?;
                    }
                }
                Ok(_) => {}
                Err(found) => findings.extend(found),
            }
        }
        for finding in &findings {
            eprintln!("{finding}");
        }
        let verb = if self.check { "would change" } else { "changed" };
        println!("{verb} {changed} of {}", counted(files.len(), "file"));
        let is_refused = !findings.is_empty() || (self.check && changed > 0);
        Ok(if is_refused {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Replaces the content of a file at once: a reader sees the old one or the new one.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let file = file.canonicalize()?;
    let mut new = NamedTempFile::new_in(file.parent().unwrap_or(Path::new(".")))?;
    new.write_all(text.as_bytes())?;
    new.as_file().set_permissions(file.metadata()?.permissions())?;
    new.persist(&file)?;
    Ok(())
}
