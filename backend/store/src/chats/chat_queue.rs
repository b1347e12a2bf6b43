//! The queue of a node's chats, which wait for staff to accept them (docs/chat.md#queue).

use crate::chats::chat_rows::ChatRow;
use crate::database::{QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::job::WriteTransaction;
use base::records::QueueRule;
use base::time::Millis;

/// The last place in a queue that is told. Anyone who is behind it need not know how far.
const LAST_PLACE: u32 = 1_000;

/// How many chats hear that they move up when one before them leaves the queue: those whose turn is near.
const MOVING_UP: u32 = 100;

/// How many chats of one address count at least.
const LEAST_SHARE: i64 = 3;

/// Returns whether a chat of a node that begins now has to wait. The chats that began before it must be in the table.
///
/// Of the chats that one address has going no more than its share count: a tenth of the capacity. Anyone who begins more of them
/// waits, and keeps nobody else waiting.
pub(crate) async fn has_to_wait(
    connection: &mut Transaction,
    node_id: &str,
    rule: QueueRule,
    address_hash: Option<&str>,
) -> Result<bool, StoreError> {
    let capacity = match rule {
        QueueRule::Never => return Ok(false),
        QueueRule::Always => return Ok(true),
        QueueRule::AtCapacity(capacity) => i64::from(capacity),
    };
    let share = (capacity / 10).max(LEAST_SHARE);
    if let Some(address_hash) = address_hash {
        let own: i64 = query(
            "SELECT COUNT(*) FROM chats
             WHERE node_id = $1 AND status IN ('open', 'queued') AND address_hash = $2",
        )
        .bind(node_id)
        .bind(address_hash)
        .scalar(&mut *connection)
        .await?;
        if own >= share {
            return Ok(true);
        }
    }
    let going: i64 = query(
        "SELECT CAST(COALESCE(SUM(CASE WHEN going < $2 THEN going ELSE $2 END), 0) AS BIGINT) FROM
             (SELECT COUNT(*) AS going FROM chats WHERE node_id = $1 AND status IN ('open', 'queued')
              GROUP BY address_hash, CASE WHEN address_hash IS NULL THEN feedback_id END) AS addresses",
    )
    .bind(node_id)
    .bind(share)
    .scalar(connection)
    .await?;
    Ok(going >= capacity)
}

/// Has the chats announced that move up when those of these that are queued are erased. Call it before they are.
pub(crate) async fn announce_moving_up_behind(
    transaction: &mut WriteTransaction,
    erased: &[String],
) -> Result<(), StoreError> {
    let mut select =
        QueryBuilder::new("SELECT feedback_id FROM chats WHERE status = 'queued' AND feedback_id IN (");
    select.push_texts(erased).push(")");
    let queued: Vec<(String,)> = select.build().fetch_all(transaction.connection()).await?;
    for (feedback_id,) in queued {
        announce_moving_up(transaction, &feedback_id).await?;
    }
    Ok(())
}

/// Has the chats announced that move up when this one leaves the queue. Call it before it leaves; for a chat that is not
/// queued it does nothing.
pub(crate) async fn announce_moving_up(
    transaction: &mut WriteTransaction,
    feedback_id: &str,
) -> Result<(), StoreError> {
    let behind: Vec<(String, i64)> = query(
        "SELECT behind.feedback_id, behind.position FROM chats AS leaving JOIN chats AS behind ON behind.node_id = leaving.node_id
         WHERE leaving.feedback_id = $1 AND leaving.status = 'queued' AND behind.status = 'queued'
             AND (behind.queued_at, behind.feedback_id) > (leaving.queued_at, leaving.feedback_id)
         ORDER BY behind.queued_at, behind.feedback_id LIMIT $2",
    )
    .bind(feedback_id)
    .bind(MOVING_UP)
    .fetch_all(transaction.connection())
    .await?;
    for (feedback_id, position) in behind {
        // Nothing but the place is new.
        transaction.mark_chat_changed(&feedback_id, position + 1);
    }
    Ok(())
}

/// Returns the place of a queued chat in the queue of its node, from 1; `None` if it is too far behind.
pub(crate) async fn queue_place(
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
