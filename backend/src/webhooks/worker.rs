//! Makes the calls that are due, for as long as the server runs (docs/webhooks.md#delivery).
//!
//! Each webhook has a task of its own while it has something to be told, so that none waits for another one.

use super::call;
use super::parts::WebhookParts;
use crate::background::{Background, Round, Task};
use base::panics::TaskError;
use base::telemetry::webhook_told;
use base::time::{Millis, now};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Delivery, DeliveryClaim, DeliveryOutcome, DeliveryResult, StoreError, Webhook};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// How much longer than a receiver may take a delivery stays claimed.
const MARGIN: Duration = Duration::from_mins(1);

/// Starts making the calls that are due. When the server stops, calls under way may still end, so that none is made again after a
/// restart; those that take longer may be.
pub(crate) fn start_webhooks(background: &mut Background, parts: WebhookParts) {
    let task = Task {
        name: "webhooks",
        wake: Arc::default(),
        stop_limit: Some(parts.webhooks.setting.stop_limit),
    };
    let (parts, busy) = (Arc::new(parts), Arc::default());
    background.start(task, move |round| {
        start_due(Arc::clone(&parts), Arc::clone(&busy), round)
    });
}

/// The numbers of webhooks that are being called.
type Busy = Mutex<HashSet<i64>>;

/// Begins to tell each webhook what is due, unless that is under way.
async fn start_due(parts: Arc<WebhookParts>, busy: Arc<Busy>, round: Round) -> Result<Duration, StoreError> {
    for webhook in parts.feedback.store.due_webhooks(now()).await? {
        let Some(place) = BusyPlace::take(&busy, webhook) else {
            continue;
        };
        let (parts, stopping) = (Arc::clone(&parts), round.stopping.clone());
        round.spawn(async move {
            deliver_all(parts, webhook, stopping).await;
            drop(place);
        });
    }
    Ok(parts.webhooks.setting.interval)
}

/// A webhook is busy for as long as this lives, also if its job panics.
struct BusyPlace {
    busy: Arc<Busy>,
    webhook: i64,
}

impl BusyPlace {
    fn take(busy: &Arc<Busy>, webhook: i64) -> Option<Self> {
        lock(busy).insert(webhook).then(|| Self {
            busy: Arc::clone(busy),
            webhook,
        })
    }
}

impl Drop for BusyPlace {
    fn drop(&mut self) {
        lock(&self.busy).remove(&self.webhook);
    }
}

fn lock(busy: &Busy) -> MutexGuard<'_, HashSet<i64>> {
    busy.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells a webhook what is due, until nothing is.
async fn deliver_all(parts: Arc<WebhookParts>, webhook: i64, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
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
