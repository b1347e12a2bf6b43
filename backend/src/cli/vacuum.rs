//! `pulsen vacuum`.

use super::data_option::DataOption;
use super::error::CommandError;
use clap::Args;
use std::process::ExitCode;

/// Rewrites the database, so that nothing of what was deleted is left in its files (docs/deletion.md#wiping-deleted-data).
///
/// Takes room for a second copy. A server may run, but stores nothing meanwhile: visitors' browsers try again.
#[derive(Debug, Args)]
pub(super) struct Vacuum {
    #[command(flatten)]
    data: DataOption,
}

impl Vacuum {
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let is_empty = self.data.with_store(async |store| store.vacuum().await)?;
        if is_empty {
            return Ok(ExitCode::SUCCESS);
        }
        Err("the database was rewritten, but its log is in use: run the command again".into())
    }
}
