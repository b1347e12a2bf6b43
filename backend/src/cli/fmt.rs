//! `pulsen fmt`.

use super::counted::counted;
use super::error::CommandError;
use super::replace_file::replace_file;
use base::records::{format_file, record_files};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

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
                        replace_file(file, &formatted)?;
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
