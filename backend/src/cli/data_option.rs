//! The options `--data` and `--database`.

use super::error::CommandError;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use store::{DatabaseAddress, Location, Store, holds_database};
use tokio::runtime::Runtime;

/// The options of all commands that use the database.
#[derive(Debug, Args)]
pub(super) struct DataOption {
    /// Folder of the SQLite database. Only `pulsen serve` and `pulsen import` create one.
    #[arg(long, value_name = "DIR", env = "PULSEN_DATA", default_value = "pulsen-data")]
    pub(super) data: PathBuf,

    /// Address of a PostgreSQL database to use instead of SQLite, such as postgres://user:password@host/database. Other
    /// users of the machine can read command lines: better set the environment variable.
    #[arg(long, value_name = "URL", env = "PULSEN_DATABASE", hide_env_values = true)]
    pub(super) database: Option<DatabaseAddress>,
}

impl DataOption {
    /// Opens the database, runs an action on it, and closes it.
    ///
    /// # Errors
    /// There is no database, it cannot be opened, or the action fails.
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
            let store = open_existing(self.location()).await?;
            run(store, action).await
        })
    }

    /// As [`DataOption::with_store`], but creates the database if there is none.
    pub(super) fn with_new_store<T, E>(
        &self,
        action: impl AsyncFnOnce(&Store) -> Result<T, E>,
    ) -> Result<T, CommandError>
    where
        CommandError: From<E>,
    {
        Runtime::new()?.block_on(async {
            let store = Store::open(self.location()).await?;
            run(store, async |store| Ok(action(&store).await?)).await
        })
    }

    fn location(&self) -> Location {
        Location::new(self.database.as_ref(), &self.data)
    }
}

/// Opens a database that is there: a mistyped folder must not look like a server without data.
///
/// # Errors
/// There is none, or it cannot be opened.
pub(super) async fn open_existing(location: Location) -> Result<Store, CommandError> {
    if holds_database(&location).await? {
        return Ok(Store::open(location).await?);
    }
    Err(format!(
        "there is no database in {location}: name that of your server with --data or --database (only `pulsen serve` and \
         `pulsen import` create one)"
    )
    .into())
}

async fn run<T>(
    store: Store,
    action: impl AsyncFnOnce(Arc<Store>) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let store = Arc::new(store);
    let outcome = action(Arc::clone(&store)).await;
    store.close().await;
    outcome
}
