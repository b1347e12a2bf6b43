//! The keys of the server.

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use crate::kept_values::kept_value;

impl Store {
    /// Returns the stored secret with this name, if there is one.
    pub async fn kept_secret(&self, name: &str) -> Result<Option<String>, StoreError> {
        let value = query("SELECT value FROM secrets WHERE name = $1")
            .bind(name)
            .scalar_optional(&self.db)
            .await?;
        Ok(value)
    }

    /// Returns the stored secret with this name, or stores `fresh` if there is none. Processes that ask at the same time get
    /// the same secret.
    pub async fn secret(&self, name: &str, fresh: String) -> Result<String, StoreError> {
        kept_value(&self.db, name, fresh).await
    }
}
