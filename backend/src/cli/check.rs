//! `pulsen check`.

use super::counted::{counted, counted_records};
use super::data_option::open_existing;
use super::error::CommandError;
use base::records::{ImportedBefore, RecordSet, check_references};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{DatabaseAddress, Location};
use tokio::runtime::Runtime;

/// Checks records exactly as `pulsen import` does, without importing them.
///
/// Prints `file:line:column: /json/pointer: message` for each finding; the message of a warning begins with `warning: `. The
/// last line says how much was checked and found. In a folder, references between records are checked, too, once each file is free of errors.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Folders that hold flows/, nodes/, widgets/ and connectors/, and files of such records.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Folder of a database: records may then also refer to records imported there before.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Address of a PostgreSQL database: records may then also refer to records imported there before.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<DatabaseAddress>,
}

impl Check {
    /// Exits with 1 if there is an error; warnings do not count.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let (folders, files): (Vec<_>, Vec<_>) = self.paths.iter().partition(|path| path.is_dir());
        let mut sets = Vec::new();
        for folder in folders {
            let mut records = RecordSet::read_folder(folder);
            if !records.has_errors() {
                let mut broken = self.check_references(&records)?;
                records.locate(&mut broken);
                records.findings.extend(broken);
            }
            sets.push(records);
        }
        let mut records = RecordSet::default();
        for file in files {
            records.add_any_file(file);
        }
        sets.push(records);
        let findings = sets.iter().flat_map(|records| &records.findings);
        for finding in findings.clone() {
            println!("{finding}");
        }
        let errors = findings.clone().filter(|finding| finding.is_error()).count();
        println!(
            "checked {}: {}, {}",
            counted_records(sets.iter()),
            counted(errors, "error"),
            counted(findings.count() - errors, "warning"),
        );
        Ok(if errors > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    fn check_references(&self, records: &RecordSet) -> Result<Vec<base::records::Finding>, CommandError> {
        let location = match (&self.database, &self.data) {
            (Some(address), _) => Location::from(address.clone()),
            (None, Some(folder)) => Location::from(folder.as_path()),
            (None, None) => return Ok(check_references(records, &ImportedBefore::default())),
        };
        Runtime::new()?.block_on(async {
            let store = open_existing(location).await?;
            let findings = store.check_references(records).await;
            store.close().await;
            Ok(findings?)
        })
    }
}
