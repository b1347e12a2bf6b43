//! The server's own keys.

use super::error::StoreError;
use super::handle::Store;

impl Store {
    /// The secret with this name: the stored one, or else `fresh`, which is stored now. Two processes that ask at once
    /// get the same.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn secret(&self, name: &str, fresh: String) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(fresh)
            .execute(&self.pool)
            .await?;
        let value = sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1")
            .bind(name)
            .fetch_one(&self.pool)
            .await?;
        Ok(value)
    }
}
