//! The secrets of webhooks, derived from one of the server: none is stored (docs/webhooks.md#secrets).

use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_by, mac_of};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt::{Display, Formatter};
use store::Store;

/// The name of the secret in the database.
const SECRET: &str = "webhook_key";

/// Derives the secrets of webhooks.
#[derive(Clone)]
pub(crate) struct WebhookKeys {
    secrets: Hmac<Sha256>,
}

/// The secret of one webhook. As text it has the form of Standard Webhooks.
pub(super) struct WebhookSecret([u8; 32]);

impl WebhookKeys {
    /// Derives the key from the operator's secret, or else from one in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self::from_secret(&secrets.current(store, SECRET).await?))
    }

    pub(super) fn from_secret(secret: &str) -> Self {
        Self {
            secrets: derive_mac(secret, "pulsen webhook key"),
        }
    }

    /// Returns the secret of the webhook with a number in an epoch.
    pub(super) fn secret(&self, number: i64, epoch: i64) -> WebhookSecret {
        let texts = [number.to_string(), epoch.to_string()];
        let [number, epoch] = &texts;
        WebhookSecret(
            mac_of(&self.secrets, &[number, epoch])
                .finalize()
                .into_bytes()
                .into(),
        )
    }
}

impl WebhookSecret {
    /// Signs the content of a call.
    pub(super) fn sign(&self, content: &[&[u8]]) -> String {
        let mut mac = mac_by(&self.0);
        for part in content {
            mac.update(part);
        }
        BASE64_STANDARD.encode(mac.finalize().into_bytes())
    }
}

impl Display for WebhookSecret {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "whsec_{}", BASE64_STANDARD.encode(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_webhook_and_each_epoch_has_a_secret_of_its_own() {
        let keys = WebhookKeys::from_secret("s");
        let secret = keys.secret(1, 2).to_string();
        assert_eq!(secret.len(), "whsec_".len() + 44);
        assert_eq!(secret, keys.secret(1, 2).to_string());
        for (number, epoch) in [(2, 1), (1, 3), (12, 2)] {
            assert_ne!(secret, keys.secret(number, epoch).to_string());
        }
        assert_ne!(secret, WebhookKeys::from_secret("t").secret(1, 2).to_string());
    }
}
