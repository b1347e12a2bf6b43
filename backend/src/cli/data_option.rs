//! The options `--data` and `--database`.

use super::error::CommandError;
use crate::store::{DatabaseAddress, Location, Store};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::runtime::Runtime;

/// The options of all commands that use the database.
#[derive(Debug, Args)]
pub(super) struct DataOption {
    /// Folder of the SQLite database; created if it is missing.
    #[arg(long, value_name = "DIR", env = "PULSEN_DATA", default_value = "pulsen-data")]
    pub(super) data: PathBuf,

    /// Address of a PostgreSQL database to use instead of SQLite, such as postgres://user:password@host/database. Other
    /// users of the machine can read command lines: better set the environment variable.
    #[arg(long, value_name = "URL", env = "PULSEN_DATABASE", hide_env_values = true)]
    pub(super) database: Option<DatabaseAddress>,
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
        self.with_shared_store(async |store| Ok(action(&store).await?))
    }

    /// As [`DataOption::with_store`], for an action that shares the database with what it starts.
    pub(super) fn with_shared_store<T>(
        &self,
        action: impl AsyncFnOnce(Arc<Store>) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        Runtime::new()?.block_on(async {
            let store = Arc::new(Store::open(Location::new(self.database.as_ref(), &self.data)).await?);
            let outcome = action(Arc::clone(&store)).await;
            store.close().await;
            outcome
        })
    }
}
