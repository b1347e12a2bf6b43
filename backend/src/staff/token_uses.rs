//! Notes when staff tokens are used, seldom and beside the requests.

use base::time::{Millis, now};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{Store, TokenUse};
use tracing::warn;

/// Least time between two notes about one token.
const INTERVAL: Millis = 60_000;

/// When the use of each token was noted last by this process. As many entries as there are valid tokens at most.
#[derive(Default)]
pub(crate) struct TokenUses {
    noted: Mutex<HashMap<String, Millis>>,
}

impl TokenUses {
    /// Has the use of a token written down, if that has not been done within the last minute. Returns at once.
    pub(crate) fn note(&self, store: &Arc<Store>, name: &str) {
        let at = now();
        if !self.is_due(name, at) {
            return;
        }
        let (store, name) = (Arc::clone(store), name.to_owned());
        tokio::spawn(async move {
            if let Err(error) = store.note_token_use(TokenUse { name, at }).await {
                warn!(?error, "recording staff token use failed");
            }
        });
    }

    fn is_due(&self, name: &str, at: Millis) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        match noted.get_mut(name) {
            Some(last) if at - *last < INTERVAL => false,
            Some(last) => {
                *last = at;
                true
            }
            None => {
                noted.insert(name.to_owned(), at);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_is_noted_once_a_minute() {
        let uses = TokenUses::default();
        assert!(uses.is_due("a", 0));
        assert!(!uses.is_due("a", INTERVAL - 1));
        assert!(uses.is_due("b", INTERVAL - 1));
        assert!(uses.is_due("a", INTERVAL));
    }
}
