//! `pulsen restore`.

use super::counted::counted;
use super::error::CommandError;
use crate::backup;
use clap::Args;
use jiff::Timestamp;
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::runtime::Runtime;

/// Makes a data folder of a backup, after checking that every file in it is what was backed up.
///
/// A backup of an older version is brought to this one; the backup itself stays as it is.
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// Folder of the backup.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Data folder to create; empty, or not there yet.
    #[arg(long, value_name = "DIR", env = "PULSEN_DATA", default_value = "pulsen-data")]
    data: PathBuf,
}

impl Restore {
    /// Prints what was restored on standard output.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let restored = Runtime::new()?.block_on(backup::restore(&self.folder, &self.data))?;
        println!(
            "restored the state of {} with {} to {}",
            Timestamp::from_millisecond(restored.created_at)?,
            counted(restored.files, "file"),
            self.data.display()
        );
        if !restored.has_files {
            println!(
                "files of visitors are not in this backup: start the server with the --files of that time"
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}
