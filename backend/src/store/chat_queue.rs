//! The queue of a node's chats, which wait for staff to accept them (docs/chat.md#queue).

use super::chat_rows::ChatRow;
use super::database::{Transaction, query};
use super::error::StoreError;
use crate::time::Millis;

/// The last place in a queue that is told. Whoever is behind it need not know how far.
const LAST_PLACE: u32 = 1_000;

/// Returns the place of a queued chat in the queue of its node, from 1; `None` if it is too far behind.
pub(super) async fn queue_place(
    snapshot: &mut Transaction,
    chat: &ChatRow,
    queued_at: Millis,
) -> Result<Option<u32>, StoreError> {
    let earlier: i64 = query(
        "SELECT COUNT(*) FROM (SELECT 1 FROM chats WHERE node_id = $1 AND status = 'queued'
             AND (queued_at, feedback_id) < ($2, $3) LIMIT $4) AS earlier",
    )
    .bind(&chat.node_id)
    .bind(queued_at)
    .bind(&chat.feedback_id)
    .bind(LAST_PLACE)
    .scalar(snapshot)
    .await?;
    let place = u32::try_from(earlier).ok().map(|earlier| earlier + 1);
    Ok(place.filter(|place| *place <= LAST_PLACE))
}
