//! The writes of visitors and of chats, as methods of the store. Each returns after the commit.

use super::chat_refusal::ChatRefusal;
use super::chat_rows::{ChatStatus, MessageRow};
use super::chat_status::StatusChange;
use super::customers::{CustomerTooLong, CustomerVisit};
use super::error::StoreError;
use super::handle::Store;
use super::idempotency::{IdempotencyKey, IdempotentRequest};
use super::messages::NewMessage;
use super::submissions::{self, CheckedSubmission, SubmissionReceipt, SubmissionRefusal};
use super::unsubscriptions::Unsubscription;
use super::writer::WriteError;
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

    /// Stores a visit and returns the id of the customer.
    ///
    /// # Errors
    /// The customer would be too long, the queue is full, the server is stopping, or the database failed.
    pub(crate) async fn add_visit(
        &self,
        visit: CustomerVisit,
    ) -> Result<String, WriteError<CustomerTooLong>> {
        self.writer.write(visit).await
    }

    /// Stores an unsubscription. A repeat changes nothing.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed.
    pub(crate) async fn unsubscribe(
        &self,
        unsubscription: Unsubscription,
    ) -> Result<(), WriteError<Infallible>> {
        self.writer.write(unsubscription).await
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
