//! The transaction of one group of jobs.

use super::change_numbers;
use super::chat_changes::{ChatChange, ChatChanges, add_change};
use super::webhook_outbox::{self, Event};
use crate::database::{Db, Transaction};
use crate::error::StoreError;

/// The transaction of one group of jobs.
pub(crate) struct WriteTransaction {
    transaction: Transaction,
    changed_chats: ChatChanges,
    /// What webhooks are notified of.
    events: Vec<Event>,
}

impl WriteTransaction {
    /// Begins a transaction. It has the write lock, so that what a job reads is still true when it commits.
    pub(crate) async fn begin(db: &Db) -> Result<Self, StoreError> {
        Ok(Self {
            transaction: db.begin_write().await?,
            changed_chats: ChatChanges::new(),
            events: Vec::new(),
        })
    }

    pub(crate) fn connection(&mut self) -> &mut Transaction {
        &mut self.transaction
    }

    /// Has a chat announced after the commit; `position` is the first new one.
    pub(crate) fn mark_chat_changed(&mut self, feedback_id: &str, position: i64) {
        add_change(
            &mut self.changed_chats,
            feedback_id,
            ChatChange::from_position(position),
        );
    }

    /// Has a chat announced to staff after the commit: nothing changed that its customer sees.
    pub(crate) fn mark_inbox_changed(&mut self, feedback_id: &str) {
        add_change(&mut self.changed_chats, feedback_id, ChatChange::default());
    }

    /// Has a chat announced after the commit: it is gone.
    pub(crate) fn mark_chat_erased(&mut self, feedback_id: &str) {
        add_change(&mut self.changed_chats, feedback_id, ChatChange::erased());
    }

    /// Has webhooks notified of something, if the transaction commits.
    pub(crate) fn note_event(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Has a chat announced after the commit: tokens of it have become worthless.
    pub(crate) fn mark_access_ended(&mut self, feedback_id: &str) {
        add_change(&mut self.changed_chats, feedback_id, ChatChange::of_access());
    }

    /// Commits, and returns the chats that changed.
    pub(crate) async fn commit(mut self) -> Result<ChatChanges, StoreError> {
        change_numbers::raise(&mut self.transaction, self.changed_chats.keys()).await?;
        webhook_outbox::write(&mut self.transaction, &self.events).await?;
        self.transaction.commit().await?;
        Ok(self.changed_chats)
    }
}
