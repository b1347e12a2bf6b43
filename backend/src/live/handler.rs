//! Requests of Socket.IO. What becomes a websocket gets a stream that bounds how many packets come through it.

use super::packets::PacedStream;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{MethodRouter, any};
use axum::{BoxError, http};
use hyper::service::Service;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use tracing::debug;

/// A websocket with the request that asked for it.
type WebSocket = (PacedStream<TokioIo<Upgraded>>, http::Request<()>);

/// What the library of Socket.IO does: it answers requests, and serves websockets.
pub(super) trait SocketService:
    Service<
        Request,
        Response = http::Response<<Self as SocketService>::Content>,
        Error = Infallible,
        Future: Send,
    > + Service<WebSocket, Response = (), Error: Send, Future: Send>
    + Clone
    + Send
    + Sync
    + 'static
{
    type Content: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static;
}

impl<T, B> SocketService for T
where
    T: Service<Request, Response = http::Response<B>, Error = Infallible, Future: Send>
        + Service<WebSocket, Response = (), Error: Send, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static,
    B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    type Content = B;
}

/// Returns the handler of every method.
pub(super) fn handler<S: Clone + Send + Sync + 'static>(service: impl SocketService) -> MethodRouter<S> {
    any(move |request: Request| {
        let service = service.clone();
        async move { answer(&service, request).await }
    })
}

async fn answer<H: SocketService>(service: &H, mut request: Request) -> Response {
    // Without this the library answers a request for a websocket as ever, but does not serve it by itself.
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let (parts, body) = request.into_parts();
    let copy = upgrade.map(|upgrade| (upgrade, http::Request::from_parts(parts.clone(), ())));
    let answered = Service::<Request>::call(service, Request::from_parts(parts, body)).await;
    let response = answered.unwrap_or_else(|never| match never {});
    if response.status() == StatusCode::SWITCHING_PROTOCOLS
        && let Some((upgrade, request)) = copy
    {
        tokio::spawn(serve(service.clone(), upgrade, request));
    }
    response.map(Body::new)
}

/// Hands a connection over to the library when it has become a websocket.
async fn serve<H: SocketService>(service: H, upgrade: OnUpgrade, request: http::Request<()>) {
    match upgrade.await {
        Ok(upgraded) => {
            let stream = PacedStream::new(TokioIo::new(upgraded));
            let served = Service::<WebSocket>::call(&service, (stream, request)).await;
            if served.is_err() {
                debug!("serving a websocket failed");
            }
        }
        Err(error) => debug!(%error, "websocket upgrade failed"),
    }
}
