//! A webhook as staff see it (docs/webhooks.md#calls).

use super::staff_access::Staff;
use base::rights::Right;
use base::time::{Millis, now, to_rfc3339};
use serde::Serialize;
use std::collections::BTreeSet;
use store::{EventType, NodeScope, Webhook};
use url::Url;
use utoipa::ToSchema;

/// A webhook. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = Webhook)]
pub(super) struct WebhookItem {
    id: String,
    /// Only its origin for those who may not manage: paths of such addresses are often secrets.
    url: String,
    #[schema(required = true)]
    description: Option<String>,
    events: BTreeSet<EventType>,
    /// Null: all nodes.
    #[schema(required = true)]
    nodes: Option<BTreeSet<String>>,
    enabled: bool,
    /// When its receiver answered 410, which disabled it.
    #[schema(required = true)]
    gone_at: Option<String>,
    /// Tries that failed since the last one that did not.
    failures: i64,
    /// Nothing is sent before.
    #[schema(required = true)]
    paused_until: Option<String>,
    #[schema(required = true)]
    old_secret_until: Option<String>,
    updated_by: String,
    updated_at: String,
    /// Shown once: when it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl WebhookItem {
    /// Builds what a member of staff may see of a webhook: without the right to manage, the origin of its address.
    pub(super) fn shown_to(staff: &Staff, webhook: Webhook) -> Self {
        let mut item = Self::new(webhook, None);
        if !staff.may(Right::Manage) {
            item.url = origin_of(&item.url);
        }
        item
    }

    /// Builds what who may manage it sees, with the secret of a new one.
    pub(super) fn new(webhook: Webhook, secret: Option<String>) -> Self {
        let now = now();
        let later = |at: Option<Millis>| at.filter(|at| *at > now).map(to_rfc3339);
        Self {
            id: webhook.id,
            url: webhook.settings.url,
            description: webhook.settings.description,
            events: webhook.settings.events,
            nodes: match webhook.settings.nodes {
                NodeScope::All => None,
                NodeScope::Only(nodes) => Some(nodes),
            },
            enabled: webhook.settings.is_enabled,
            gone_at: webhook.gone_at.map(to_rfc3339),
            failures: webhook.failures,
            paused_until: later(Some(webhook.not_before)),
            old_secret_until: later(webhook.secrets.old_until),
            updated_by: webhook.updated_by,
            updated_at: to_rfc3339(webhook.updated_at),
            secret,
        }
    }
}

/// Returns an address without its path and query; nothing of what is no address.
fn origin_of(url: &str) -> String {
    Url::parse(url).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
}
