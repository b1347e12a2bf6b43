//! `pulsen backup`.

use super::counted::counted;
use super::data_option::DataOption;
use super::error::CommandError;
use crate::backup;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::runtime::Runtime;

/// What to do for a database that has better programs of its own.
const POSTGRES: &str = "a PostgreSQL database is backed up with its own programs, such as `pg_dump --format=custom`, before \
                        the files of visitors (docs/operate.md#postgresql-and-s3)";

/// Backs up the data folder, while the server runs: the database as it is at one moment, and the files of visitors.
///
/// The backup holds everything that visitors have sent, and the server's keys unless they come from `PULSEN_SECRET`, which is
/// not in it. A PostgreSQL database is backed up with its own programs (docs/operate.md#postgresql-and-s3).
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// Folder for the backup; empty, or not there yet.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    data: DataOption,

    /// Leaves out the files of visitors, because they are stored in S3.
    #[arg(long)]
    without_files: bool,
}

impl Backup {
    /// Prints what was backed up on standard output.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        if self.data.database.is_some() {
            return Err(POSTGRES.into());
        }
        let backed_up = backup::create(&self.data.data, &self.folder, !self.without_files);
        let backed_up = Runtime::new()?.block_on(backed_up)?;
        println!(
            "backed up {} bytes of database and {} to {}",
            backed_up.database_bytes,
            counted(backed_up.files, "file"),
            self.folder.display()
        );
        Ok(ExitCode::SUCCESS)
    }
}
