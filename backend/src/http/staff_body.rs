//! The body of a request of staff, whose sender is checked again when it is complete (docs/staff.md#sessions).

use crate::admission::ArrivalError;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

type Check = Pin<Box<dyn Future<Output = Result<(), ArrivalError>> + Send>>;

struct StaffBody {
    body: Body,
    has_ended: bool,
    check: Option<Check>,
}

/// Has the body of a request end with an error if a check fails then: a body may take a minute to arrive, in which a session or a
/// token can end.
pub(super) fn check_when_complete(
    request: Request,
    check: impl Future<Output = Result<(), ArrivalError>> + Send + 'static,
) -> Request {
    if request.body().is_end_stream() {
        return request;
    }
    request.map(|body| {
        Body::new(StaffBody {
            body,
            has_ended: false,
            check: Some(Box::pin(check)),
        })
    })
}

impl HttpBody for StaffBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if !self.has_ended {
            let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
            if frame.is_some() {
                return Poll::Ready(frame);
            }
            self.has_ended = true;
        }
        let Some(check) = &mut self.check else {
            return Poll::Ready(None);
        };
        let checked = ready!(check.as_mut().poll(context));
        self.check = None;
        Poll::Ready(checked.err().map(|error| Err(axum::Error::new(error))))
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
