//! Removes receipts that nobody asks for any more (docs/api.md#idempotency).

use crate::database::query;
use crate::handle::Store;
use crate::job::WriteError;
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::{DAY, Millis};
use std::convert::Infallible;

/// How long receipts of messages and of erased feedback are kept: browsers give up what they have not sent after a year at most
/// (`offline_expiry_in_days`).
const LIFE: Millis = 365 * DAY;

impl Store {
    /// Removes old receipts. Those of feedback that there is stay for as long as it.
    pub async fn forget_old_receipts(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let part = query(
            "DELETE FROM idempotency_keys WHERE (route, device_id, key) IN (
                 SELECT route, device_id, key FROM idempotency_keys
                 WHERE route <> 'feedbacks' AND created_at < $1 ORDER BY created_at LIMIT $2)",
        );
        self.sweep(part.bind(now - LIFE).bind(SWEPT_AT_ONCE)).await
    }
}
