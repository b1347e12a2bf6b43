//! Webhooks: other systems are told what happens (docs/webhooks.md).
//!
//! | module | content |
//! |---|---|
//! | `keys` | the secrets by which receivers know who calls them |
//! | `signature` | what proves a call, and the id by which receivers know a repeat |
//! | `body` | what a call says |
//! | `call` | one call, and what its response means |
//! | `parts` | what the worker and its calls use |
//! | `worker` | makes the calls that are due |
//!
//! The queue is in the database (`store::webhook_queue`); what happens is written into it by `store::job::webhook_outbox`.

mod body;
mod call;
mod keys;
mod parts;
mod signature;
mod worker;

pub(crate) use keys::WebhookKeys;
pub(crate) use parts::WebhookParts;
pub(crate) use worker::start_webhooks;

use crate::outgoing::{CallFailure, Outgoing, Reach};
use std::time::Duration;
use store::{DELIVERIES_AT_ONCE, MOST_WEBHOOKS};
use url::Url;

/// How webhooks are called.
#[derive(Debug, Clone)]
pub struct WebhookSetting {
    /// Whether they may be at addresses that are not public, and without encryption.
    pub allow_private: bool,
    /// How long a receiver may take.
    pub time_limit: Duration,
    /// How often what is due is looked for.
    pub interval: Duration,
    /// How long calls under way may still take when the server stops.
    pub stop_limit: Duration,
}

impl Default for WebhookSetting {
    fn default() -> Self {
        Self {
            allow_private: false,
            time_limit: Duration::from_secs(15),
            interval: Duration::from_secs(1),
            stop_limit: Duration::from_secs(5),
        }
    }
}

/// Makes the calls: one for the process.
pub(crate) struct Webhooks {
    setting: WebhookSetting,
    keys: WebhookKeys,
    outgoing: Outgoing,
}

impl Webhooks {
    pub(crate) fn new(setting: WebhookSetting, keys: WebhookKeys) -> Self {
        let per_webhook = DELIVERIES_AT_ONCE as usize + TESTS_AT_ONCE;
        Self {
            setting,
            keys,
            // Room for all: one that hangs keeps no other one waiting.
            outgoing: Outgoing::new(MOST_WEBHOOKS as usize * per_webhook, per_webhook),
        }
    }

    /// Returns the secret of a webhook, for its receiver.
    pub(crate) fn secret(&self, number: i64, epoch: i64) -> String {
        self.keys.secret(number, epoch).to_string()
    }

    /// Checks what can be known of an address without a call.
    pub(crate) fn check(&self, url: &Url) -> Result<(), CallFailure> {
        self.reach().check(url)
    }

    fn reach(&self) -> Reach {
        if self.setting.allow_private {
            Reach::Everywhere
        } else {
            Reach::Public
        }
    }
}

/// Calls of staff at the same time that try one webhook.
const TESTS_AT_ONCE: usize = 2;
