//! The writes of visitors and of chats, as methods of the store. Each returns after the commit.

use super::bindings::Binding;
use super::chat_refusal::ChatRefusal;
use super::chat_rows::{ChatStatus, MessageRow};
use super::chat_status::StatusChange;
use super::customers::NewCustomer;
use super::error::StoreError;
use super::handle::Store;
use super::idempotency::{IdempotencyKey, IdempotentRequest};
use super::messages::NewMessage;
use super::submissions::{self, CheckedSubmission, SubmissionReceipt, SubmissionRefusal};
use super::writer::WriteError;
use crate::time::now;
use std::convert::Infallible;

impl Store {
    /// Stores a submission. A repeat gets the receipt of its first attempt.
    ///
    /// # Errors
    /// The submission is refused, the queue is full, the server is stopping, or the database failed.
    pub(crate) async fn submit(
        &self,
        submission: CheckedSubmission,
    ) -> Result<SubmissionReceipt, WriteError<SubmissionRefusal>> {
        self.writer.write(submission).await
    }

    /// Decides whether a submission with this key is new, a repeat, or another request with a used key.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn classify_submission(
        &self,
        device_id: &str,
        key: &IdempotencyKey,
    ) -> Result<IdempotentRequest<SubmissionReceipt>, StoreError> {
        submissions::classify(&self.db, device_id, key).await
    }

    /// Stores a new customer.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed.
    pub(crate) async fn add_customer(
        &self,
        id: String,
        node_id: String,
        device_id: Option<String>,
    ) -> Result<(), WriteError<Infallible>> {
        let created_at = now();
        let customer = NewCustomer {
            id,
            node_id,
            device_id,
            created_at,
        };
        self.writer.write(customer).await
    }

    /// Stores what was looked up for an answer, for a day.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed.
    pub(crate) async fn add_binding(&self, binding: Binding) -> Result<(), WriteError<Infallible>> {
        self.writer.write(binding).await
    }

    /// Stores a message. A repeat gets the message that its first attempt stored.
    ///
    /// # Errors
    /// The message is refused, the queue is full, the server is stopping, or the database failed.
    pub(crate) async fn add_message(
        &self,
        message: NewMessage,
    ) -> Result<MessageRow, WriteError<ChatRefusal>> {
        self.writer.write(message).await
    }

    /// Changes a chat's status and returns the new one. A chat that has the new status already is left unchanged.
    ///
    /// # Errors
    /// The change is refused, the queue is full, the server is stopping, or the database failed.
    pub(crate) async fn change_chat_status(
        &self,
        change: StatusChange,
    ) -> Result<ChatStatus, WriteError<ChatRefusal>> {
        self.writer.write(change).await
    }
}
