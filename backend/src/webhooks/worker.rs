//! Makes the calls that are due, for as long as the server runs (docs/webhooks.md#delivery).
//!
//! Each webhook has a task of its own while it has something to be told, so that none waits for another one.

use super::call;
use super::parts::WebhookParts;
use base::panics::TaskError;
use base::telemetry::webhook_told;
use base::time::{Millis, now};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::{Delivery, DeliveryClaim, DeliveryOutcome, DeliveryResult, Webhook};
use tokio::sync::watch;
use tokio::task::{Id, JoinHandle, JoinSet};
use tokio::time::MissedTickBehavior;
use tracing::{error, info, warn};

/// How much longer than a receiver may take a delivery stays claimed.
const MARGIN: Duration = Duration::from_mins(1);

/// The task that makes the calls.
pub(crate) struct WebhookWorker {
    stopping: watch::Sender<bool>,
    task: JoinHandle<()>,
    stop_limit: Duration,
}

impl WebhookWorker {
    /// Starts with what is due already.
    pub(crate) fn start(parts: WebhookParts) -> Self {
        let (stopping, stopped) = watch::channel(false);
        let stop_limit = parts.webhooks.setting.stop_limit;
        let task = tokio::spawn(run(Arc::new(parts), stopped));
        Self {
            stopping,
            task,
            stop_limit,
        }
    }

    /// Lets the calls under way end, so that none is made again after a restart. Those that take longer may be.
    pub(crate) async fn stop(mut self) {
        self.stopping.send_replace(true);
        if tokio::time::timeout(self.stop_limit, &mut self.task)
            .await
            .is_err()
        {
            warn!(
                "shutdown timeout: some webhook deliveries are in progress and may be repeated after the next start"
            );
            self.task.abort();
        }
    }
}

async fn run(parts: Arc<WebhookParts>, mut stopped: watch::Receiver<bool>) {
    let mut tasks = JoinSet::new();
    let mut under_way: HashMap<Id, i64> = HashMap::new();
    let mut ticks = tokio::time::interval(parts.webhooks.setting.interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let stop = stopped.clone();
    loop {
        tokio::select! {
            () = async { drop(stopped.wait_for(|stopping| *stopping).await) } => break,
            Some(ended) = tasks.join_next_with_id(), if !tasks.is_empty() => {
                let id = ended.map_or_else(|error| {
                    let id = error.id();
                    error!(error = %TaskError::from(error), "webhook worker failed");
                    id
                }, |(id, ())| id);
                under_way.remove(&id);
            }
            _ = ticks.tick() => match parts.feedback.store.due_webhooks(now()).await {
                Ok(due) => for webhook in due {
                    if under_way.values().all(|other| *other != webhook) {
                        let task = tasks.spawn(deliver_all(Arc::clone(&parts), webhook, stop.clone()));
                        under_way.insert(task.id(), webhook);
                    }
                },
                Err(error) => warn!(%error, "reading due webhook deliveries failed"),
            }
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// Tells a webhook what is due, until nothing is.
async fn deliver_all(parts: Arc<WebhookParts>, webhook: i64, stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        let now = now();
        let claim = DeliveryClaim {
            webhook,
            now,
            until: now + millis(parts.webhooks.setting.time_limit + MARGIN),
        };
        let claimed = match parts.feedback.store.claim_deliveries(claim).await {
            Ok(Some(claimed)) if !claimed.deliveries.is_empty() => claimed,
            Ok(_) => return,
            Err(error) => return warn!(?error, "claiming a webhook delivery failed"),
        };
        let webhook = Arc::new(claimed.webhook);
        let deliveries = claimed.deliveries.into_iter();
        let mut calls: JoinSet<()> = deliveries
            .map(|delivery| deliver(Arc::clone(&parts), Arc::clone(&webhook), delivery))
            .collect();
        while let Some(made) = calls.join_next().await {
            if let Err(error) = made {
                error!(error = %TaskError::from(error), "webhook call task failed");
            }
        }
    }
}

/// Makes a call and notes what came of it. Where the database fails, it is due again when its claim ends.
async fn deliver(parts: Arc<WebhookParts>, webhook: Arc<Webhook>, delivery: Delivery) {
    let (id, attempts, seq) = (webhook.id.as_str(), delivery.attempts, delivery.seq);
    let result = match call::send(&parts, &webhook, &delivery).await {
        Ok(result) => result,
        Err(error) => {
            return error!(webhook = id, delivery = seq, %error, "reading a webhook delivery failed");
        }
    };
    webhook_told(match &result {
        DeliveryResult::Delivered { .. } => "delivered",
        DeliveryResult::Failed { .. } => "failed",
        DeliveryResult::Gone => "gone",
        DeliveryResult::NothingToTell => "erased",
    });
    match &result {
        DeliveryResult::Failed { error, .. } => {
            warn!(
                webhook = id,
                delivery = seq,
                attempts,
                reason = error,
                "webhook delivery failed"
            );
        }
        DeliveryResult::Gone => warn!(webhook = id, "webhook receiver gone; webhook disabled"),
        DeliveryResult::NothingToTell => info!(
            webhook = id,
            delivery = seq,
            "webhook delivery skipped: its data was erased"
        ),
        DeliveryResult::Delivered { .. } => {}
    }
    let at = now();
    match parts
        .feedback
        .store
        .note_delivery(DeliveryOutcome { delivery, at, result })
        .await
    {
        Ok(given_up) => {
            for seq in given_up {
                error!(
                    webhook = id,
                    delivery = seq,
                    "webhook delivery failed; no more retries, replay is possible"
                );
            }
        }
        Err(error) => warn!(
            webhook = id,
            delivery = seq,
            ?error,
            "recording a webhook delivery result failed; it may be sent again"
        ),
    }
}

fn millis(duration: Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX / 4)
}
