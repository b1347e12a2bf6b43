//! Bodies as they arrive: at a least pace, and within the memory that all of them share (docs/api.md#limits).

use super::pace::Pace;
use super::shortage::Shortage;
use crate::bounds::BodyLimits;
use crate::shares::{Exhausted, Share, Shares};
use axum::body::{Body, Bytes};
use axum::extract::Request;
use base::telemetry::{rate_limited, request_refused};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::error::Error;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// Bodies up to this size may use the last quarter of the memory: large ones cannot keep them out.
const SMALL_BODY: usize = 16 * 1024;

/// What the bodies that arrive may cost.
pub(super) struct IncomingBodies {
    limits: BodyLimits,
    memory: Arc<Shares>,
    shortage: Shortage,
}

/// The bytes of a body that are in memory. Comes with the request.
#[derive(Clone)]
pub(crate) struct HeldBytes(Arc<Share>);

/// Why the rest of a body is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArrivalError {
    #[error("the body arrives too slowly")]
    TooSlow,
    #[error("there is no memory for the body now")]
    NoMemory,
    #[error("the bodies of this client take too much memory")]
    TooMuchOfClient,
    #[error("the session has ended while the body arrived")]
    SessionEnded,
    #[error("the token has ended while the body arrived")]
    TokenEnded,
    #[error("whether the session or the token has ended could not be found out")]
    Unchecked,
}

struct IncomingBody {
    body: Body,
    bodies: Arc<IncomingBodies>,
    /// `None` until somebody reads it.
    pace: Option<Pace>,
    held: Arc<Share>,
}

impl IncomingBodies {
    pub(super) fn new(limits: &BodyLimits) -> Arc<Self> {
        Arc::new(Self {
            memory: Shares::new(limits.memory, limits.memory_per_address),
            limits: limits.clone(),
            shortage: Shortage::new("requests refused: no memory left for incoming bodies"),
        })
    }

    /// Bounds the body of a request of a client; `None` for the client if many may be behind its address.
    pub(super) fn guard(self: &Arc<Self>, request: Request, client: Option<IpAddr>) -> Request {
        if request.body().is_end_stream() {
            return request;
        }
        let held = Arc::new(self.memory.empty_share(client));
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(HeldBytes(Arc::clone(&held)));
        let body = IncomingBody {
            body,
            bodies: Arc::clone(self),
            pace: None,
            held,
        };
        Request::from_parts(parts, Body::new(body))
    }

    /// Returns how many bytes of bodies are in memory.
    pub(super) fn bytes(&self) -> usize {
        self.memory.taken()
    }

    /// Returns whether even small bodies have been refused for a while, and would be now.
    pub(super) fn are_out_of_memory(&self) -> bool {
        self.bytes().saturating_add(SMALL_BODY) > self.limits.memory && self.shortage.is_lasting()
    }

    fn hold(&self, held: &Share, bytes: usize) -> Result<(), ArrivalError> {
        let is_small = held.amount().saturating_add(bytes) <= SMALL_BODY;
        let left = if is_small { 0 } else { self.limits.memory / 4 };
        match held.grow(bytes, left) {
            Ok(()) => {
                self.shortage.note_granted();
                Ok(())
            }
            Err(Exhausted::ForAll) => {
                self.shortage.note_refused();
                request_refused("body_memory");
                Err(ArrivalError::NoMemory)
            }
            Err(Exhausted::ForClient) => {
                rate_limited("body_memory");
                Err(ArrivalError::TooMuchOfClient)
            }
        }
    }
}

impl HttpBody for IncomingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Self {
            body,
            bodies,
            pace,
            held,
        } = &mut *self;
        let pace = pace.get_or_insert_with(|| Pace::begin(&bodies.limits));
        let Poll::Ready(frame) = Pin::new(body).poll_frame(context) else {
            ready!(pace.poll_too_slow(context));
            return Poll::Ready(Some(Err(axum::Error::new(ArrivalError::TooSlow))));
        };
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            pace.count(data.len());
            if let Err(error) = bodies.hold(held, data.len()) {
                return Poll::Ready(Some(Err(axum::Error::new(error))));
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl HeldBytes {
    /// Returns those of a request; `None` if it has no body.
    pub(crate) fn of(request: &Request) -> Option<Self> {
        request.extensions().get().cloned()
    }

    /// Says that bytes of the body are in memory no more.
    pub(crate) fn give_back(&self, bytes: usize) {
        self.0.shrink(bytes);
    }
}

impl ArrivalError {
    /// Finds it among the reasons of an error that came of reading a body.
    pub(crate) fn behind(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut reason = Some(error);
        while let Some(error) = reason {
            if let Some(found) = error.downcast_ref() {
                return Some(*found);
            }
            reason = error.source();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use std::time::Duration;

    const MEMORY: usize = 128 * 1024;

    fn bodies() -> Arc<IncomingBodies> {
        IncomingBodies::new(&BodyLimits {
            memory: MEMORY,
            memory_per_address: MEMORY / 2,
            ..BodyLimits::default()
        })
    }

    fn request(bodies: &Arc<IncomingBodies>, client: u8, bytes: usize) -> Request {
        let client = Some(IpAddr::from([192, 0, 2, client]));
        bodies.guard(Request::new(Body::from(vec![b'a'; bytes])), client)
    }

    /// Reads the first frame of a body, and leaves the body where it is.
    async fn begin(request: &mut Request) -> Result<(), ArrivalError> {
        let body = request.body_mut();
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        frame
            .unwrap()
            .map(drop)
            .map_err(|error| ArrivalError::behind(&error).unwrap())
    }

    #[tokio::test]
    async fn bytes_count_as_they_arrive_and_until_they_are_given_back() {
        let bodies = bodies();
        let mut large = request(&bodies, 1, MEMORY / 2);
        assert_eq!(bodies.bytes(), 0, "what is announced takes nothing");
        begin(&mut large).await.unwrap();
        assert_eq!(bodies.bytes(), MEMORY / 2);
        assert_eq!(
            begin(&mut request(&bodies, 1, 1)).await,
            Err(ArrivalError::TooMuchOfClient)
        );
        HeldBytes::of(&large).unwrap().give_back(1);
        begin(&mut request(&bodies, 1, 1)).await.unwrap();
        drop(large);
        assert_eq!(bodies.bytes(), 0);
    }

    #[tokio::test]
    async fn large_bodies_leave_room_for_small_ones() {
        let bodies = bodies();
        let mut large = [request(&bodies, 1, MEMORY / 2), request(&bodies, 2, MEMORY / 4)];
        for request in &mut large {
            begin(request).await.unwrap();
        }
        let mut other = request(&bodies, 3, SMALL_BODY + 1);
        assert_eq!(begin(&mut other).await, Err(ArrivalError::NoMemory));
        let mut small = [request(&bodies, 3, SMALL_BODY), request(&bodies, 3, SMALL_BODY)];
        for request in &mut small {
            begin(request).await.unwrap();
        }
        assert_eq!(bodies.bytes(), MEMORY);
        assert_eq!(
            begin(&mut request(&bodies, 4, 1)).await,
            Err(ArrivalError::NoMemory)
        );
        assert!(!bodies.are_out_of_memory(), "not for long");
    }

    #[tokio::test]
    async fn a_body_that_does_not_come_ends() {
        struct Silent;
        impl HttpBody for Silent {
            type Data = Bytes;
            type Error = axum::Error;

            fn poll_frame(
                self: Pin<&mut Self>,
                _: &mut Context<'_>,
            ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
                Poll::Pending
            }
        }
        let bodies = IncomingBodies::new(&BodyLimits {
            slowest_time: Duration::ZERO,
            ..BodyLimits::default()
        });
        let request = bodies.guard(Request::new(Body::new(Silent)), None);
        let error = to_bytes(request.into_body(), 1).await.unwrap_err();
        assert_eq!(ArrivalError::behind(&error), Some(ArrivalError::TooSlow));
    }
}
