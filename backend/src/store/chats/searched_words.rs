//! The words by which the search of staff finds a message (docs/staff.md#search).

use crate::folding::folded;
use crate::store::database::{Db, QueryBuilder, query};
use crate::store::error::StoreError;
use sqlx::FromRow;

/// Messages that are folded in one transaction.
const MESSAGES_AT_ONCE: i64 = 500;

/// Returns the folded text of a message; `None` where the databases find it by the text as it is, which is of ASCII.
pub(super) fn searched_words(body: &str) -> Option<String> {
    (!body.is_ascii()).then(|| folded(body).into_owned())
}

#[derive(FromRow)]
struct Unfolded {
    feedback_id: String,
    position: i64,
    body: String,
}

/// Folds the messages of an earlier version.
pub(in crate::store) async fn fold_messages(db: &Db) -> Result<(), StoreError> {
    // The condition of an index, which is empty afterwards.
    let is_not_ascii = match db {
        Db::Sqlite(_) => "length(CAST(body AS BLOB)) <> length(body)",
        Db::Pg(..) => "octet_length(body) <> char_length(body)",
    };
    loop {
        let mut unfolded = QueryBuilder::new(
            "SELECT feedback_id, position, body FROM chat_messages WHERE words IS NULL AND ",
        );
        unfolded
            .push(is_not_ascii)
            .push(" ORDER BY feedback_id, position LIMIT ");
        unfolded.push_bind(MESSAGES_AT_ONCE);
        let unfolded: Vec<Unfolded> = unfolded.build().fetch_all(db).await?;
        if unfolded.is_empty() {
            return Ok(());
        }
        let mut transaction = db.begin_write().await?;
        for Unfolded {
            feedback_id,
            position,
            body,
        } in unfolded
        {
            query("UPDATE chat_messages SET words = $1 WHERE feedback_id = $2 AND position = $3")
                .bind(folded(&body).into_owned())
                .bind(feedback_id)
                .bind(position)
                .execute(&mut transaction)
                .await?;
        }
        transaction.commit().await?;
    }
}
