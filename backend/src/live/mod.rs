//! What happens, told to whoever watches: visitors by Socket.IO, staff by requests that wait.
//!
//! Commit first, then notify: [`Live::chat_changed`] is called after the commit, returns at once, and nothing that goes
//! wrong behind it reaches the request that called. An event may be lost; who reconnects asks for what it missed.

mod emitter;
mod notifier;
mod socket;

pub(crate) use notifier::Watcher;

use crate::feedback::ChatTokens;
use crate::store::Store;
use axum::routing::MethodRouter;
use notifier::Notifier;
use socketioxide::SocketIo;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

/// The live side of the running server.
pub(crate) struct Live {
    notifier: Arc<Notifier>,
    io: SocketIo,
    emitter: Mutex<Option<JoinHandle<()>>>,
}

impl Live {
    /// Starts it, and returns what speaks Socket.IO.
    pub(crate) fn start<S: Clone>(store: &Arc<Store>, chat_tokens: &ChatTokens) -> (Self, MethodRouter<S>) {
        let notifier = Arc::new(Notifier::default());
        let (service, io) = socket::service(store, chat_tokens);
        let emitter = tokio::spawn(emitter::run(Arc::clone(&notifier), Arc::clone(store), io.clone()));
        let live = Self {
            notifier,
            io,
            emitter: Mutex::new(Some(emitter)),
        };
        (live, service)
    }

    /// Says that a chat has a new message or another status, which is committed.
    pub(crate) fn chat_changed(&self, feedback_id: &str) {
        self.notifier.chat_changed(feedback_id);
    }

    /// Watches for changes from now on.
    pub(crate) fn watch(&self) -> Watcher {
        self.notifier.watch()
    }

    /// Ends all connections and all waiting, so that a server that stops need not wait for them.
    pub(crate) async fn close(&self) {
        self.notifier.close();
        self.io.close().await;
        let emitter = self.emitter.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(emitter) = emitter {
            // It ends by itself; a panic in it has been logged, and nothing rests on it any more.
            let _ = emitter.await;
        }
    }
}
