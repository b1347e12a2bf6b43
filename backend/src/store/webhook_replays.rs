//! Deliveries that staff have sent once more (docs/webhooks.md#replay).

use super::database::query;
use super::staff_audit::{self, ActBy, StaffAct};
use super::webhooks::Webhook;
use super::writer::{JobError, SingleJob, WriteTransaction};
use crate::time::Millis;
use std::convert::Infallible;

/// Most dead deliveries that are replayed by one call.
pub(crate) const MOST_REPLAYED: u32 = 1_000;

/// Has deliveries sent once more, each under the id that it had.
#[derive(Debug)]
pub(crate) struct DeliveryReplay {
    /// The webhook's number and id.
    webhook: (i64, String),
    /// Its node, if it is about a single one.
    node_id: Option<String>,
    which: Replayed,
    by: ActBy,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Replayed {
    /// One, whatever has become of it.
    One { seq: i64 },
    /// Those that were given up at or after a time, the first ones first.
    DeadSince(Millis),
}

impl DeliveryReplay {
    /// Replays deliveries of a webhook.
    pub(crate) fn of(webhook: &Webhook, which: Replayed, by: ActBy) -> Self {
        Self {
            webhook: (webhook.number, webhook.id.clone()),
            node_id: webhook.settings.nodes.single().map(str::to_owned),
            which,
            by,
        }
    }
}

impl SingleJob for DeliveryReplay {
    /// How many there were.
    type Reply = u64;
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        self.webhook.1.len() + self.by.staff.len()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<u64, JobError<Infallible>> {
        let connection = transaction.connection();
        let (number, id) = &self.webhook;
        let (statement, subject) = match self.which {
            Replayed::One { seq } => (
                query(
                    "UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, started_at = $3, next_at = $3,
                         finished_at = NULL
                     WHERE webhook = $1 AND seq = $2 AND leased_until <= $3",
                )
                .bind(*number)
                .bind(seq)
                .bind(self.by.at),
                format!("{id}/{seq}"),
            ),
            Replayed::DeadSince(since) => (
                query(
                    "UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, started_at = $3, next_at = $3,
                         finished_at = NULL
                     WHERE seq IN (SELECT seq FROM webhook_deliveries
                         WHERE state = 'dead' AND state <> 'waiting' AND finished_at >= $2 AND webhook = $1 ORDER BY seq LIMIT $4)",
                )
                .bind(*number)
                .bind(since)
                .bind(self.by.at)
                .bind(MOST_REPLAYED),
                id.clone(),
            ),
        };
        let replayed = statement.execute(&mut *connection).await?;
        if replayed > 0 {
            let (act, node_id) = (StaffAct::ReplayWebhook, self.node_id.as_deref());
            staff_audit::add_for_node(connection, &self.by, act, node_id, &subject).await?;
        }
        Ok(replayed)
    }
}
