//! Removes what phone verifications leave behind.

use crate::database::query;
use crate::handle::Store;
use crate::job::WriteError;
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::{DAY, Millis};
use std::convert::Infallible;

impl Store {
    /// Removes the codes that have expired, with their numbers, and the messages that count no longer.
    pub(crate) async fn remove_old_verifications(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let codes = query(
            "DELETE FROM phone_verifications
             WHERE id IN (SELECT id FROM phone_verifications WHERE expires_at <= $1 LIMIT $2)",
        );
        self.sweep(codes.bind(now).bind(SWEPT_AT_ONCE)).await?;
        let sends = query(
            "DELETE FROM verification_sends
             WHERE seq IN (SELECT seq FROM verification_sends WHERE sent_at <= $1 LIMIT $2)",
        );
        self.sweep(sends.bind(now - DAY).bind(SWEPT_AT_ONCE)).await
    }
}
