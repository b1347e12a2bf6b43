//! Reads of one chat: its timeline by pages (docs/chat.md#timeline), and what surrounds it.

use crate::chats::chat_queue::queue_place;
use crate::chats::chat_ratings::{RatingRow, ratings};
use crate::chats::chat_rows::{ChatFeedbackRow, ChatRow, ChatSummaryRow};
use crate::chats::message_rows::{self, MessageKind, MessageRow};
use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::history::ChatCursor;
use crate::job::chat_status::ChatStatus;
use crate::uploads::upload_reads::uploads_by_id;
use crate::uploads::upload_rows::StoredUpload;
use base::records::FeedbackNode;
use std::collections::HashMap;

/// Most items of a page.
const PAGE_LENGTH: u32 = 200;

/// Which part of a timeline is read. No page has more than [`PAGE_LENGTH`] items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimelinePage {
    /// The last items.
    Latest,
    /// What came after a position, or the last items of it. A position that the chat has not reached, as after the restore of
    /// a backup, is none.
    After(i64),
    /// The items before a position.
    Before(i64),
}

/// Who reads a timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Reads no notes.
    Customer,
    Staff,
}

/// A chat with a page of its timeline, all from one snapshot.
#[derive(Debug)]
pub struct LoadedChat {
    pub chat: ChatRow,
    pub cursor: ChatCursor,
    /// In their order: all of the page that are after `page_after`.
    pub messages: Vec<MessageRow>,
    pub page_after: i64,
    /// The files of these messages, by their ids.
    pub attachments: HashMap<String, StoredUpload>,
    /// The latest ratings, oldest first.
    pub ratings: Vec<RatingRow>,
    /// The chat's place in the queue, from 1; `None` if it is not queued or too far behind.
    pub queue_place: Option<u32>,
}

impl Store {
    /// Returns the node that a chat belongs to; `None` if there is no such chat.
    pub async fn node_of_chat(&self, feedback_id: &str) -> Result<Option<FeedbackNode>, StoreError> {
        match self.node_id_of_chat(feedback_id).await? {
            Some(node_id) => self.node(&node_id).await,
            None => Ok(None),
        }
    }

    /// Returns the id of the node that a chat belongs to; `None` if there is no such chat.
    pub async fn node_id_of_chat(&self, feedback_id: &str) -> Result<Option<String>, StoreError> {
        let node_id = query("SELECT node_id FROM chats WHERE feedback_id = $1")
            .bind(feedback_id)
            .scalar_optional(&self.db)
            .await?;
        Ok(node_id)
    }

    /// Returns where a chat belongs and how it stands; `None` if there is no such chat.
    pub async fn chat_summary(&self, feedback_id: &str) -> Result<Option<ChatSummaryRow>, StoreError> {
        let chat = query("SELECT node_id, status, position FROM chats WHERE feedback_id = $1")
            .bind(feedback_id)
            .fetch_optional(&self.db)
            .await?;
        Ok(chat)
    }

    /// Returns the file of a message.
    pub async fn attachment(&self, upload_id: &str) -> Result<Option<StoredUpload>, StoreError> {
        Ok(uploads_by_id(&self.db, &[upload_id]).await?.remove(upload_id))
    }

    /// Returns the current position of a chat; `None` if there is no such chat.
    pub async fn chat_position(&self, feedback_id: &str) -> Result<Option<i64>, StoreError> {
        let position = query("SELECT position FROM chats WHERE feedback_id = $1")
            .bind(feedback_id)
            .scalar_optional(&self.db)
            .await?;
        Ok(position)
    }

    /// Returns a chat with a page of its timeline; `None` if there is no such chat.
    pub async fn chat(
        &self,
        feedback_id: &str,
        page: TimelinePage,
        reader: Reader,
    ) -> Result<Option<LoadedChat>, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let chat: Option<ChatRow> = query(
            "SELECT chats.feedback_id, chats.node_id, chats.status, chats.position, chats.created_at,
                 chats.updated_at, chats.queued_at, chats.waiting_since, customer,
                 EXISTS (SELECT 1 FROM chat_ratings WHERE chat_ratings.feedback_id = chats.feedback_id) AS has_ratings
             FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id WHERE chats.feedback_id = $1",
        )
        .bind(feedback_id)
        .fetch_optional(&mut snapshot)
        .await?;
        let Some(chat) = chat else { return Ok(None) };
        let (messages, page_after) = read_page(&mut snapshot, &chat, page, reader).await?;
        let upload_ids: Vec<&str> = messages
            .iter()
            .filter_map(|message| message.upload_id.as_deref())
            .collect();
        let loaded = LoadedChat {
            cursor: ChatCursor::new(chat.position, self.history()),
            attachments: uploads_by_id(&mut snapshot, &upload_ids).await?,
            ratings: if chat.has_ratings {
                ratings(&mut snapshot, feedback_id).await?
            } else {
                Vec::new()
            },
            queue_place: match chat.queued_at {
                Some(queued_at) if chat.status == ChatStatus::Queued => {
                    queue_place(&mut snapshot, &chat, queued_at).await?
                }
                _ => None,
            },
            chat,
            messages,
            page_after,
        };
        snapshot.commit().await?;
        Ok(Some(loaded))
    }

    /// Returns what a conversation shows of the feedback with which its chat began; `None` if there is none.
    pub async fn chat_feedback(&self, feedback_id: &str) -> Result<Option<ChatFeedbackRow>, StoreError> {
        let feedback =
            query("SELECT flow_id, flow_revision, language_id, responses FROM feedbacks WHERE id = $1")
                .bind(feedback_id)
                .fetch_optional(&self.db)
                .await?;
        Ok(feedback)
    }
}

/// Reads a page backwards from its end. Returns the messages in their order, and the position after which all are there.
async fn read_page(
    snapshot: &mut Transaction,
    chat: &ChatRow,
    page: TimelinePage,
    reader: Reader,
) -> Result<(Vec<MessageRow>, i64), StoreError> {
    let (after, before) = match page {
        TimelinePage::After(after) if after <= chat.position => (after, i64::MAX),
        TimelinePage::Latest | TimelinePage::After(_) => (0, i64::MAX),
        TimelinePage::Before(before) => (0, before),
    };
    let mut select = message_rows::select();
    select.push("feedback_id = ").push_bind(&chat.feedback_id);
    select.push(" AND position > ").push_bind(after);
    select.push(" AND position < ").push_bind(before);
    if reader == Reader::Customer {
        select.push(" AND kind = ").push_bind(MessageKind::Message);
    }
    // One more than the page has: it tells whether the page begins where it was asked to.
    select
        .push(" ORDER BY position DESC LIMIT ")
        .push_bind(PAGE_LENGTH + 1);
    let mut messages: Vec<MessageRow> = select.build().fetch_all(snapshot).await?;
    let page_after = if messages.len() > PAGE_LENGTH as usize {
        messages.pop().map_or(after, |message| message.position)
    } else {
        after
    };
    messages.reverse();
    Ok((messages, page_after))
}
