//! The order in which chats have changed: what the inbox of staff is sorted by, and continued from (docs/staff.md#inbox).

use super::database::{QueryBuilder, Transaction};
use super::error::StoreError;

/// Gives chats that a transaction has changed a number above those of all others. Whoever has seen a number has seen all
/// lower ones, since writing transactions take effect one after the other.
pub(super) async fn raise(
    transaction: &mut Transaction,
    feedback_ids: impl ExactSizeIterator<Item = &String>,
) -> Result<(), StoreError> {
    if feedback_ids.len() == 0 {
        return Ok(());
    }
    let mut update = QueryBuilder::new(
        "UPDATE chats SET change_number = (SELECT COALESCE(MAX(change_number), 0) + 1 FROM chats)
         WHERE feedback_id IN (",
    );
    update.push_values(feedback_ids, |row, id| row.push_bind(id.clone()));
    update.push(")");
    update.build().execute(transaction).await?;
    Ok(())
}
