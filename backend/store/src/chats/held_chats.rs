//! Reads of several chats at once, for anyone who holds their tokens.

use crate::chats::chat_keys::ChatKeys;
use crate::chats::chat_rows::Actor;
use crate::chats::message_rows::MessageKind;
use crate::database::QueryBuilder;
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::chat_status::ChatStatus;
use base::time::Millis;
use sqlx::FromRow;
use std::collections::HashMap;

/// Most staff replies of a chat that are counted as unread: more than a badge shows.
const MOST_UNREAD: u32 = 100;

/// A chat, with what decides which tokens open it.
#[derive(Debug, FromRow)]
pub struct HeldChat {
    pub feedback_id: String,
    pub status: ChatStatus,
    pub created_at: Millis,
    pub epoch: Option<i64>,
    pub email_number: Option<i64>,
    over_since: Option<Millis>,
}

/// What the title of a feedback is made from.
#[derive(Debug, FromRow)]
pub struct FirstAnswers {
    pub feedback_id: String,
    pub flow_id: String,
    #[sqlx(try_from = "i64")]
    pub flow_revision: u32,
    pub language_id: Option<String>,
    /// The beginning of a JSON list.
    pub responses: String,
}

/// The newest reply of staff in a chat that the visitor has not seen.
#[derive(Debug, FromRow)]
pub struct UnreadReply {
    pub feedback_id: String,
    pub position: i64,
    pub author: Option<String>,
    /// The address of the picture of the member of staff, as their token has it now.
    pub avatar: Option<String>,
    /// The beginning of what it says, as far as something short may show it.
    pub body: String,
    pub has_picture: bool,
    pub created_at: Millis,
}

#[derive(FromRow)]
struct UnreadRow {
    feedback_id: String,
    #[sqlx(try_from = "i64")]
    unread: u32,
}

impl HeldChat {
    /// Returns what decides which tokens open the chat; `None` if none does.
    pub fn keys(&self) -> Option<ChatKeys> {
        Some(ChatKeys {
            epoch: self.epoch?,
            email_number: self.email_number,
        })
    }
}

impl Store {
    /// Returns those of these chats that exist at a node and whose tokens have not ended, in any order.
    pub async fn chats_at_node(
        &self,
        node_id: &str,
        feedback_ids: &[&str],
    ) -> Result<Vec<HeldChat>, StoreError> {
        if feedback_ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = QueryBuilder::new(
            "SELECT chats.feedback_id, chats.status, chats.created_at, chats.over_since,
                 feedbacks.chat_epoch AS epoch, chat_emails.number AS email_number FROM (",
        );
        select.push_values(feedback_ids, |row, id| row.push_bind((*id).to_owned()));
        select.push(
            ") AS listed JOIN chats ON chats.feedback_id = listed.column1
             JOIN feedbacks ON feedbacks.id = chats.feedback_id
                 LEFT JOIN chat_emails ON chat_emails.feedback_id = chats.feedback_id WHERE chats.node_id = ",
        );
        select.push_bind(node_id.to_owned());
        let chats: Vec<HeldChat> = select.build().fetch_all(&self.db).await?;
        let mut held = Vec::with_capacity(chats.len());
        for chat in chats {
            if !self.have_tokens_ended(node_id, chat.over_since).await? {
                held.push(chat);
            }
        }
        Ok(held)
    }

    /// Counts the staff replies of chats after a position of each, up to [`MOST_UNREAD`].
    pub async fn unread_replies(&self, seen: &[(&str, i64)]) -> Result<HashMap<String, u32>, StoreError> {
        if seen.is_empty() {
            return Ok(HashMap::new());
        }
        let mut select = QueryBuilder::new(
            "SELECT listed.column1 AS feedback_id, (SELECT COUNT(*) FROM (SELECT 1 FROM chat_messages
                 WHERE chat_messages.feedback_id = listed.column1 AND chat_messages.position > listed.column2
                     AND chat_messages.actor = ",
        );
        select.push_bind(Actor::Staff);
        select
            .push(" AND chat_messages.kind = ")
            .push_bind(MessageKind::Message);
        select.push(" LIMIT ");
        select
            .push_bind(i64::from(MOST_UNREAD))
            .push(") AS replies) AS unread FROM (");
        select.push_values(seen, |row, (feedback_id, position)| {
            row.push_bind((*feedback_id).to_owned());
            row.push_bind(*position);
        });
        select.push(") AS listed");
        let rows: Vec<UnreadRow> = select.build().fetch_all(&self.db).await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.feedback_id, row.unread))
            .collect())
    }

    /// Returns the newest staff reply after a position of each of these chats, of those that have one, in any order.
    pub async fn newest_unread_replies(&self, seen: &[(&str, i64)]) -> Result<Vec<UnreadReply>, StoreError> {
        if seen.is_empty() {
            return Ok(Vec::new());
        }
        // A message may be long; its beginning is among the first 400 characters, with white space that is not shown.
        let mut select = QueryBuilder::new(
            "SELECT feedback_id, position, author, created_at, upload_id IS NOT NULL AS has_picture,
                 (SELECT avatar FROM staff_tokens WHERE staff_tokens.name = chat_messages.author) AS avatar,
                 SUBSTR(body, 1, 400) AS body FROM (",
        );
        select.push_values(seen, |row, (feedback_id, position)| {
            row.push_bind((*feedback_id).to_owned());
            row.push_bind(*position);
        });
        select.push(
            ") AS listed JOIN chat_messages ON feedback_id = listed.column1 AND position =
                 (SELECT MAX(replies.position) FROM chat_messages AS replies
                  WHERE replies.feedback_id = listed.column1 AND replies.position > listed.column2
                      AND replies.actor = ",
        );
        select.push_bind(Actor::Staff).push(" AND replies.kind = ");
        select.push_bind(MessageKind::Message).push(")");
        Ok(select.build().fetch_all(&self.db).await?)
    }

    /// Returns the beginnings of the answers of feedbacks, in any order.
    pub async fn first_answers(&self, feedback_ids: &[&str]) -> Result<Vec<FirstAnswers>, StoreError> {
        if feedback_ids.is_empty() {
            return Ok(Vec::new());
        }
        // A feedback may have a megabyte of answers; the title is among the first ones.
        let mut select = QueryBuilder::new(
            "SELECT id AS feedback_id, flow_id, flow_revision, language_id, SUBSTR(responses, 1, 16384) AS responses
             FROM (",
        );
        select.push_values(feedback_ids, |row, id| row.push_bind((*id).to_owned()));
        select.push(") AS listed JOIN feedbacks ON feedbacks.id = listed.column1");
        Ok(select.build().fetch_all(&self.db).await?)
    }
}
