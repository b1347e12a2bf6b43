//! The option `--data`.

use super::error::CommandError;
use crate::store::Store;
use clap::Args;
use std::path::PathBuf;
use tokio::runtime::Runtime;

/// The option of all commands that use the database.
#[derive(Debug, Args)]
pub(super) struct DataOption {
    /// Folder of the database; created if it is missing.
    #[arg(long, value_name = "DIR", env = "PULSEN_DATA", default_value = "pulsen-data")]
    pub(super) data: PathBuf,
}

impl DataOption {
    /// Opens the database, runs an action on it, and closes it.
    pub(super) fn with_store<T, E>(
        &self,
        action: impl AsyncFnOnce(&Store) -> Result<T, E>,
    ) -> Result<T, CommandError>
    where
        CommandError: From<E>,
    {
        Runtime::new()?.block_on(async {
            let store = Store::open(&self.data).await?;
            let outcome = action(&store).await;
            store.close().await;
            Ok(outcome?)
        })
    }
}
