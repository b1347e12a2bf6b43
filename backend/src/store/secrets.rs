//! The keys of the server.

use super::error::StoreError;
use super::handle::Store;

impl Store {
    /// Returns the stored secret with this name, or stores `fresh` if there is none. Processes that ask at the same time get
    /// the same secret.
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
