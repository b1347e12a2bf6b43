//! Finds changes that this process was not notified of, by comparing with the database what it knows: for the customers who
//! follow a chat its position, for staff, and for what has no position, the number of the last change of all chats.
//!
//! Another process may have ended between its commit and telling of it, or could not reach Redis.

use super::followers::Followers;
use super::notifier::Notifier;
use std::collections::HashMap;
use std::time::Duration;
use store::{ChangedChat, ChatChange, ListCursor, Store, StoreError};
use tokio::sync::Notify;
use tokio::time::sleep;
use tracing::warn;

/// How often positions are compared.
const INTERVAL: Duration = Duration::from_secs(15);

/// How many chats are compared with one statement.
const AT_ONCE: usize = 500;

/// How many changes for staff are read with one statement.
const CHANGES_AT_ONCE: u32 = 500;

/// Compares now and then, and when something may have been missed.
pub(super) async fn catch_up(store: &Store, followers: &Followers, notifier: &Notifier, missed: &Notify) {
    let mut known_changes = None;
    loop {
        let compared = async {
            announce_changes(store, followers, notifier, &mut known_changes).await?;
            compare_positions(store, followers, notifier).await
        };
        if let Err(error) = compared.await {
            warn!(%error, "polling for changes of other servers failed; will retry");
        }
        tokio::select! {
            () = sleep(INTERVAL) => {}
            () = missed.notified() => {}
        }
    }
}

/// Announces all chats that have changed since the last time: to staff, to those who wait in a queue, and to whom tokens gave
/// access that may have ended. What staff have been sent already is not sent again ([`super::inbox_events`]).
async fn announce_changes(
    store: &Store,
    followers: &Followers,
    notifier: &Notifier,
    known: &mut Option<ListCursor>,
) -> Result<(), StoreError> {
    let Some(known) = known else {
        *known = Some(store.inbox_end().await?);
        return Ok(());
    };
    loop {
        let changed = store.chats_changed_after(known, CHANGES_AT_ONCE).await?;
        for chat in &changed {
            notifier.heard(&chat.feedback_id, change_of(chat, followers));
            *known = chat.cursor();
        }
        if changed.len() < CHANGES_AT_ONCE as usize {
            return Ok(());
        }
    }
}

/// Returns what may have changed in a chat.
fn change_of(chat: &ChangedChat, followers: &Followers) -> ChatChange {
    if chat.is_erased {
        return ChatChange::erased();
    }
    // Its place in the queue has no position.
    let known = followers.position(&chat.feedback_id).filter(|_| chat.is_queued);
    ChatChange {
        first_position: known.map(|known| known + 1),
        ..ChatChange::of_access()
    }
}

async fn compare_positions(
    store: &Store,
    followers: &Followers,
    notifier: &Notifier,
) -> Result<(), StoreError> {
    let known = followers.positions();
    let ids: Vec<&str> = known.keys().map(String::as_str).collect();
    for ids in ids.chunks(AT_ONCE) {
        let positions: HashMap<String, i64> = store.chat_positions(ids).await?.into_iter().collect();
        for feedback_id in ids {
            match (known.get(*feedback_id), positions.get(*feedback_id)) {
                (Some(known), Some(position)) if position > known => {
                    notifier.heard(feedback_id, ChatChange::from_position(known + 1));
                }
                (_, None) => notifier.heard(feedback_id, ChatChange::erased()),
                _ => {}
            }
        }
    }
    Ok(())
}
