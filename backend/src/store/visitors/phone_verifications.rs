//! The jobs of phone verifications: noting that a code is sent, and trying one. Both decide by what is stored, in the
//! transaction that changes it, so the limits hold for all processes together.

use crate::phone_verification::{MAX_TRIES, SendLimit, SendLimits, resend_pause};
use crate::store::database::{Transaction, query};
use crate::store::writer::{JobError, SingleJob, WriteTransaction};
use crate::time::Millis;
use sqlx::FromRow;

/// A code that is about to be sent.
#[derive(Debug, Clone)]
pub(crate) struct NewVerification {
    pub(crate) id: String,
    pub(crate) address: String,
    pub(crate) device_id: String,
    pub(crate) node_id: String,
    pub(crate) question_id: String,
    pub(crate) code_hash: String,
    pub(crate) sender: SenderHashes,
    pub(crate) limits: SendLimits,
    pub(crate) sent_at: Millis,
    pub(crate) expires_at: Millis,
}

/// By whom and to whom messages are counted.
#[derive(Debug, Clone)]
pub(crate) struct SenderHashes {
    pub(crate) address: String,
    pub(crate) device: String,
    /// The network address, if it says anything about the client.
    pub(crate) client: Option<String>,
}

/// A code may not be sent yet. It may after this time, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SentTooOften {
    pub(crate) wait: Millis,
}

impl SingleJob for NewVerification {
    /// The pause before another code, in milliseconds.
    type Reply = Millis;
    type Refusal = SentTooOften;

    fn bytes(&self) -> usize {
        let texts = [
            &self.id,
            &self.address,
            &self.device_id,
            &self.node_id,
            &self.question_id,
            &self.code_hash,
            &self.sender.address,
            &self.sender.device,
        ];
        texts
            .into_iter()
            .chain(&self.sender.client)
            .map(String::len)
            .sum()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<Millis, JobError<SentTooOften>> {
        self.write(transaction.connection()).await
    }
}

impl NewVerification {
    async fn write(&self, connection: &mut Transaction) -> Result<Millis, JobError<SentTooOften>> {
        let codes = self.check_limits(connection).await?;
        query(
            "INSERT INTO verification_sends (address_hash, device_hash, client_hash, node_id, sent_at)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&self.sender.address)
        .bind(&self.sender.device)
        .bind(&self.sender.client)
        .bind(&self.node_id)
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

    /// Returns how many codes the number has got within the hour.
    async fn check_limits(&self, connection: &mut Transaction) -> Result<u32, JobError<SentTooOften>> {
        let codes = self.check_pause(connection).await?;
        let sender = &self.sender;
        let mut counted = vec![
            (TO_NUMBER, &sender.address, SendLimits::TO_NUMBER.as_slice()),
            (OF_DEVICE, &sender.device, SendLimits::OF_CLIENT.as_slice()),
            (OF_NODE, &self.node_id, std::slice::from_ref(&self.limits.of_node)),
        ];
        if let Some(client) = &sender.client {
            counted.push((OF_CLIENT, client, SendLimits::OF_CLIENT.as_slice()));
        }
        for (nth_last, value, limits) in counted {
            for limit in limits {
                self.check_limit(connection, nth_last, value, *limit).await?;
            }
        }
        Ok(codes)
    }

    /// Checks the pause after the last code that the number got, whoever asked for it, and returns how many it has got
    /// within the hour.
    async fn check_pause(&self, connection: &mut Transaction) -> Result<u32, JobError<SentTooOften>> {
        #[derive(FromRow)]
        struct Row {
            #[sqlx(try_from = "i64")]
            codes: u32,
            last: Option<Millis>,
        }
        let [per_hour, _] = SendLimits::TO_NUMBER;
        let row: Row = query(
            "SELECT COUNT(*) AS codes, MAX(sent_at) AS last FROM verification_sends
             WHERE address_hash = $1 AND sent_at > $2",
        )
        .bind(&self.sender.address)
        .bind(self.sent_at - per_hour.within)
        .fetch_one(connection)
        .await?;
        if let Some(last) = row.last {
            refuse_until(last.saturating_add(resend_pause(row.codes)), self.sent_at)?;
        }
        Ok(row.codes)
    }

    /// Checks one limit: of so many messages within a time, the earliest must be longer ago than that.
    async fn check_limit(
        &self,
        connection: &mut Transaction,
        nth_last: &'static str,
        value: &str,
        limit: SendLimit,
    ) -> Result<(), JobError<SentTooOften>> {
        let earliest: Option<Millis> = query(nth_last)
            .bind(value)
            .bind(i64::from(limit.messages.saturating_sub(1)))
            .scalar_optional(connection)
            .await?;
        match earliest {
            Some(earliest) => Ok(refuse_until(earliest.saturating_add(limit.within), self.sent_at)?),
            None => Ok(()),
        }
    }
}

/// The time of the last message but `$2`, for each by whom messages are counted.
const TO_NUMBER: &str = "SELECT sent_at FROM verification_sends WHERE address_hash = $1
     ORDER BY sent_at DESC LIMIT 1 OFFSET $2";
const OF_DEVICE: &str = "SELECT sent_at FROM verification_sends WHERE device_hash = $1
     ORDER BY sent_at DESC LIMIT 1 OFFSET $2";
const OF_CLIENT: &str = "SELECT sent_at FROM verification_sends WHERE client_hash = $1
     ORDER BY sent_at DESC LIMIT 1 OFFSET $2";
const OF_NODE: &str = "SELECT sent_at FROM verification_sends WHERE node_id = $1
     ORDER BY sent_at DESC LIMIT 1 OFFSET $2";

fn refuse_until(moment: Millis, now: Millis) -> Result<(), JobError<SentTooOften>> {
    let wait = moment.saturating_sub(now);
    if wait > 0 {
        return Err(JobError::Refused(SentTooOften { wait }));
    }
    Ok(())
}

/// An attempt to enter a code, which takes one of its tries whether or not it is the right one.
#[derive(Debug)]
pub(crate) struct CodeAttempt {
    pub(crate) verification_id: String,
    pub(crate) at: Millis,
}

/// The verification of an attempt.
#[derive(Debug, FromRow)]
pub(crate) struct AttemptedVerification {
    pub(crate) address: String,
    pub(crate) device_id: String,
    pub(crate) node_id: String,
    pub(crate) question_id: String,
    pub(crate) code_hash: String,
    /// After this attempt.
    #[sqlx(try_from = "i64")]
    pub(crate) tries_left: u32,
}

/// There is no such verification, its code is too old, or it was tried too often. Nobody is told which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoSuchCode;

impl SingleJob for CodeAttempt {
    type Reply = AttemptedVerification;
    type Refusal = NoSuchCode;

    fn bytes(&self) -> usize {
        self.verification_id.len()
    }

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
        attempted.ok_or(JobError::Refused(NoSuchCode))
    }
}
