//! Connections, bounded in number and in time (docs/api.md#limits).
//!
//! hyper serves each connection; the loop here decides who gets one. A connection counts until its socket is closed, also
//! after it has become a websocket.
//!
//! A request may be refused before its body was read. Then the response says that the connection ends, so that the client sends
//! no further request on it, the connection is closed for sending, and what still comes is read and thrown away, within bounds:
//! to close it at once would have the client's system throw away the answer (RFC 9112, section 9.6).

mod activity;
mod limits;
mod open;
mod stream;
mod trusted_proxies;
mod unread_body;

pub use limits::ConnectionLimits;
pub(crate) use open::{OpenConnections, client_network, wide_network};
pub use trusted_proxies::TrustedProxies;

use activity::{Activity, RequestInProgress};
use axum::Router;
use axum::body::Body;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request};
use base::telemetry::connection_refused;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics::Gauge;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use stream::LimitedStream;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tracing::{debug, warn};
use unread_body::WatchedBody;

/// How long the loop pauses after a failed `accept`, which happens when the process has no file descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Most bytes of the line and the headers of a request, and of the buffer for each connection. hyper's own limit is
/// 400 KiB.
const HEAD_BYTES: usize = 32 * 1024;

/// Sent to a connection over a limit, which is then closed. Its request is not read.
const TOO_MANY_CONNECTIONS: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: application/problem+json\r\ncache-control: no-store\r\nretry-after: 5\r\nconnection: close\r\n\r\n\
    {\"type\":\"urn:pulsen:problem:too_many_connections\",\"title\":\"Too many connections are open\",\
    \"status\":503,\"code\":\"too_many_connections\"}";

/// The address at the other end of a request's connection: the visitor's, or that of a proxy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// Serves connections until `stop` completes, then waits until those that are open have answered their requests. The gauge
/// shows how many there are.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: ConnectionLimits,
    gauge: Gauge,
    stop: impl Future<Output = ()>,
) {
    let open = OpenConnections::new(&limits, gauge);
    let limits = Arc::new(limits);
    let stopping = watch::Sender::new(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                warn!(%error, "accepting a connection failed");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Some(permit) = open.enter(peer.ip()) else {
            // Into the empty buffer of a new socket, so it does not wait. What does not fit is not worth more.
            let _ = stream.try_write(TOO_MANY_CONNECTIONS);
            connection_refused();
            continue;
        };
        // Small responses go out at once instead of waiting for more data.
        let _ = stream.set_nodelay(true);
        let activity = Arc::new(Activity::default());
        let stream = LimitedStream::new(stream, permit, Arc::clone(&activity), &limits);
        tokio::spawn(serve_connection(
            stream,
            peer,
            routes.clone(),
            activity,
            Arc::clone(&limits),
            stopping.subscribe(),
        ));
    }
    drop(listener);
    stopping.send_replace(true);
    // Each connection holds a receiver until it ends.
    stopping.closed().await;
}

async fn serve_connection(
    stream: LimitedStream<TcpStream>,
    peer: SocketAddr,
    routes: Router,
    activity: Arc<Activity>,
    limits: Arc<ConnectionLimits>,
    mut stopping: watch::Receiver<bool>,
) {
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |request: Request<Incoming>| {
        let in_progress = RequestInProgress::begin(&activity);
        let mut request = request.map(|body| Body::new(WatchedBody::new(body, &activity)));
        request
            .extensions_mut()
            .insert(PeerAddress(peer.ip().to_canonical()));
        let response = routes.call(request);
        let activity = Arc::clone(&activity);
        async move {
            let mut response = response.await;
            if let Ok(response) = &mut response {
                in_progress.end(response.status());
                if activity.has_unread_body() {
                    let headers = response.headers_mut();
                    headers.insert(CONNECTION, HeaderValue::from_static("close"));
                }
            }
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.idle)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = is_stopping(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        debug!(%error, "connection ended early");
    }
}

async fn is_stopping(stopping: &mut watch::Receiver<bool>) {
    // Fails if the loop is gone, which also means that the server stops.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

#[cfg(test)]
mod tests;
