//! The queue of what webhooks are told, shared by all servers (docs/webhooks.md#delivery).
//!
//! A server claims deliveries for a while; should it end before it has noted what came of them, they are due again after that.
//! All claims and outcomes are jobs of the writer, so no two servers have a delivery at the same time.

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::chat_status::ChatStatus;
use crate::job::webhook_outbox::EventType;
use crate::job::{Job, JobError, WriteTransaction};
use crate::webhooks::webhook_changes::{SELECT, Webhook, WebhookRow};
use crate::webhooks::webhook_schedule::{FAILURES_BEFORE_PROBES, GIVEN_UP_AFTER, next_probe, next_try};
use base::time::Millis;
use sqlx::FromRow;
use std::convert::Infallible;

/// Deliveries that a server sends to one receiver at the same time.
pub const AT_ONCE: u32 = 4;

/// Most deliveries that are given up together.
const GIVEN_UP_AT_ONCE: i64 = 1_000;

/// Takes deliveries of a webhook that are due, for the server that sends them.
#[derive(Debug)]
pub struct DeliveryClaim {
    /// The webhook's number.
    pub webhook: i64,
    pub now: Millis,
    /// When they are due again, unless their result is stored before.
    pub until: Millis,
}

/// Deliveries that a server is to send, each of another feedback, and where.
#[derive(Debug)]
pub struct ClaimedDeliveries {
    pub webhook: Webhook,
    pub deliveries: Vec<Delivery>,
}

/// What a webhook is to be told.
#[derive(Debug, Clone, FromRow)]
pub struct Delivery {
    pub seq: i64,
    pub webhook: i64,
    pub event: EventType,
    pub node_id: String,
    pub feedback_id: String,
    pub position: Option<i64>,
    pub chat_status: Option<ChatStatus>,
    pub occurred_at: Millis,
    /// With this one.
    #[sqlx(try_from = "i64")]
    pub attempts: u32,
    started_at: Millis,
}

impl Job for DeliveryClaim {
    type Reply = Option<ClaimedDeliveries>;
    type Refusal = Infallible;

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<Option<ClaimedDeliveries>, JobError<Infallible>> {
        let connection = transaction.connection();
        let row: Option<WebhookRow> = query(sqlx::AssertSqlSafe(format!(
            "{SELECT} AND number = $1 AND enabled AND not_before <= $2"
        )))
        .bind(self.webhook)
        .bind(self.now)
        .fetch_optional(&mut *connection)
        .await?;
        let Some(webhook) = row.map(Webhook::try_from).transpose()? else {
            return Ok(None);
        };
        let is_probe = webhook.failures >= FAILURES_BEFORE_PROBES;
        let most = if is_probe { 1 } else { AT_ONCE };
        let deliveries = self.claim(connection, most).await?;
        if is_probe && !deliveries.is_empty() {
            // One at a time, from all servers.
            query("UPDATE webhooks SET not_before = $2 WHERE number = $1")
                .bind(self.webhook)
                .bind(self.until)
                .execute(connection)
                .await?;
        }
        Ok(Some(ClaimedDeliveries { webhook, deliveries }))
    }
}

impl DeliveryClaim {
    /// Of each feedback only the first one that waits, so that what happened to it arrives in its order.
    async fn claim(&self, connection: &mut Transaction, most: u32) -> Result<Vec<Delivery>, StoreError> {
        Ok(query(
            "UPDATE webhook_deliveries SET leased_until = $3, attempts = attempts + 1
             WHERE seq IN (
                 SELECT due.seq FROM webhook_deliveries AS due
                 WHERE due.webhook = $1 AND due.state = 'waiting' AND due.next_at <= $2 AND due.leased_until <= $2
                     AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS earlier
                         WHERE earlier.feedback_id = due.feedback_id AND earlier.state = 'waiting'
                             AND earlier.webhook = due.webhook AND earlier.seq < due.seq)
                 ORDER BY due.next_at, due.seq LIMIT $4)
             RETURNING seq, webhook, event, node_id, feedback_id, position, chat_status, occurred_at, attempts, started_at",
        )
        .bind(self.webhook)
        .bind(self.now)
        .bind(self.until)
        .bind(most)
        .fetch_all(connection)
        .await?)
    }
}

/// Stores the result of a claimed delivery. Nothing if it was claimed again since, but that it has arrived.
#[derive(Debug)]
pub struct DeliveryOutcome {
    pub delivery: Delivery,
    pub at: Millis,
    pub result: DeliveryResult,
}

/// The result of a delivery.
#[derive(Debug, Clone)]
pub enum DeliveryResult {
    /// The receiver has taken it.
    Delivered { status: u16 },
    /// It is tried again, unless it has been for long enough.
    Failed {
        status: Option<u16>,
        error: String,
        /// The receiver wants to hear nothing before.
        asked: Option<Millis>,
    },
    /// The receiver wants to hear nothing ever again: its webhook is disabled.
    Gone,
    /// There is nothing to tell: it was erased, or is of a node that the webhook is no longer for.
    NothingToTell,
}

impl Job for DeliveryOutcome {
    /// The deliveries that were given up: this one, and with it others of its webhook.
    type Reply = Vec<i64>;
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<Vec<i64>, JobError<Infallible>> {
        let connection = transaction.connection();
        match &self.result {
            DeliveryResult::Delivered { status } => self.delivered(connection, *status).await?,
            DeliveryResult::Failed { status, error, asked } => {
                return Ok(self.failed(connection, *status, error, *asked).await?);
            }
            DeliveryResult::Gone => return Ok(self.gone(connection).await?),
            DeliveryResult::NothingToTell => self.remove_untold(connection).await?,
        }
        Ok(Vec::new())
    }
}

impl DeliveryOutcome {
    async fn delivered(&self, connection: &mut Transaction, status: u16) -> Result<(), StoreError> {
        query(
            "UPDATE webhook_deliveries SET state = 'delivered', leased_until = 0, last_status = $2, last_error = NULL,
                 finished_at = $3
             WHERE seq = $1 AND state = 'waiting'",
        )
        .bind(self.delivery.seq)
        .bind(i64::from(status))
        .bind(self.at)
        .execute(&mut *connection)
        .await?;
        let was_probe: Option<i64> =
            query("SELECT failures FROM webhooks WHERE number = $1 AND failures > 0")
                .bind(self.delivery.webhook)
                .scalar_optional(&mut *connection)
                .await?;
        let Some(failures) = was_probe else { return Ok(()) };
        if failures < FAILURES_BEFORE_PROBES {
            // The receiver may have asked for a pause.
            query("UPDATE webhooks SET failures = 0 WHERE number = $1")
                .bind(self.delivery.webhook)
                .execute(connection)
                .await?;
            return Ok(());
        }
        // It works again: nothing waits for its own time any more.
        query("UPDATE webhooks SET failures = 0, not_before = 0 WHERE number = $1")
            .bind(self.delivery.webhook)
            .execute(&mut *connection)
            .await?;
        query(
            "UPDATE webhook_deliveries SET next_at = $2 WHERE webhook = $1 AND state = 'waiting' AND next_at > $2",
        )
        .bind(self.delivery.webhook)
        .bind(self.at)
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn failed(
        &self,
        connection: &mut Transaction,
        status: Option<u16>,
        error: &str,
        asked: Option<Millis>,
    ) -> Result<Vec<i64>, StoreError> {
        let Some(mut given_up) = self.release(connection, status, error, asked).await? else {
            return Ok(Vec::new());
        };
        let failures: Option<i64> =
            query("UPDATE webhooks SET failures = failures + 1 WHERE number = $1 RETURNING failures")
                .bind(self.delivery.webhook)
                .scalar_optional(&mut *connection)
                .await?;
        let not_before = next_probe(failures.unwrap_or(0), self.at).max(asked.unwrap_or(0));
        query(
            "UPDATE webhooks SET not_before = $2
             WHERE number = $1 AND (not_before < $2 OR failures >= $3)",
        )
        .bind(self.delivery.webhook)
        .bind(not_before)
        .bind(FAILURES_BEFORE_PROBES)
        .execute(&mut *connection)
        .await?;
        if failures.unwrap_or(0) >= FAILURES_BEFORE_PROBES {
            given_up.extend(self.give_up_untried(connection).await?);
        }
        Ok(given_up)
    }

    /// Ends the lease after a failure: the delivery waits for a time, or is given up and returned. `None` if it was claimed again
    /// since.
    async fn release(
        &self,
        connection: &mut Transaction,
        status: Option<u16>,
        error: &str,
        asked: Option<Millis>,
    ) -> Result<Option<Vec<i64>>, StoreError> {
        let Delivery {
            attempts, started_at, ..
        } = self.delivery;
        let next = next_try(attempts, started_at, self.at, asked);
        let (state, finished_at) = match next {
            Some(_) => ("waiting", None),
            None => ("dead", Some(self.at)),
        };
        let released = query(
            "UPDATE webhook_deliveries SET state = $3, leased_until = 0, next_at = $4, last_status = $5, last_error = $6,
                 finished_at = $7
             WHERE seq = $1 AND state = 'waiting' AND attempts = $2",
        )
        .bind(self.delivery.seq)
        .bind(self.delivery.attempts)
        .bind(state)
        .bind(next.unwrap_or(self.at))
        .bind(status.map(i64::from))
        .bind(error)
        .bind(finished_at)
        .execute(&mut *connection)
        .await?;
        if released == 0 {
            return Ok(None);
        }
        let Some(next) = next else {
            return Ok(Some(vec![self.delivery.seq]));
        };
        // What follows waits with it, and need not be looked at meanwhile.
        query(
            "UPDATE webhook_deliveries SET next_at = $4
             WHERE feedback_id = $1 AND state = 'waiting' AND webhook = $2 AND seq > $3 AND next_at < $4",
        )
        .bind(&self.delivery.feedback_id)
        .bind(self.delivery.webhook)
        .bind(self.delivery.seq)
        .bind(next)
        .execute(connection)
        .await?;
        Ok(Some(Vec::new()))
    }

    /// Gives up what has been due for as long as a delivery is tried, and returns it: while a receiver is probed, its turn may not
    /// come.
    async fn give_up_untried(&self, connection: &mut Transaction) -> Result<Vec<i64>, StoreError> {
        let given_up: Vec<(i64,)> = query(
            "UPDATE webhook_deliveries SET state = 'dead', finished_at = $2, last_error = 'the receiver has failed all the time'
             WHERE seq IN (SELECT seq FROM webhook_deliveries
                 WHERE webhook = $1 AND state = 'waiting' AND next_at <= $3 AND leased_until <= $2
                 ORDER BY next_at, seq LIMIT $4)
             RETURNING seq",
        )
        .bind(self.delivery.webhook)
        .bind(self.at)
        .bind(self.at - GIVEN_UP_AFTER)
        .bind(GIVEN_UP_AT_ONCE)
        .fetch_all(connection)
        .await?;
        Ok(given_up.into_iter().map(|(seq,)| seq).collect())
    }

    /// Nobody was called, so a receiver that is probed gets the next delivery at once.
    async fn remove_untold(&self, connection: &mut Transaction) -> Result<(), StoreError> {
        query("DELETE FROM webhook_deliveries WHERE seq = $1")
            .bind(self.delivery.seq)
            .execute(&mut *connection)
            .await?;
        query("UPDATE webhooks SET not_before = $2 WHERE number = $1 AND failures >= $3")
            .bind(self.delivery.webhook)
            .bind(self.at)
            .bind(FAILURES_BEFORE_PROBES)
            .execute(connection)
            .await?;
        Ok(())
    }

    async fn gone(&self, connection: &mut Transaction) -> Result<Vec<i64>, StoreError> {
        let given_up = self
            .release(connection, Some(410), "the receiver is gone", None)
            .await?;
        query("UPDATE webhooks SET enabled = $2, gone_at = $3 WHERE number = $1 AND enabled")
            .bind(self.delivery.webhook)
            .bind(false)
            .bind(self.at)
            .execute(connection)
            .await?;
        Ok(given_up.unwrap_or_default())
    }
}
