//! Chat tokens: the right to read and write the chat of one feedback (docs/api.md#chat-tokens).
//!
//! A token is a keyed hash over the feedback's id and an epoch. It is not stored, a repeated submission gets the same one,
//! and raising the epoch revokes it. The links that are mailed have tokens under another key, over a number as well, so that
//! they can be told apart and end without the others. A token under a third key begins the chat that the end of a flow offers,
//! and opens nothing.

use crate::server_key::{Secrets, ServerKeyError, derive_mac};
use base::encoding::{base64url, decode_base64url};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use store::{ChatKeys, Store};

/// The epoch of a new chat.
pub(crate) const FIRST_EPOCH: i64 = 0;

/// The name of the key in the database.
const SECRET: &str = "chat_token_key";

/// What a token that opens a chat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// The chat's own, which the submission was answered with.
    Chat,
    /// That of a link that was mailed (docs/mail.md#links).
    MailedLink,
}

/// Computes and verifies the tokens of this server.
#[derive(Clone)]
pub(crate) struct ChatTokens {
    keys: Keys,
    /// Of tokens that were given out before the secret was changed.
    previous: Option<Keys>,
}

#[derive(Clone)]
struct Keys {
    mac: Hmac<Sha256>,
    mailed: Hmac<Sha256>,
    start: Hmac<Sha256>,
}

impl ChatTokens {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        let secrets = secrets.of(store, SECRET).await?;
        Ok(Self::from_secrets(&secrets.current, secrets.previous.as_deref()))
    }

    fn from_secrets(current: &str, previous: Option<&str>) -> Self {
        Self {
            keys: Keys::from_secret(current),
            previous: previous.map(Keys::from_secret),
        }
    }

    /// Returns the token of a feedback in an epoch: 256 bits as base64url.
    pub(crate) fn token(&self, feedback_id: &str, epoch: i64) -> String {
        base64url(&self.keys.own(feedback_id, epoch).finalize().into_bytes())
    }

    /// Returns the token of a link that is mailed to the address with a number.
    pub(crate) fn mailed_token(&self, feedback_id: &str, epoch: i64, number: i64) -> String {
        base64url(
            &self
                .keys
                .mailed(feedback_id, epoch, number)
                .finalize()
                .into_bytes(),
        )
    }

    /// Returns the token that begins the chat of a feedback.
    pub(crate) fn start_token(&self, feedback_id: &str) -> String {
        base64url(&self.keys.starting(feedback_id).finalize().into_bytes())
    }

    /// Returns whether a text is the token that begins the chat of a feedback, in a time that does not depend on how much of it
    /// is right.
    pub(crate) fn starts(&self, text: &str, feedback_id: &str) -> bool {
        let mut accepted = std::iter::once(&self.keys).chain(&self.previous);
        decode_base64url(text)
            .is_some_and(|bytes| accepted.any(|keys| keys.starting(feedback_id).verify_slice(&bytes).is_ok()))
    }

    /// Returns whether a text could be a token at all: 32 bytes as base64url.
    pub(crate) fn has_form(text: &str) -> bool {
        decode_base64url(text).is_some_and(|bytes| bytes.len() == 32)
    }

    /// Returns which token of a chat a text is, in a time that does not depend on how much of it is right; `None` if it opens
    /// nothing.
    pub(crate) fn kind_of(&self, text: &str, feedback_id: &str, keys: ChatKeys) -> Option<TokenKind> {
        let bytes = decode_base64url(text)?;
        let mut accepted = std::iter::once(&self.keys).chain(&self.previous);
        accepted.find_map(|key| key.kind_of(&bytes, feedback_id, keys))
    }
}

impl Keys {
    fn from_secret(secret: &str) -> Self {
        Self {
            mac: derive_mac(secret, "pulsen chat token key"),
            mailed: derive_mac(secret, "pulsen mailed chat link key"),
            start: derive_mac(secret, "pulsen chat start key"),
        }
    }

    fn kind_of(&self, token: &[u8], feedback_id: &str, keys: ChatKeys) -> Option<TokenKind> {
        let is = |mac: Hmac<Sha256>| mac.verify_slice(token).is_ok();
        if is(self.own(feedback_id, keys.epoch)) {
            return Some(TokenKind::Chat);
        }
        let number = keys.email_number?;
        is(self.mailed(feedback_id, keys.epoch, number)).then_some(TokenKind::MailedLink)
    }

    fn own(&self, feedback_id: &str, epoch: i64) -> Hmac<Sha256> {
        let mut mac = self.mac.clone();
        mac.update(&epoch.to_be_bytes());
        mac.update(feedback_id.as_bytes());
        mac
    }

    fn starting(&self, feedback_id: &str) -> Hmac<Sha256> {
        let mut mac = self.start.clone();
        mac.update(feedback_id.as_bytes());
        mac
    }

    fn mailed(&self, feedback_id: &str, epoch: i64, number: i64) -> Hmac<Sha256> {
        let mut mac = self.mailed.clone();
        mac.update(&epoch.to_be_bytes());
        mac.update(&number.to_be_bytes());
        mac.update(feedback_id.as_bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(epoch: i64, email_number: Option<i64>) -> ChatKeys {
        ChatKeys { epoch, email_number }
    }

    #[test]
    fn tokens_depend_on_secret_feedback_and_epoch() {
        let tokens = ChatTokens::from_secrets("s", None);
        let token = tokens.token("f", FIRST_EPOCH);
        assert_eq!(token.len(), 43);
        assert_eq!(token, tokens.token("f", FIRST_EPOCH));
        assert_ne!(token, tokens.token("g", FIRST_EPOCH));
        assert_ne!(token, tokens.token("f", FIRST_EPOCH + 1));
        assert_ne!(token, ChatTokens::from_secrets("t", None).token("f", FIRST_EPOCH));
        assert!(ChatTokens::has_form(&token));
        let kind = |token: &str, id: &str| tokens.kind_of(token, id, keys(FIRST_EPOCH, None));
        assert_eq!(kind(&token, "f"), Some(TokenKind::Chat));
        assert_eq!(kind(&token, "g"), None);
        for wrong in ["", "x", &token[..40], &format!("{token}A")] {
            assert_eq!(kind(wrong, "f"), None, "{wrong}");
            assert!(!ChatTokens::has_form(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_mailed_link_has_a_token_of_its_own_that_ends_with_its_number() {
        let tokens = ChatTokens::from_secrets("s", None);
        let token = tokens.mailed_token("f", 0, 1);
        assert!(ChatTokens::has_form(&token));
        assert_ne!(token, tokens.token("f", 0));
        let kind = |keys: ChatKeys| tokens.kind_of(&token, "f", keys);
        assert_eq!(kind(keys(0, Some(1))), Some(TokenKind::MailedLink));
        for others in [keys(0, None), keys(0, Some(2)), keys(1, Some(1))] {
            assert_eq!(kind(others), None, "{others:?}");
        }
        assert_eq!(tokens.kind_of(&token, "g", keys(0, Some(1))), None);
    }

    #[test]
    fn a_token_that_begins_a_chat_is_of_one_feedback_and_opens_nothing() {
        let before = ChatTokens::from_secrets("old", None);
        let after = ChatTokens::from_secrets("new", Some("old"));
        let token = before.start_token("f");
        assert!(before.starts(&token, "f") && after.starts(&token, "f"));
        assert!(!before.starts(&token, "g"));
        assert!(!ChatTokens::from_secrets("new", None).starts(&token, "f"));
        assert_eq!(before.kind_of(&token, "f", keys(0, Some(1))), None);
        for wrong in ["", "x", &before.token("f", 0)] {
            assert!(!before.starts(wrong, "f"), "{wrong}");
        }
    }

    #[test]
    fn tokens_of_the_previous_secret_are_accepted_but_not_given_out() {
        let before = ChatTokens::from_secrets("old", None);
        let after = ChatTokens::from_secrets("new", Some("old"));
        let later = ChatTokens::from_secrets("new", None);
        let (token, mailed) = (before.token("f", 0), before.mailed_token("f", 0, 1));
        let keys = keys(0, Some(1));
        assert_eq!(after.kind_of(&token, "f", keys), Some(TokenKind::Chat));
        assert_eq!(after.kind_of(&mailed, "f", keys), Some(TokenKind::MailedLink));
        assert_eq!(later.kind_of(&token, "f", keys), None);
        assert_eq!(after.token("f", 0), later.token("f", 0));
    }
}
