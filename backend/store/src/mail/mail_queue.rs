//! The mails that tell customers of replies: a queue in the table `chat_emails`, shared by all processes (docs/mail.md).
//!
//! A mail waits in a row whose `reply_waits_since` is set. A process claims it by moving `not_before` on, which one statement
//! decides; if it ends before it has noted the outcome, the mail is due again after that time.

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use base::time::{DAY, Millis};
use sqlx::FromRow;
use std::convert::Infallible;

/// Most mails to one address within a day, from all chats: its owner may be somebody who never asked for them.
const TO_ADDRESS_PER_DAY: i64 = 20;

/// Takes a mail that is due, for the process that sends it.
#[derive(Debug)]
pub struct MailClaim {
    pub feedback_id: String,
    pub now: Millis,
    /// When the mail is due again, unless its result is stored before.
    pub until: Millis,
    /// Most mails of all processes within a day.
    pub per_day: u32,
}

/// What came of a claim.
#[derive(Debug)]
pub enum Claimed {
    Mail(ClaimedMail),
    /// It is no longer due, or another process has it.
    Nothing,
    /// Too many mails were sent, to this address or (`to_all`) altogether. It waits until one more may be sent.
    Limited {
        to_all: bool,
    },
}

/// A mail that this process is to send.
#[derive(Debug, FromRow)]
pub struct ClaimedMail {
    pub feedback_id: String,
    pub address: String,
    pub number: i64,
    pub reply_waits_since: Millis,
    /// How often it was tried before.
    #[sqlx(try_from = "i64")]
    pub attempts: u32,
    pub address_hash: String,
    /// When it was counted. No other mail to its address was at that time.
    #[sqlx(skip)]
    counted_at: Millis,
}

impl Job for MailClaim {
    type Reply = Claimed;
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<Claimed, JobError<Infallible>> {
        let connection = transaction.connection();
        let claimed: Option<ClaimedMail> = query(
            "UPDATE chat_emails SET not_before = $3
             WHERE feedback_id = $1 AND address IS NOT NULL AND reply_waits_since IS NOT NULL AND not_before <= $2
             RETURNING feedback_id, address, number, reply_waits_since, attempts, address_hash",
        )
        .bind(&self.feedback_id)
        .bind(self.now)
        .bind(self.until)
        .fetch_optional(&mut *connection)
        .await?;
        let Some(mail) = claimed else {
            return Ok(Claimed::Nothing);
        };
        let to_address = nth_last_to(&mut *connection, &mail.address_hash).await?;
        let to_all = nth_last(&mut *connection, self.per_day).await?;
        let later = |sent_at: Option<Millis>| sent_at.map_or(0, |sent_at| sent_at.saturating_add(DAY));
        let not_before = later(to_address).max(later(to_all));
        if not_before <= self.now {
            let counted_at = count(connection, &mail.address_hash, self.now).await?;
            return Ok(Claimed::Mail(ClaimedMail { counted_at, ..mail }));
        }
        set_not_before(connection, &self.feedback_id, not_before).await?;
        Ok(Claimed::Limited {
            to_all: later(to_all) > self.now,
        })
    }
}

/// Counts a mail before it is sent, so that those under way count. Returns the time that it is counted by.
async fn count(connection: &mut Transaction, hash: &str, now: Millis) -> Result<Millis, StoreError> {
    Ok(query(
        "INSERT INTO sent_mails (address_hash, sent_at)
         SELECT $1, CASE WHEN MAX(sent_at) >= $2 THEN MAX(sent_at) + 1 ELSE $2 END
         FROM sent_mails WHERE address_hash = $1 RETURNING sent_at",
    )
    .bind(hash)
    .bind(now)
    .scalar(connection)
    .await?)
}

/// Returns when the mail was sent after which an address has got as many as it may within a day.
async fn nth_last_to(connection: &mut Transaction, hash: &str) -> Result<Option<Millis>, StoreError> {
    Ok(query(
        "SELECT sent_at FROM sent_mails WHERE address_hash = $1 ORDER BY sent_at DESC LIMIT 1 OFFSET $2",
    )
    .bind(hash)
    .bind(TO_ADDRESS_PER_DAY - 1)
    .scalar_optional(connection)
    .await?)
}

/// Returns when the mail was sent after which this many were.
async fn nth_last(connection: &mut Transaction, number: u32) -> Result<Option<Millis>, StoreError> {
    Ok(
        query("SELECT sent_at FROM sent_mails ORDER BY sent_at DESC LIMIT 1 OFFSET $1")
            .bind(i64::from(number.saturating_sub(1)))
            .scalar_optional(connection)
            .await?,
    )
}

async fn set_not_before(
    connection: &mut Transaction,
    feedback_id: &str,
    not_before: Millis,
) -> Result<(), StoreError> {
    query("UPDATE chat_emails SET not_before = $2 WHERE feedback_id = $1")
        .bind(feedback_id)
        .bind(not_before)
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores the result of a claimed mail: in its chat nothing if another address was left since.
#[derive(Debug)]
pub(crate) struct MailOutcome {
    pub mail: ClaimedMail,
    pub outcome: Outcome,
}

/// The result of a mail.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// It has reported the chat up to a position.
    Sent { position: i64, not_before: Millis },
    /// There is nothing to tell, or no hope: what there is up to a position needs no mail.
    Ended { position: i64 },
    /// It is tried again.
    Failed { not_before: Millis },
    /// There is no such mailbox: the address is removed.
    Undeliverable,
}

impl Job for MailOutcome {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        let connection = transaction.connection();
        if !matches!(self.outcome, Outcome::Sent { .. }) {
            query("DELETE FROM sent_mails WHERE address_hash = $1 AND sent_at = $2")
                .bind(&self.mail.address_hash)
                .bind(self.mail.counted_at)
                .execute(&mut *connection)
                .await?;
        }
        match self.outcome {
            Outcome::Sent { position, not_before } => {
                self.end(connection, position, Some(not_before)).await?
            }
            Outcome::Ended { position } => self.end(connection, position, None).await?,
            Outcome::Failed { not_before } => {
                query(
                    "UPDATE chat_emails SET not_before = $4, attempts = attempts + 1
                     WHERE feedback_id = $1 AND number = $2 AND address = $3",
                )
                .bind(&self.mail.feedback_id)
                .bind(self.mail.number)
                .bind(&self.mail.address)
                .bind(not_before)
                .execute(connection)
                .await?;
            }
            Outcome::Undeliverable => {
                query(
                    "UPDATE chat_emails SET address = NULL, address_hash = NULL, reply_waits_since = NULL
                     WHERE feedback_id = $1 AND number = $2 AND address = $3",
                )
                .bind(&self.mail.feedback_id)
                .bind(self.mail.number)
                .bind(&self.mail.address)
                .execute(connection)
                .await?;
            }
        }
        Ok(())
    }
}

impl MailOutcome {
    /// Takes what there is up to a position as known. A later reply waits for the next mail.
    async fn end(
        &self,
        connection: &mut Transaction,
        position: i64,
        not_before: Option<Millis>,
    ) -> Result<(), StoreError> {
        query(
            "UPDATE chat_emails SET
                 known_position = CASE WHEN known_position > $3 THEN known_position ELSE $3 END,
                 reply_waits_since = (SELECT MIN(created_at) FROM chat_messages
                     WHERE chat_messages.feedback_id = $1 AND position > known_position AND position > $3
                         AND actor = 'staff' AND kind = 'message'),
                 not_before = $4, attempts = 0
             WHERE feedback_id = $1 AND number = $2 AND address = $5",
        )
        .bind(&self.mail.feedback_id)
        .bind(self.mail.number)
        .bind(position)
        .bind(not_before.unwrap_or(0))
        .bind(&self.mail.address)
        .execute(connection)
        .await?;
        Ok(())
    }
}
