//! The writes of visitors and of chats, as methods of the store. Each returns after the commit.

use crate::chats::chat_ratings::{NewRating, RatingRefusal, RatingRow};
use crate::chats::chat_refusal::ChatRefusal;
use crate::chats::chat_start::{ChatStart, ChatStartRefusal};
use crate::chats::chat_status::ChatArchive;
use crate::chats::message_rows::MessageRow;
use crate::chats::messages::{self, NewMessage, Sender};
use crate::error::StoreError;
use crate::feedback::bindings::Binding;
use crate::feedback::submissions::{self, CheckedSubmission, SubmissionReceipt, SubmissionRefusal};
use crate::handle::Store;
use crate::job::WriteError;
use crate::job::chat_status::ChatStatus;
use crate::mail::chat_emails::{ChangedTooOften, ChatEmailChange};
use crate::mail::mail_queue::{Claimed, ClaimedMail, MailClaim, MailOutcome, Outcome};
use crate::receipts::idempotency::{IdempotencyKey, IdempotentRequest};
use crate::results::result_index::IndexBatch;
use crate::uploads::upload_rows::{NewUpload, UploadChange, UploadRefusal};
use crate::visitors::customers::{CustomerTooLong, CustomerVisit};
use crate::visitors::devices::DeviceReport;
use crate::visitors::phone_verifications::{AttemptedVerification, CodeAttempt, NewVerification, NoSuchCode};
use crate::visitors::unsubscriptions::Unsubscription;
use crate::visitors::verification_limits::SentTooOften;
use base::time::Millis;
use std::convert::Infallible;

impl Store {
    /// Stores a submission. A repeat gets the receipt of its first attempt.
    pub async fn submit(
        &self,
        submission: CheckedSubmission,
    ) -> Result<SubmissionReceipt, WriteError<SubmissionRefusal>> {
        self.writer.write(submission).await
    }

    /// Decides whether a submission with this key is new, a repeat, or another request with a used key.
    pub async fn classify_submission(
        &self,
        device_id: &str,
        key: &IdempotencyKey,
    ) -> Result<IdempotentRequest<SubmissionReceipt>, StoreError> {
        submissions::classify(&self.db, device_id, key).await
    }

    /// Returns which of a device's submissions were stored, by their keys, each with the id of its feedback.
    pub async fn arrived_submissions(
        &self,
        device_id: &str,
        keys: &[String],
    ) -> Result<Vec<(String, String)>, StoreError> {
        submissions::arrived(&self.db, device_id, keys).await
    }

    /// Stores a visit and returns the id of the customer.
    pub async fn add_visit(&self, visit: CustomerVisit) -> Result<String, WriteError<CustomerTooLong>> {
        self.writer.write(visit).await
    }

    /// Stores an unsubscription. A repeat changes nothing.
    pub async fn unsubscribe(&self, unsubscription: Unsubscription) -> Result<(), WriteError<Infallible>> {
        self.writer.write(unsubscription).await
    }

    /// Stores how a kiosk is, in place of what it has said before.
    pub async fn report_device(&self, report: DeviceReport) -> Result<(), WriteError<Infallible>> {
        self.writer.write(report).await
    }

    /// Stores what was looked up for an answer, for a day.
    pub async fn add_binding(&self, binding: Binding) -> Result<(), WriteError<Infallible>> {
        self.writer.write(binding).await
    }

    /// Stores a message. A repeat gets the message that its first attempt stored.
    pub async fn add_message(&self, message: NewMessage) -> Result<MessageRow, WriteError<ChatRefusal>> {
        self.writer.write(message).await
    }

    /// Changes the address of a chat.
    pub async fn change_chat_email(
        &self,
        change: ChatEmailChange,
    ) -> Result<(), WriteError<ChangedTooOften>> {
        self.writer.write(change).await
    }

    /// Claims a mail that is due.
    pub async fn claim_mail(&self, claim: MailClaim) -> Result<Claimed, WriteError<Infallible>> {
        self.writer.write(claim).await
    }

    /// Stores the result of a claimed mail.
    pub async fn note_mail(&self, mail: ClaimedMail, outcome: Outcome) -> Result<(), WriteError<Infallible>> {
        self.writer.write(MailOutcome { mail, outcome }).await
    }

    /// Writes feedback into the index; returns whether it was still the next, since another server may have been faster.
    pub async fn index(&self, batch: IndexBatch) -> Result<bool, WriteError<Infallible>> {
        self.writer.write(batch).await
    }

    /// Decides whether a message with this key is new, a repeat, or another request with a used key. A repeat returns the
    /// stored message.
    pub async fn classify_message(
        &self,
        sender: &Sender,
        key: &IdempotencyKey,
    ) -> Result<IdempotentRequest<MessageRow>, StoreError> {
        messages::classify(&self.db, sender, key).await
    }

    /// Stores a rating. A repeat gets the stored one.
    pub async fn add_rating(&self, rating: NewRating) -> Result<RatingRow, WriteError<RatingRefusal>> {
        self.writer.write(rating).await
    }

    /// Begins the chat of a feedback. One that has begun already is left unchanged.
    pub async fn start_chat(&self, start: ChatStart) -> Result<(), WriteError<ChatStartRefusal>> {
        self.writer.write(start).await
    }

    /// Ends a chat for its customer and returns its status. One that they have ended already is left unchanged.
    pub async fn archive_chat(&self, archive: ChatArchive) -> Result<ChatStatus, WriteError<ChatRefusal>> {
        self.writer.write(archive).await
    }

    /// Inserts the row of an upload whose file is about to be stored.
    pub async fn begin_upload(&self, upload: NewUpload) -> Result<(), WriteError<UploadRefusal>> {
        self.writer.write(UploadChange::Begin(upload)).await
    }

    /// Notes that the file of an upload is stored. From now on a feedback can take it.
    pub async fn finish_upload(&self, id: String, at: Millis) -> Result<(), WriteError<UploadRefusal>> {
        self.writer.write(UploadChange::Finish { id, at }).await
    }

    /// Lets an upload of this device expire now.
    pub async fn remove_upload(
        &self,
        id: String,
        device_id: String,
    ) -> Result<(), WriteError<UploadRefusal>> {
        self.writer.write(UploadChange::Remove { id, device_id }).await
    }

    /// Lets uploads expire now, as far as no feedback has taken them. There must be at least one.
    pub async fn expire_uploads(&self, ids: Vec<String>) -> Result<(), WriteError<UploadRefusal>> {
        self.writer.write(UploadChange::Expire { ids }).await
    }

    /// Deletes the rows of uploads whose files have been deleted. There must be at least one.
    pub async fn forget_uploads(&self, ids: Vec<String>) -> Result<(), WriteError<UploadRefusal>> {
        self.writer.write(UploadChange::Forget { ids }).await
    }

    /// Notes that a code is sent, and returns the pause before another one, in milliseconds.
    pub async fn add_verification(
        &self,
        verification: NewVerification,
    ) -> Result<Millis, WriteError<SentTooOften>> {
        self.writer.write(verification).await
    }

    /// Takes one of the tries of a code.
    pub async fn try_code(
        &self,
        attempt: CodeAttempt,
    ) -> Result<AttemptedVerification, WriteError<NoSuchCode>> {
        self.writer.write(attempt).await
    }
}
