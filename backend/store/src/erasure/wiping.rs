//! Removes what is deleted from the files of the database (docs/deletion.md#wiping-deleted-data).
//!
//! SQLite overwrites deleted rows with zeros (`secure_delete`), but its log still has the pages as they were. PostgreSQL keeps
//! deleted rows until a VACUUM.

use super::tables::TABLES;
use crate::database::Db;
use crate::error::StoreError;
use crate::handle::Store;

/// How long the log waits for others, in milliseconds: visitors wait with it.
const SHORT_LOCK_TIMEOUT: &str = "PRAGMA busy_timeout = 200";

impl Store {
    /// Empties the log of SQLite, or has PostgreSQL clean the tables that hold what belongs to visitors. Returns false if others
    /// are in the way; a later call may succeed.
    pub async fn wipe(&self) -> Result<bool, StoreError> {
        match &self.db {
            Db::Sqlite(pool) => {
                // It locks the database for as long as the disk takes, and the writer would refuse visitors.
                let _turn = self.writer.pause().await;
                let mut connection = pool.acquire().await?;
                // Its timeout changes for good.
                connection.close_on_drop();
                sqlx::query(SHORT_LOCK_TIMEOUT).execute(&mut *connection).await?;
                let (busy, _, _): (i64, i64, i64) = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
                    .fetch_one(&mut *connection)
                    .await?;
                Ok(busy == 0)
            }
            Db::Pg(pool, _) => {
                let tables = TABLES.iter().filter(|table| {
                    table.of_feedback.is_some() || table.of_device.is_some() || table.of_customer.is_some()
                });
                let mut names: Vec<_> = tables.map(|table| table.name).collect();
                // Whom an order was about is forgotten with the others.
                names.push("erasures");
                for name in names {
                    pool.run(format!("VACUUM {name}")).await?;
                }
                Ok(true)
            }
        }
    }

    /// Rewrites the database, so that nothing of what was ever deleted is left in its files. Takes the longer the more there
    /// is; nothing can be stored meanwhile.
    ///
    /// # Errors
    /// The database failed, or there is no room for a second copy of it.
    pub async fn vacuum(&self) -> Result<bool, StoreError> {
        match &self.db {
            Db::Sqlite(pool) => {
                sqlx::query("VACUUM").execute(pool).await?;
            }
            Db::Pg(pool, _) => {
                for table in TABLES.iter().filter(|table| !table.name.ends_with("_words")) {
                    pool.run(format!("VACUUM FULL {}", table.name)).await?;
                }
            }
        }
        self.wipe().await
    }
}
