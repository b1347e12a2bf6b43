//! Removes what phone verifications leave behind.

use super::database::query;
use super::error::StoreError;
use super::handle::Store;
use crate::time::{DAY, Millis};

impl Store {
    /// Removes the codes that have expired, with their numbers, and the messages that count no longer.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn remove_old_verifications(&self, now: Millis) -> Result<(), StoreError> {
        query("DELETE FROM phone_verifications WHERE expires_at <= $1")
            .bind(now)
            .execute(&self.db)
            .await?;
        query("DELETE FROM verification_sends WHERE sent_at <= $1")
            .bind(now - DAY)
            .execute(&self.db)
            .await?;
        Ok(())
    }
}
