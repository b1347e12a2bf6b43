//! The jobs that change the e-mail addresses which customers have left in their chats, and what is known of replies there
//! (docs/mail.md). `mail_queue` has the mails to them, `chat_email_reads` what is read of both.

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use base::time::{DAY, Millis};
use sqlx::FromRow;
use std::convert::Infallible;

/// How often another address may be left in one chat within a day.
const CHANGES_PER_DAY: i64 = 10;

/// A change of the address of a chat.
#[derive(Debug)]
pub enum ChatEmailChange {
    Leave(LeftAddress),
    /// The customer removes the address.
    Remove {
        feedback_id: String,
        ends_links: bool,
    },
    /// Anyone who got a mail at an address wants no more of them there. Changes nothing if another one was left since.
    Unsubscribe {
        feedback_id: String,
        address_hash: String,
    },
}

/// An address that a customer leaves, in place of the one before.
#[derive(Debug)]
pub struct LeftAddress {
    pub feedback_id: String,
    pub address: String,
    pub address_hash: String,
    /// Whether links that were mailed to another address work no longer.
    pub ends_links: bool,
    pub at: Millis,
}

/// Other addresses were left too often. Another one may be after this time, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedTooOften {
    pub wait: Millis,
}

impl Job for ChatEmailChange {
    type Reply = ();
    type Refusal = ChangedTooOften;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<ChangedTooOften>> {
        match self {
            Self::Leave(left) => left.write(transaction).await?,
            Self::Remove {
                feedback_id,
                ends_links,
            } => {
                let removed = query(
                    "UPDATE chat_emails SET address = NULL, address_hash = NULL, reply_waits_since = NULL,
                         number = number + $2
                     WHERE feedback_id = $1",
                )
                .bind(feedback_id)
                .bind(i64::from(*ends_links))
                .execute(transaction.connection())
                .await?;
                if *ends_links && removed > 0 {
                    transaction.mark_access_ended(feedback_id);
                }
            }
            Self::Unsubscribe {
                feedback_id,
                address_hash,
            } => {
                query(
                    "UPDATE chat_emails SET address = NULL, address_hash = NULL, reply_waits_since = NULL
                     WHERE feedback_id = $1 AND address_hash = $2",
                )
                .bind(feedback_id)
                .bind(address_hash)
                .execute(transaction.connection())
                .await?;
            }
        }
        Ok(())
    }
}

/// The address of a chat before a change.
#[derive(FromRow)]
struct Before {
    address: Option<String>,
    number: i64,
    changes: i64,
    changes_since: Millis,
}

impl LeftAddress {
    async fn write(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<ChangedTooOften>> {
        let connection = transaction.connection();
        let before: Option<Before> =
            query("SELECT address, number, changes, changes_since FROM chat_emails WHERE feedback_id = $1")
                .bind(&self.feedback_id)
                .fetch_optional(&mut *connection)
                .await?;
        let (number, changes, since) = match &before {
            Some(before) if before.address.as_ref() == Some(&self.address) => return Ok(()),
            Some(before) => self.after(before)?,
            None => (1, 1, self.at),
        };
        query(
            "INSERT INTO chat_emails (feedback_id, address, address_hash, number, changes, changes_since,
                 known_position, not_before, attempts)
             SELECT feedback_id, $2, $3, $4, $5, $6, position, 0, 0 FROM chats WHERE feedback_id = $1
             ON CONFLICT (feedback_id) DO UPDATE SET address = excluded.address,
                 address_hash = excluded.address_hash, number = excluded.number, changes = excluded.changes,
                 changes_since = excluded.changes_since, known_position = excluded.known_position,
                 reply_waits_since = NULL, not_before = 0, attempts = 0",
        )
        .bind(&self.feedback_id)
        .bind(&self.address)
        .bind(&self.address_hash)
        .bind(number)
        .bind(changes)
        .bind(since)
        .execute(connection)
        .await?;
        if before.is_some_and(|before| before.number != number) {
            transaction.mark_access_ended(&self.feedback_id);
        }
        Ok(())
    }

    /// Returns the number of the address, and how often another one was left since when.
    fn after(&self, before: &Before) -> Result<(i64, i64, Millis), JobError<ChangedTooOften>> {
        let number = before.number + i64::from(self.ends_links);
        let wait = before.changes_since.saturating_add(DAY) - self.at;
        if wait <= 0 {
            return Ok((number, 1, self.at));
        }
        if before.changes >= CHANGES_PER_DAY {
            return Err(JobError::Refused(ChangedTooOften { wait }));
        }
        Ok((number, before.changes + 1, before.changes_since))
    }
}

/// The customer has seen a chat: no mail is sent about what is in it by then.
#[derive(Debug)]
pub(crate) struct ChatSeen {
    pub(crate) feedback_id: String,
    pub(crate) position: i64,
}

impl Job for ChatSeen {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        query(
            "UPDATE chat_emails SET
                 known_position = CASE WHEN known_position > $2 THEN known_position ELSE $2 END,
                 reply_waits_since = (SELECT MIN(created_at) FROM chat_messages
                     WHERE chat_messages.feedback_id = $1 AND position > known_position AND position > $2
                         AND actor = 'staff' AND kind = 'message'),
                 not_before = 0, attempts = 0
             WHERE feedback_id = $1",
        )
        .bind(&self.feedback_id)
        .bind(self.position)
        .execute(transaction.connection())
        .await?;
        Ok(())
    }
}

/// Notes that staff have replied in a chat, where an address was left.
pub(crate) async fn note_reply(
    connection: &mut Transaction,
    feedback_id: &str,
    at: Millis,
) -> Result<(), StoreError> {
    query(
        "UPDATE chat_emails SET reply_waits_since = $2
         WHERE feedback_id = $1 AND address IS NOT NULL AND reply_waits_since IS NULL",
    )
    .bind(feedback_id)
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}
