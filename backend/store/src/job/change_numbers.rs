//! The order in which chats have changed: what the inbox of staff is sorted by, and continued from (docs/staff.md#inbox).

use crate::database::{Executor, QueryBuilder, Transaction, query};
use crate::error::StoreError;

/// Gives chats that a transaction has changed a number above those of all others. Anyone who has seen a number has seen all
/// lower ones, since writing transactions take effect one after the other.
pub(crate) async fn raise(
    transaction: &mut Transaction,
    feedback_ids: impl ExactSizeIterator<Item = &String> + Clone,
) -> Result<(), StoreError> {
    if feedback_ids.len() == 0 {
        return Ok(());
    }
    let number = last(&mut *transaction).await? + 1;
    // A chat is in one of them: what is erased has changed for the last time.
    for update in [
        "UPDATE chats SET change_number = ",
        "UPDATE erased_chats SET change_number = ",
    ] {
        let mut update = QueryBuilder::new(update);
        update.push_bind(number).push(" WHERE feedback_id IN (");
        update.push_values(feedback_ids.clone(), |row, id| row.push_bind(id.clone()));
        update.push(")");
        update.build().execute(&mut *transaction).await?;
    }
    Ok(())
}

/// Returns the number of the last change of a chat, also of one that is gone; 0 if there is none.
pub(crate) async fn last<'e>(executor: impl Into<Executor<'e>>) -> Result<i64, StoreError> {
    let last = query(
        "SELECT COALESCE(MAX(number), 0) FROM (SELECT MAX(change_number) AS number FROM chats
             UNION ALL SELECT MAX(change_number) FROM erased_chats) AS numbers",
    )
    .scalar(executor)
    .await?;
    Ok(last)
}
