//! Finds changes that this process was not told of, by comparing positions with the database.
//!
//! Another process may have ended between its commit and telling of it, or could not reach Redis.

use super::followers::Followers;
use super::notifier::Notifier;
use crate::store::{ChatChange, Store, StoreError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::sleep;
use tracing::warn;

/// How often positions are compared.
const INTERVAL: Duration = Duration::from_secs(15);

/// How many chats are compared with one statement.
const AT_ONCE: usize = 500;

/// Compares now and then, and when something may have been missed.
pub(super) async fn catch_up(store: &Store, followers: &Followers, notifier: &Notifier, missed: &Notify) {
    loop {
        tokio::select! {
            () = sleep(INTERVAL) => {}
            () = missed.notified() => {}
        }
        if let Err(error) = compare(store, followers, notifier).await {
            warn!(%error, "changes of other servers could not be looked for; the next attempt is soon");
        }
    }
}

async fn compare(store: &Store, followers: &Followers, notifier: &Notifier) -> Result<(), StoreError> {
    let known = followers.positions();
    let ids: Vec<&str> = known.keys().map(String::as_str).collect();
    for ids in ids.chunks(AT_ONCE) {
        for (feedback_id, position) in store.chat_positions(ids).await? {
            if let Some(known) = known.get(&feedback_id)
                && position > *known
            {
                notifier.heard(&feedback_id, ChatChange::from_position(known + 1));
            }
        }
    }
    Ok(())
}
