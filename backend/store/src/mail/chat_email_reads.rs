//! Reads of the e-mail of chats, and of the mails that wait (docs/mail.md).

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use crate::mail::chat_emails::ChatSeen;
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::{DAY, Millis};
use sqlx::FromRow;
use std::convert::Infallible;

/// Most replies of one mail. It says less than they hold anyway.
const MOST_REPLIES: i64 = 20;

/// How long an address is kept after the last change of its chat.
const LIFE: Millis = 90 * DAY;

/// What a customer may know of the e-mail of their chat, and what decides whether they have seen it.
#[derive(Debug, FromRow)]
pub struct ChatEmail {
    pub address: Option<String>,
    pub address_hash: Option<String>,
    reply_waits_since: Option<Millis>,
    not_before: Option<Millis>,
    /// The document of the feedback's customer.
    pub customer: Option<String>,
}

impl ChatEmail {
    /// Returns whether it changes something that the customer has seen the chat now.
    pub fn waits_for_customer(&self, now: Millis) -> bool {
        self.address.is_some()
            && (self.reply_waits_since.is_some() || self.not_before.is_some_and(|moment| moment > now))
    }
}

/// What a mail can say about a chat.
#[derive(Debug)]
pub struct MailableChat {
    pub chat: MailableRow,
    /// The texts of the replies after the known position, in their order.
    pub replies: Vec<String>,
}

/// A chat as a mail about it needs it.
#[derive(Debug, FromRow)]
pub struct MailableRow {
    pub node_id: String,
    pub position: i64,
    pub flow_id: String,
    #[sqlx(try_from = "i64")]
    pub flow_revision: u32,
    pub language_id: Option<String>,
    /// `None` if nothing opens the chat.
    pub epoch: Option<i64>,
    over_since: Option<Millis>,
}

/// The mails that are to be sent.
#[derive(Debug, FromRow)]
pub struct WaitingMails {
    pub number: i64,
    pub oldest: Option<Millis>,
}

impl Store {
    /// Returns what is known of the e-mail of a chat; `None` if there is no such feedback.
    pub async fn chat_email(&self, feedback_id: &str) -> Result<Option<ChatEmail>, StoreError> {
        Ok(query(
            "SELECT address, address_hash, reply_waits_since, not_before, customer
             FROM feedbacks LEFT JOIN chat_emails ON chat_emails.feedback_id = feedbacks.id WHERE id = $1",
        )
        .bind(feedback_id)
        .fetch_optional(&self.db)
        .await?)
    }

    /// Notes that the customer has seen a chat up to a position. Where no mail waits for that, it is a look-up.
    pub async fn note_chat_seen(
        &self,
        feedback_id: &str,
        position: i64,
        now: Millis,
    ) -> Result<(), WriteError<Infallible>> {
        let email = self.chat_email(feedback_id).await.map_err(|error| {
            tracing::error!(%error, "reading the email address of a chat failed");
            WriteError::Failed
        })?;
        if !email.is_some_and(|email| email.waits_for_customer(now)) {
            return Ok(());
        }
        let feedback_id = feedback_id.to_owned();
        self.writer
            .write(ChatSeen {
                feedback_id,
                position,
            })
            .await
    }

    /// Removes the addresses of chats in which nothing has happened for long.
    pub(crate) async fn remove_old_chat_emails(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let addresses = query(
            "UPDATE chat_emails SET address = NULL, address_hash = NULL, reply_waits_since = NULL
             WHERE feedback_id IN (SELECT chat_emails.feedback_id FROM chat_emails
                 JOIN chats ON chats.feedback_id = chat_emails.feedback_id
                 WHERE address IS NOT NULL AND updated_at < $1 LIMIT $2)",
        );
        self.sweep(addresses.bind(now - LIFE).bind(SWEPT_AT_ONCE)).await?;
        let sent = query(
            "DELETE FROM sent_mails WHERE (address_hash, sent_at) IN
                 (SELECT address_hash, sent_at FROM sent_mails WHERE sent_at <= $1 LIMIT $2)",
        );
        self.sweep(sent.bind(now - DAY).bind(SWEPT_AT_ONCE)).await
    }

    /// Returns the chats whose mails are due, those that are due the longest first: a reply waits since before a time, and
    /// nothing keeps the mail back.
    pub async fn due_mails(
        &self,
        waiting_since: Millis,
        now: Millis,
        most: usize,
    ) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = query(
            "SELECT feedback_id FROM chat_emails
             WHERE reply_waits_since IS NOT NULL AND reply_waits_since <= $1 AND not_before <= $2
             ORDER BY not_before LIMIT $3",
        )
        .bind(waiting_since)
        .bind(now)
        .bind(i64::try_from(most).unwrap_or(i64::MAX))
        .fetch_all(&self.db)
        .await?;
        Ok(rows.into_iter().map(|(feedback_id,)| feedback_id).collect())
    }

    /// Returns how many mails are to be sent, and since when the oldest reply among them waits.
    pub async fn waiting_mails(&self) -> Result<WaitingMails, StoreError> {
        Ok(query(
            "SELECT COUNT(*) AS number, MIN(reply_waits_since) AS oldest FROM chat_emails
             WHERE reply_waits_since IS NOT NULL",
        )
        .fetch_one(&self.db)
        .await?)
    }

    /// Returns what a mail can say about a chat: replies that its customer does not know yet. `None` if there is no such chat.
    pub async fn mailable_chat(&self, feedback_id: &str) -> Result<Option<MailableChat>, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let chat: Option<MailableRow> = query(
            "SELECT chats.node_id, chats.position, flow_id, flow_revision, language_id, chat_epoch AS epoch,
                 chats.over_since
             FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id WHERE chats.feedback_id = $1",
        )
        .bind(feedback_id)
        .fetch_optional(&mut snapshot)
        .await?;
        let Some(mut chat) = chat else { return Ok(None) };
        let replies: Vec<(String,)> = query(
            "SELECT body FROM chat_messages
             WHERE feedback_id = $1 AND actor = 'staff' AND kind = 'message'
               AND position > (SELECT known_position FROM chat_emails WHERE chat_emails.feedback_id = $1)
             ORDER BY position LIMIT $2",
        )
        .bind(feedback_id)
        .bind(MOST_REPLIES)
        .fetch_all(&mut snapshot)
        .await?;
        snapshot.commit().await?;
        if self.have_tokens_ended(&chat.node_id, chat.over_since).await? {
            chat.epoch = None;
        }
        Ok(Some(MailableChat {
            chat,
            replies: replies.into_iter().map(|(body,)| body).collect(),
        }))
    }
}
