//! Chat tokens: the right to read and write the chat of one feedback (docs/api.md#chat-tokens).
//!
//! A token is a keyed hash over the feedback's id and an epoch. It is not stored, a repeated submission gets the same one,
//! and raising the epoch revokes it.

use crate::encoding::{base64url, decode_base64url};
use crate::server_key::{ServerKeyError, derive_mac, server_secret};
use crate::store::Store;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The epoch of a new chat.
pub(crate) const FIRST_EPOCH: i64 = 0;

/// The name of the key in the database.
const SECRET: &str = "chat_token_key";

/// Computes and verifies the tokens of this server.
#[derive(Clone)]
pub(crate) struct ChatTokens {
    mac: Hmac<Sha256>,
}

impl ChatTokens {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    ///
    /// # Errors
    /// The database failed, or there were no random bits for a new key.
    pub(crate) async fn new(store: &Store, secret: Option<&str>) -> Result<Self, ServerKeyError> {
        Ok(Self::from_secret(&server_secret(store, secret, SECRET).await?))
    }

    fn from_secret(secret: &str) -> Self {
        Self {
            mac: derive_mac(secret, "pulsen chat token key"),
        }
    }

    /// Returns the token of a feedback in an epoch: 256 bits as base64url.
    pub(crate) fn token(&self, feedback_id: &str, epoch: i64) -> String {
        let mut mac = self.mac.clone();
        mac.update(&epoch.to_be_bytes());
        mac.update(feedback_id.as_bytes());
        base64url(&mac.finalize().into_bytes())
    }

    /// Returns whether a text could be a token at all: 32 bytes as base64url.
    pub(crate) fn has_form(text: &str) -> bool {
        decode_base64url(text).is_some_and(|bytes| bytes.len() == 32)
    }

    /// Returns whether a text is the token of a feedback in an epoch, in a time that does not depend on how much of it is
    /// right.
    pub(crate) fn is_token(&self, text: &str, feedback_id: &str, epoch: i64) -> bool {
        let Some(bytes) = decode_base64url(text) else {
            return false;
        };
        let mut mac = self.mac.clone();
        mac.update(&epoch.to_be_bytes());
        mac.update(feedback_id.as_bytes());
        mac.verify_slice(&bytes).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_depend_on_secret_feedback_and_epoch() {
        let tokens = ChatTokens::from_secret("s");
        let token = tokens.token("f", FIRST_EPOCH);
        assert_eq!(token.len(), 43);
        assert_eq!(token, tokens.token("f", FIRST_EPOCH));
        assert_ne!(token, tokens.token("g", FIRST_EPOCH));
        assert_ne!(token, tokens.token("f", FIRST_EPOCH + 1));
        assert_ne!(token, ChatTokens::from_secret("t").token("f", FIRST_EPOCH));
        assert!(ChatTokens::has_form(&token));
        assert!(tokens.is_token(&token, "f", FIRST_EPOCH));
        assert!(!tokens.is_token(&token, "g", FIRST_EPOCH));
        for wrong in ["", "x", &token[..40], &format!("{token}A")] {
            assert!(!tokens.is_token(wrong, "f", FIRST_EPOCH), "{wrong}");
            assert!(!ChatTokens::has_form(wrong), "{wrong}");
        }
    }
}
