//! The jobs of phone verifications: noting that a code is sent, and trying one. Both decide by what is stored, in the
//! transaction that changes it, so the limits hold for all processes together.

use super::verification_limits::{SendCheck, SenderHashes, SentTooOften};
use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use base::code_limits::{MAX_TRIES, SendLimits, resend_pause};
use base::time::Millis;
use sqlx::FromRow;

/// A code that is about to be sent.
#[derive(Debug, Clone)]
pub struct NewVerification {
    pub id: String,
    pub address: String,
    pub device_id: String,
    pub node_id: String,
    pub question_id: String,
    pub code_hash: String,
    pub sender: SenderHashes,
    pub limits: SendLimits,
    pub sent_at: Millis,
    pub expires_at: Millis,
}

impl Job for NewVerification {
    /// The pause before another code, in milliseconds.
    type Reply = Millis;
    type Refusal = SentTooOften;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<Millis, JobError<SentTooOften>> {
        self.write(transaction.connection()).await
    }
}

impl NewVerification {
    async fn write(&self, connection: &mut Transaction) -> Result<Millis, JobError<SentTooOften>> {
        let check = SendCheck {
            sender: &self.sender,
            node_id: &self.node_id,
            limits: self.limits,
            at: self.sent_at,
        };
        let codes = check.run(connection).await?;
        let client = self.sender.client.as_ref();
        query(
            "INSERT INTO verification_sends
                 (address_hash, range_hash, device_hash, client_hash, network_hash, node_id, verification_id, sent_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&self.sender.address)
        .bind(&self.sender.range)
        .bind(&self.sender.device)
        .bind(client.map(|client| client.address.clone()))
        .bind(client.map(|client| client.network.clone()))
        .bind(&self.node_id)
        .bind(&self.id)
        .bind(self.sent_at)
        .execute(&mut *connection)
        .await?;
        query(
            "INSERT INTO phone_verifications
                 (id, address, device_id, node_id, question_id, code_hash, tries_left, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&self.id)
        .bind(&self.address)
        .bind(&self.device_id)
        .bind(&self.node_id)
        .bind(&self.question_id)
        .bind(&self.code_hash)
        .bind(MAX_TRIES)
        .bind(self.expires_at)
        .execute(connection)
        .await?;
        Ok(resend_pause(codes + 1))
    }
}

/// An attempt to enter a code, which takes one of its tries whether or not it is the right one.
#[derive(Debug)]
pub struct CodeAttempt {
    pub verification_id: String,
    /// Of what was entered.
    pub code_hash: String,
    pub at: Millis,
}

/// The verification of an attempt.
#[derive(Debug, FromRow)]
pub struct AttemptedVerification {
    pub address: String,
    pub device_id: String,
    pub node_id: String,
    pub question_id: String,
    pub code_hash: String,
    /// After this attempt.
    #[sqlx(try_from = "i64")]
    pub tries_left: u32,
}

/// There is no such verification, its code is too old, or it was tried too often. Nobody is told which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchCode;

impl Job for CodeAttempt {
    type Reply = AttemptedVerification;
    type Refusal = NoSuchCode;

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<AttemptedVerification, JobError<NoSuchCode>> {
        let attempted: Option<AttemptedVerification> = query(
            "UPDATE phone_verifications SET tries_left = tries_left - 1
             WHERE id = $1 AND tries_left > 0 AND expires_at > $2
             RETURNING address, device_id, node_id, question_id, code_hash, tries_left",
        )
        .bind(&self.verification_id)
        .bind(self.at)
        .fetch_optional(transaction.connection())
        .await?;
        let attempted = attempted.ok_or(JobError::Refused(NoSuchCode))?;
        if attempted.code_hash == self.code_hash {
            self.note_entered(transaction.connection()).await?;
        }
        Ok(attempted)
    }
}

impl CodeAttempt {
    /// Notes that anyone who got the code wanted it.
    async fn note_entered(&self, connection: &mut Transaction) -> Result<(), StoreError> {
        query(
            "UPDATE verification_sends SET entered_at = $2 WHERE verification_id = $1 AND entered_at IS NULL",
        )
        .bind(&self.verification_id)
        .bind(self.at)
        .execute(connection)
        .await?;
        Ok(())
    }
}
