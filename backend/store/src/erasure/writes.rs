//! What is erased, as methods of the store. Each returns after the commit.

use super::requests::NewErasure;
use super::retention::{RetentionOutcome, RetentionStep};
use super::step::{ErasureStep, StepOutcome};
use crate::database::query;
use crate::handle::Store;
use crate::job::WriteError;
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::Millis;
use std::convert::Infallible;

impl Store {
    /// Stores an order to erase and returns its id. One that is the same and not carried out yet is returned instead.
    pub async fn begin_erasure(&self, erasure: NewErasure) -> Result<String, WriteError<Infallible>> {
        self.writer.write(erasure).await
    }

    /// Erases the next part of an order.
    pub async fn erase_part(&self, step: ErasureStep) -> Result<StepOutcome, WriteError<Infallible>> {
        self.writer.write(step).await
    }

    /// Erases some of what is older than a node keeps it.
    pub async fn erase_old(&self, step: RetentionStep) -> Result<RetentionOutcome, WriteError<Infallible>> {
        self.writer.write(step).await
    }

    /// Notes which device an order is about, unless it is carried out: another process may have done that meanwhile.
    pub async fn resolve_erasure(&self, id: &str, device_id: &str) -> Result<(), WriteError<Infallible>> {
        let resolve = query("UPDATE erasures SET device_id = $2 WHERE id = $1 AND erased_at IS NULL");
        self.write(resolve.bind(id).bind(device_id)).await?;
        Ok(())
    }

    /// Notes that everything is erased, and forgets whom an order was about. The id of a feedback says nothing any more.
    pub async fn end_erasure(&self, id: &str, at: Millis) -> Result<(), WriteError<Infallible>> {
        let end = query(
            "UPDATE erasures SET subject = CASE WHEN kind = 'feedback' THEN subject END, device_id = NULL,
                 customer_cursor = '', erased_at = $2
             WHERE id = $1 AND erased_at IS NULL",
        );
        self.write(end.bind(id).bind(at)).await?;
        Ok(())
    }

    /// Notes that what these orders erased has left the files of the database.
    pub async fn note_wiped(&self, erased_before: Millis, at: Millis) -> Result<(), WriteError<Infallible>> {
        let note = query("UPDATE erasures SET wiped_at = $2 WHERE wiped_at IS NULL AND erased_at <= $1");
        self.write(note.bind(erased_before).bind(at)).await?;
        Ok(())
    }

    /// Removes what was looked up for answers that nobody has sent in time.
    pub(crate) async fn remove_expired_bindings(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let part = query(
            "DELETE FROM bindings WHERE id IN (SELECT id FROM bindings WHERE expires_at <= $1 LIMIT $2)",
        );
        self.sweep(part.bind(now).bind(SWEPT_AT_ONCE)).await
    }
}
