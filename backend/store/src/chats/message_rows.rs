//! The rows of chat messages, and of what staff note beside them.

use crate::chats::chat_rows::Actor;
use crate::database::{Query, QueryBuilder, Transaction, bind_by_name, query};
use crate::error::StoreError;
use base::folding::folded;
use base::time::Millis;
use sqlx::FromRow;

/// What somebody wrote in a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type, strum::IntoStaticStr)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum MessageKind {
    /// For everybody in the chat.
    Message,
    /// For staff only.
    Note,
}

bind_by_name!(MessageKind);

/// A stored message.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct MessageRow {
    /// The position of its chat when it was written.
    pub position: i64,
    pub id: String,
    pub kind: MessageKind,
    pub actor: Actor,
    /// The name of the staff member; `None` for the customer.
    pub author: Option<String>,
    /// The address of the staff member's picture, as their token has it now.
    pub avatar: Option<String>,
    pub body: String,
    pub client_key: Option<String>,
    /// The file that was sent with it.
    pub upload_id: Option<String>,
    pub created_at: Millis,
}

/// Begins a statement that reads messages; a condition follows.
pub(crate) fn select() -> QueryBuilder {
    QueryBuilder::new(
        "SELECT position, id, kind, actor, author, body, client_key, upload_id, created_at,
             (SELECT avatar FROM staff_tokens WHERE staff_tokens.name = chat_messages.author) AS avatar
         FROM chat_messages WHERE ",
    )
}

/// Reads one message, which must exist.
pub(crate) fn select_one(feedback_id: &str, position: i64) -> Query {
    let mut one = select();
    one.push("feedback_id = ").push_bind(feedback_id);
    one.push(" AND position = ").push_bind(position);
    one.build()
}

/// Returns the folded text of a message, by which the search of staff finds it (docs/staff.md#search); `None` where the databases
/// find it by the text as it is, which is of ASCII.
fn searched_words(body: &str) -> Option<String> {
    (!body.is_ascii()).then(|| folded(body).into_owned())
}

/// Inserts a message.
pub(crate) async fn insert(
    connection: &mut Transaction,
    feedback_id: &str,
    message: &MessageRow,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO chat_messages
             (feedback_id, position, id, kind, actor, author, body, client_key, upload_id, created_at, words)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(feedback_id)
    .bind(message.position)
    .bind(&message.id)
    .bind(message.kind)
    .bind(message.actor)
    .bind(&message.author)
    .bind(&message.body)
    .bind(&message.client_key)
    .bind(&message.upload_id)
    .bind(message.created_at)
    .bind(searched_words(&message.body))
    .execute(connection)
    .await?;
    Ok(())
}
