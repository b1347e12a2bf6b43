//! The writes of webhooks, as methods of the store. Each returns after the commit.

use crate::handle::Store;
use crate::job::WriteError;
use crate::webhooks::webhook_changes::{ChangedWebhook, WebhookChange, WebhookRefusal};
use crate::webhooks::webhook_queue::{ClaimedDeliveries, DeliveryClaim, DeliveryOutcome};
use crate::webhooks::webhook_replays::DeliveryReplay;
use std::convert::Infallible;

impl Store {
    /// Changes a webhook. A repeat changes nothing, but that it may give another secret.
    pub async fn change_webhook(
        &self,
        change: WebhookChange,
    ) -> Result<ChangedWebhook, WriteError<WebhookRefusal>> {
        self.writer.write(change).await
    }

    /// Takes deliveries that are due; `None` if the webhook gets none now.
    pub async fn claim_deliveries(
        &self,
        claim: DeliveryClaim,
    ) -> Result<Option<ClaimedDeliveries>, WriteError<Infallible>> {
        self.writer.write(claim).await
    }

    /// Stores the result of a delivery; returns the deliveries that were given up.
    pub async fn note_delivery(&self, outcome: DeliveryOutcome) -> Result<Vec<i64>, WriteError<Infallible>> {
        self.writer.write(outcome).await
    }

    /// Has deliveries of a webhook sent once more; returns how many.
    pub async fn replay_deliveries(&self, replay: DeliveryReplay) -> Result<u64, WriteError<Infallible>> {
        self.writer.write(replay).await
    }
}
