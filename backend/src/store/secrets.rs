//! The keys of the server.

use super::database::query;
use super::error::StoreError;
use super::handle::Store;

impl Store {
    /// Returns the stored secret with this name, or stores `fresh` if there is none. Processes that ask at the same time get
    /// the same secret.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn secret(&self, name: &str, fresh: String) -> Result<String, StoreError> {
        query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(fresh)
            .execute(&self.db)
            .await?;
        let value = query("SELECT value FROM secrets WHERE name = $1")
            .bind(name)
            .scalar(&self.db)
            .await?;
        Ok(value)
    }
}
