//! Live updates: visitors get them over Socket.IO, staff by requests that wait (docs/chat.md#live-updates).
//!
//! The store's writer announces each committed change to a [`Notifier`], which never blocks it. Delivery is a task of its
//! own and repeats what could not be delivered. A client that was not connected asks for what it missed by its cursor.

mod emitter;
mod notifier;
mod socket;
mod socket_client;

pub(crate) use notifier::{Notifier, Watcher};
pub(crate) use socket_client::SocketClient;

use crate::chat::ChatTokens;
use crate::connections::ConnectionLimits;
use crate::store::Store;
use axum::routing::MethodRouter;
use socketioxide::SocketIo;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;

/// How long to wait before an update that could not be delivered is sent again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The live updates of the running server.
pub(crate) struct Live {
    notifier: Arc<Notifier>,
    io: SocketIo,
    emitter: Mutex<Option<JoinHandle<()>>>,
}

impl Live {
    /// Starts the delivery of the changes that the notifier receives, and returns the handler of Socket.IO.
    pub(crate) fn start<S: Clone>(
        notifier: Arc<Notifier>,
        store: &Arc<Store>,
        chat_tokens: &ChatTokens,
        limits: &ConnectionLimits,
    ) -> (Self, MethodRouter<S>) {
        let (service, io) = socket::service(store, chat_tokens, limits);
        let emitter = {
            let (notifier, store, io) = (Arc::clone(&notifier), Arc::clone(store), io.clone());
            tokio::spawn(async move {
                let emit = |feedback_id| emitter::emit(&store, &io, feedback_id);
                emitter::run(&notifier, RETRY_DELAY, emit).await;
            })
        };
        let live = Self {
            notifier,
            io,
            emitter: Mutex::new(Some(emitter)),
        };
        (live, service)
    }

    /// Watches for changes from now on.
    pub(crate) fn watch(&self) -> Watcher {
        self.notifier.watch()
    }

    /// Closes all connections and ends all waiting requests, so that they do not delay a shutdown.
    pub(crate) async fn close(&self) {
        self.notifier.close();
        self.io.close().await;
        let emitter = self.emitter.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(emitter) = emitter {
            // A panic of the task has been logged, and nothing depends on the task any more.
            let _ = emitter.await;
        }
    }
}
