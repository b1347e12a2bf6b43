//! Erases what nodes keep for some days only, and has passed that.

use super::eraser::{Eraser, ErasureError};
use base::records::Retention;
use base::time::{DAY, Millis, now};
use store::{Aged, RetentionStep, Store};
use tokio_util::sync::CancellationToken;
use tracing::info;

/// Erases what is too old at all nodes, until that is done or the server stops.
///
/// # Errors
/// The database failed. The next round continues.
pub(super) async fn erase_old(
    store: &Store,
    eraser: &Eraser,
    stopping: &CancellationToken,
) -> Result<(), ErasureError> {
    let mut has_erased = false;
    for (node_id, retention) in store.retentions().await? {
        for (what, days) in periods(&retention) {
            let mut steps = 0_u32;
            loop {
                if stopping.is_cancelled() {
                    return Ok(());
                }
                let at = now();
                let step = RetentionStep {
                    node_id: node_id.clone(),
                    what,
                    before: at - Millis::from(days) * DAY,
                    at,
                };
                let outcome = store.erase_old(step).await.map_err(ErasureError::Busy)?;
                if outcome.has_erased {
                    has_erased = true;
                    eraser.note_erased();
                }
                steps += u32::from(outcome.has_erased);
                if !outcome.has_more {
                    break;
                }
            }
            if steps > 0 {
                info!(node_id, ?what, days, "retention: expired data erased");
            }
        }
    }
    if has_erased {
        // Before the database is wiped, since their rows go with them.
        eraser.delete_released().await;
    }
    Ok(())
}

/// Returns what a node keeps for how many days.
fn periods(retention: &Retention) -> impl Iterator<Item = (Aged, u32)> {
    let periods = [
        (Aged::Feedback, retention.feedback_days),
        (Aged::Partial, retention.partial_days),
        (Aged::Chat, retention.chat_days),
        (Aged::File, retention.file_days),
    ];
    periods.into_iter().filter_map(|(what, days)| Some((what, days?)))
}
