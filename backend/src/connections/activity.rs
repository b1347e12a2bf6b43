//! What a connection is doing, shared by its stream and its service.

use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Tells the stream which bytes belong to the head of a request.
///
/// Both sides run in the task of the connection, one after the other, so no ordering between the fields is needed.
#[derive(Debug, Default)]
pub(super) struct Activity {
    /// How many requests have been read.
    requests: AtomicUsize,
    /// A request is being answered, or the connection has become a websocket.
    is_busy: AtomicBool,
    /// The last request was answered before its body was read.
    has_unread_body: AtomicBool,
}

impl Activity {
    /// Returns the number of the request whose head is read next; `None` while bytes belong to something else.
    pub(super) fn awaited_head(&self) -> Option<usize> {
        (!self.is_busy.load(Relaxed)).then(|| self.requests.load(Relaxed))
    }

    /// Notes that nobody reads the rest of a body.
    pub(super) fn leave_body_unread(&self) {
        self.has_unread_body.store(true, Relaxed);
    }

    /// Returns whether the client may still be sending what nobody reads.
    pub(super) fn has_unread_body(&self) -> bool {
        self.has_unread_body.load(Relaxed)
    }
}

/// A request that is being answered.
pub(super) struct RequestInProgress(Arc<Activity>);

impl RequestInProgress {
    pub(super) fn begin(activity: &Arc<Activity>) -> Self {
        activity.requests.fetch_add(1, Relaxed);
        activity.is_busy.store(true, Relaxed);
        activity.has_unread_body.store(false, Relaxed);
        Self(Arc::clone(activity))
    }

    /// Notes that the response begins. After a change of protocol no further request follows.
    pub(super) fn end(self, status: StatusCode) {
        if status != StatusCode::SWITCHING_PROTOCOLS {
            self.0.is_busy.store(false, Relaxed);
        }
    }
}
