//! The headers of Standard Webhooks (docs/webhooks.md#signatures).

use super::keys::WebhookKeys;
use base::encoding::base64url;
use base::time::Millis;
use sha2::{Digest, Sha256};
use store::{Delivery, Webhook};

/// Bytes of an id, of a hash.
const ID_LENGTH: usize = 18;

/// Returns the id of what a delivery tells, the same for every try and every webhook. It depends on nothing that the restore of
/// a backup could repeat for something else.
pub(super) fn message_id(delivery: &Delivery) -> String {
    let parts = [
        delivery.event.into_str(),
        &delivery.feedback_id,
        &delivery.position.unwrap_or_default().to_string(),
        &delivery.occurred_at.to_string(),
    ];
    let hash = Sha256::digest(parts.join("\n"));
    format!("msg_{}", base64url(hash.get(..ID_LENGTH).unwrap_or(&hash)))
}

/// Returns the signatures of a call: by the webhook's secret, and for a while after a new one was given also by the one before.
pub(super) fn signatures(
    keys: &WebhookKeys,
    webhook: &Webhook,
    (id, timestamp): (&str, Millis),
    body: &str,
    now: Millis,
) -> String {
    let timestamp = timestamp.to_string();
    let content = [id.as_bytes(), b".", timestamp.as_bytes(), b".", body.as_bytes()];
    let secrets = webhook.secrets;
    let old = secrets
        .old
        .filter(|_| secrets.old_until.is_some_and(|until| now < until));
    let signatures = [Some(secrets.present), old].into_iter().flatten().map(|epoch| {
        let signature = keys.secret(webhook.number, epoch).sign(&content);
        format!("v1,{signature}")
    });
    signatures.collect::<Vec<_>>().join(" ")
}
