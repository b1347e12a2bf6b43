//! The writes of staff, as methods of the store. Each returns after the commit.

use super::handle::Store;
use super::staff_token_uses::TokenUse;
use super::writer::WriteError;
use std::convert::Infallible;

impl Store {
    /// Notes that a staff token was used.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed.
    pub(crate) async fn note_token_use(&self, token_use: TokenUse) -> Result<(), WriteError<Infallible>> {
        self.writer.write(token_use).await
    }
}
