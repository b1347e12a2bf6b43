//! Tells whether a request was answered before its body was read.

use super::activity::Activity;
use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// The body of a request. One that is dropped before its end leaves bytes on the connection that nobody reads.
pub(super) struct WatchedBody {
    body: Incoming,
    activity: Arc<Activity>,
    is_read: bool,
}

impl WatchedBody {
    pub(super) fn new(body: Incoming, activity: &Arc<Activity>) -> Self {
        Self {
            is_read: body.is_end_stream(),
            body,
            activity: Arc::clone(activity),
        }
    }
}

impl Body for WatchedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        self.is_read = frame.is_none() || self.body.is_end_stream();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for WatchedBody {
    fn drop(&mut self) {
        if !self.is_read {
            self.activity.leave_body_unread();
        }
    }
}
