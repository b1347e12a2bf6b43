//! Deliveries that staff have sent once more (docs/webhooks.md#replay).

use crate::database::QueryBuilder;
use crate::job::{Job, JobError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{self, ActBy, StaffAct};
use crate::webhooks::webhook_changes::Webhook;
use base::time::Millis;
use std::convert::Infallible;

/// Most dead deliveries that are replayed by one call.
pub const MOST_REPLAYED: u32 = 1_000;

/// Has deliveries sent once more, each under the id that it had.
#[derive(Debug)]
pub struct DeliveryReplay {
    /// The webhook's number and id.
    webhook: (i64, String),
    /// Its nodes: it is not notified of others any more.
    nodes: NodeScope,
    which: Replayed,
    by: ActBy,
}

/// Which deliveries are sent again.
#[derive(Debug, Clone, Copy)]
pub enum Replayed {
    /// One, whatever has become of it.
    One { seq: i64 },
    /// Those that were given up at or after a time, the first ones first.
    DeadSince(Millis),
}

impl DeliveryReplay {
    /// Replays deliveries of a webhook.
    pub fn of(webhook: &Webhook, which: Replayed, by: ActBy) -> Self {
        Self {
            webhook: (webhook.number, webhook.id.clone()),
            nodes: webhook.settings.nodes.clone(),
            which,
            by,
        }
    }
}

impl Job for DeliveryReplay {
    /// How many there were.
    type Reply = u64;
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<u64, JobError<Infallible>> {
        let connection = transaction.connection();
        let (number, id) = &self.webhook;
        let mut update = QueryBuilder::new(
            "UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, finished_at = NULL, started_at = ",
        );
        update
            .push_bind(self.by.at)
            .push(", next_at = ")
            .push_bind(self.by.at);
        update.push(" WHERE seq IN (SELECT seq FROM webhook_deliveries WHERE webhook = ");
        update.push_bind(*number);
        self.nodes.push_to(&mut update, " AND node_id");
        let subject = match self.which {
            Replayed::One { seq } => {
                update.push(" AND seq = ").push_bind(seq);
                update.push(" AND leased_until <= ").push_bind(self.by.at);
                format!("{id}/{seq}")
            }
            Replayed::DeadSince(since) => {
                update.push(" AND state = 'dead' AND state <> 'waiting' AND finished_at >= ");
                update.push_bind(since);
                update.push(" ORDER BY seq LIMIT ").push_bind(MOST_REPLAYED);
                id.clone()
            }
        };
        update.push(")");
        let replayed = update.build().execute(&mut *connection).await?;
        if replayed > 0 {
            let (act, node_id) = (StaffAct::ReplayWebhook, self.nodes.single());
            staff_audit::add_for_node(connection, &self.by, act, node_id, &subject).await?;
        }
        Ok(replayed)
    }
}
