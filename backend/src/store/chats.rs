//! Chats as they are read: by their participants, and listed for staff.

use super::{Store, StoreError};
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, QueryBuilder, Sqlite, SqliteConnection};

/// How a chat stands (specification, section 4.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub(crate) enum ChatStatus {
    /// Both sides may write.
    Open,
    /// It waits for staff to be free; the customer has to wait too.
    Queued,
    /// Staff ended it.
    Closed,
    /// The customer ended it.
    Archived,
}

impl ChatStatus {
    /// As stored and as sent.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Queued => "queued",
            Self::Closed => "closed",
            Self::Archived => "archived",
        }
    }
}

/// Who wrote a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub(crate) enum Actor {
    Customer,
    Staff,
}

/// A chat with what its feedback says about it.
#[derive(Debug, FromRow)]
pub(crate) struct ChatRow {
    pub(crate) feedback_id: String,
    pub(crate) node_id: String,
    pub(crate) status: ChatStatus,
    /// Raised with each message and each change of status.
    pub(crate) position: i64,
    pub(crate) created_at: Millis,
    pub(crate) updated_at: Millis,
    pub(crate) flow_id: String,
    pub(crate) flow_revision: u32,
    pub(crate) language_id: Option<String>,
    /// A JSON list.
    pub(crate) responses: String,
    /// A JSON object.
    pub(crate) customer: Option<String>,
}

/// A message as stored.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct MessageRow {
    pub(crate) position: i64,
    pub(crate) id: String,
    pub(crate) actor: Actor,
    /// The name of the staff member; `None` for the customer.
    pub(crate) author: Option<String>,
    pub(crate) body: String,
    pub(crate) client_key: Option<String>,
    pub(crate) created_at: Millis,
}

/// A chat in the list for staff, with its last message.
#[derive(Debug, FromRow)]
pub(crate) struct ListedChat {
    pub(crate) feedback_id: String,
    pub(crate) node_id: String,
    pub(crate) status: ChatStatus,
    pub(crate) created_at: Millis,
    pub(crate) updated_at: Millis,
    pub(crate) last_actor: Option<Actor>,
    pub(crate) last_author: Option<String>,
    pub(crate) last_body: Option<String>,
    pub(crate) last_created_at: Option<Millis>,
}

/// Where a list for staff goes on: after the chat that changed last at this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListCursor {
    pub(crate) updated_at: Millis,
    pub(crate) feedback_id: String,
}

impl Store {
    /// The epoch of the token of a feedback's chat; `None` where there is no such feedback, or none with a chat.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat_epoch(&self, feedback_id: &str) -> Result<Option<i64>, StoreError> {
        let epoch: Option<Option<i64>> = sqlx::query_scalar(
            "SELECT chat_epoch FROM feedbacks JOIN chats ON chats.feedback_id = feedbacks.id WHERE id = $1",
        )
        .bind(feedback_id)
        .fetch_optional(&self.pool)
        .await?;
        Ok(epoch.flatten())
    }

    /// How far a chat has come; `None` where there is no such chat.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat_position(&self, feedback_id: &str) -> Result<Option<i64>, StoreError> {
        let position = sqlx::query_scalar("SELECT position FROM chats WHERE feedback_id = $1")
            .bind(feedback_id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(position)
    }

    /// A chat with its messages after a position, both as of the same moment; `None` where there is no such chat.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat(
        &self,
        feedback_id: &str,
        after: i64,
    ) -> Result<Option<(ChatRow, Vec<MessageRow>)>, StoreError> {
        let mut snapshot = self.pool.begin().await?;
        let chat: Option<ChatRow> = sqlx::query_as(
            "SELECT chats.feedback_id, chats.node_id, chats.status, chats.position, chats.created_at,
                 chats.updated_at, flow_id, flow_revision, language_id, responses,
                 customer
             FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id WHERE chats.feedback_id = $1",
        )
        .bind(feedback_id)
        .fetch_optional(&mut *snapshot)
        .await?;
        let Some(chat) = chat else { return Ok(None) };
        let messages = sqlx::query_as(
            "SELECT position, id, actor, author, body, client_key, created_at FROM chat_messages
             WHERE feedback_id = $1 AND position > $2 ORDER BY position",
        )
        .bind(feedback_id)
        .bind(after)
        .fetch_all(&mut *snapshot)
        .await?;
        snapshot.commit().await?;
        Ok(Some((chat, messages)))
    }

    /// Chats, the last changed first: those after the one that the cursor names, at most `limit`.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chats(
        &self,
        node_id: Option<&str>,
        status: Option<ChatStatus>,
        after: Option<&ListCursor>,
        limit: u32,
    ) -> Result<Vec<ListedChat>, StoreError> {
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT chats.feedback_id, chats.node_id, chats.status, chats.created_at, chats.updated_at,
                 last.actor AS last_actor, last.author AS last_author, last.body AS last_body,
                 last.created_at AS last_created_at
             FROM chats LEFT JOIN chat_messages AS last ON last.feedback_id = chats.feedback_id
                 AND last.position = (SELECT MAX(position) FROM chat_messages WHERE feedback_id = chats.feedback_id)
             WHERE 1 = 1",
        );
        if let Some(ListCursor {
            updated_at,
            feedback_id,
        }) = after
        {
            query
                .push(" AND (chats.updated_at, chats.feedback_id) < (")
                .push_bind(*updated_at);
            query.push(", ").push_bind(feedback_id.clone()).push(")");
        }
        if let Some(node_id) = node_id {
            query.push(" AND chats.node_id = ").push_bind(node_id.to_owned());
        }
        if let Some(status) = status {
            query.push(" AND chats.status = ").push_bind(status);
        }
        query
            .push(" ORDER BY chats.updated_at DESC, chats.feedback_id DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build_query_as().fetch_all(&self.pool).await?)
    }
}

/// A chat that begins with its feedback.
pub(super) struct NewChat<'a> {
    pub(super) feedback_id: &'a str,
    pub(super) node_id: &'a str,
    pub(super) created_at: Millis,
}

/// Opens chats with one statement. How a new chat stands is decided here: open.
pub(super) async fn insert(
    transaction: &mut SqliteConnection,
    chats: &[NewChat<'_>],
) -> Result<(), sqlx::Error> {
    if chats.is_empty() {
        return Ok(());
    }
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO chats (feedback_id, node_id, status, position, created_at, updated_at) ",
    );
    query.push_values(chats, |mut row, chat| {
        row.push_bind(chat.feedback_id.to_owned());
        row.push_bind(chat.node_id.to_owned());
        row.push_bind(ChatStatus::Open);
        row.push_bind(0_i64);
        row.push_bind(chat.created_at);
        row.push_bind(chat.created_at);
    });
    query.build().execute(transaction).await?;
    Ok(())
}

impl std::fmt::Display for ListCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.updated_at, self.feedback_id)
    }
}

impl std::str::FromStr for ListCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (updated_at, feedback_id) = text
            .split_once('.')
            .ok_or("`next_cursor` of a list is expected")?;
        Ok(Self {
            updated_at: updated_at
                .parse()
                .map_err(|_| "`next_cursor` of a list is expected")?,
            feedback_id: feedback_id.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn chats_that_were_promised_earlier_are_there() {
        // One connection: each has a memory of its own.
        let one = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1);
        let database = one.connect("sqlite::memory:").await.unwrap();
        let run = async |sql: &'static str| sqlx::raw_sql(sql).execute(&database).await.unwrap();
        run(include_str!("../../migrations/sqlite/0001_first.sql")).await;
        run("INSERT INTO flow_revisions VALUES ('f', 1, '{}', 0); INSERT INTO nodes VALUES ('n', 'f', '{}', 0);
             INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline,
                 time_spent_in_seconds, received_at, updated_at, completed_at, responses, chat_epoch)
             VALUES ('talks', 'complete', 'd', 'n', 'f', 1, 0, 0, 5, 6, 7, '[]', 0),
                 ('thanks', 'complete', 'd', 'n', 'f', 1, 0, 0, 5, 6, 7, '[]', NULL)")
        .await;
        run(include_str!("../../migrations/sqlite/0002_chats.sql")).await;
        let chats: Vec<(String, ChatStatus, Millis)> =
            sqlx::query_as("SELECT feedback_id, status, created_at FROM chats")
                .fetch_all(&database)
                .await
                .unwrap();
        assert_eq!(chats, [("talks".into(), ChatStatus::Open, 7)]);
    }

    #[test]
    fn reads_the_cursor_that_it_wrote() {
        let cursor = ListCursor {
            updated_at: 7,
            feedback_id: "f".into(),
        };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        assert!("7".parse::<ListCursor>().is_err() && "x.f".parse::<ListCursor>().is_err());
    }
}
