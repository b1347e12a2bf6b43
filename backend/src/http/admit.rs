//! Decides about requests before anything is done for them (docs/api.md#limits).

use super::body::read_body;
use super::problem::Problem;
use super::socket_origin::may_open_socket;
use super::staff_credentials::Credentials;
use super::staff_host::is_staff_host;
use crate::admission::{Arrival, ClientAddress};
use crate::application::AppState;
use crate::live::{PACKETS_A_SECOND, SocketClient, StaffRules};
use crate::rate_limits::TooManyRequests;
use crate::server_address::ServerAddress;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;
use std::sync::Arc;
use std::time::Duration;

/// More than a packet may have, so that the handler of Socket.IO refuses those that are too large.
const SOCKET_BODY_LIMIT: usize = 64 * 1024;

/// Between the packets of one request that polls (Engine.IO, version 4).
const PACKET_SEPARATOR: u8 = 0x1e;

const SECOND: Duration = Duration::from_secs(1);

/// The headers that the handler of Socket.IO may read.
const SOCKET_HEADERS: [HeaderName; 5] = [
    CONNECTION,
    CONTENT_TYPE,
    SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION,
    UPGRADE,
];

/// Refuses requests of an address that asks too often or too much at once, and requests beyond those that can be answered now.
/// One whose body is read takes its place when the body is there ([`Arrival`]).
pub(super) async fn admit(
    State(app): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let client = app.admission.client_address(&request);
    app.admission.count_client(client).await?;
    let permit = app.admission.begin(client)?;
    if !may_have_body(request.method()) || request.body().is_end_stream() {
        permit.take_place()?;
    }
    let extensions = request.extensions_mut();
    extensions.insert(ClientAddress(client));
    extensions.insert(Arrival::of_permit(&permit));
    let request = app.admission.guard_body(request, client);
    Ok(next.run(request).await)
}

/// Returns whether there are handlers that read the body of a request with this method.
fn may_have_body(method: &Method) -> bool {
    !method.is_safe() && method != Method::DELETE
}

/// Refuses requests of an address that asks too often or too much at once, and of pages of other sites. Requests of sockets wait for events, so they take no
/// place, and count among those of their client only until their body is there.
pub(super) async fn admit_socket(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let client = app.admission.client_address(&request);
    app.admission.count_client(client).await?;
    let public_origin = app.public_url.as_ref().map(ServerAddress::origin);
    if !may_open_socket(request.headers(), public_origin.as_deref()) {
        return Err(Problem::ForeignOrigin);
    }
    // The cookie of a request that is not of an own page counts for nothing.
    let session = match Credentials::of(&app, request.headers(), request.uri()) {
        Ok(Credentials::Session(hash)) => Some(hash),
        Err(problem @ Problem::TwoSessions(_)) => return Err(problem),
        _ => None,
    };
    let rules = StaffRules {
        is_at_staff_host: is_staff_host(&app, request.headers()),
        requires_second_factor: app.requires_second_factor,
    };
    let permit = app.admission.begin(client)?;
    let (mut parts, body) = app.admission.guard_body(request, client).into_parts();
    // The handler of Socket.IO bounds the size of a body, but not its time.
    let body = read_body(Request::new(body), SOCKET_BODY_LIMIT).await?;
    drop(permit);
    let packets = body.split(|byte| *byte == PACKET_SEPARATOR).count();
    if packets > PACKETS_A_SECOND {
        return Err(TooManyRequests { wait: SECOND }.into());
    }
    keep_little(&mut parts);
    parts.extensions.insert(SocketClient::new(client, session, rules));
    Ok(next.run(Request::from_parts(parts, body.into())).await)
}

/// Copies what the handler of Socket.IO needs of a request, and drops the rest. A socket keeps its first request for as long as
/// it is connected, and what hyper has read is in one buffer: a single header would keep all of it.
fn keep_little(parts: &mut Parts) {
    let mut headers = HeaderMap::with_capacity(SOCKET_HEADERS.len());
    for name in SOCKET_HEADERS {
        let value = parts.headers.get(&name);
        if let Some(value) = value.and_then(|value| HeaderValue::from_bytes(value.as_bytes()).ok()) {
            headers.insert(name, value);
        }
    }
    parts.headers = headers;
    // An address that was read once can be read again.
    parts.uri = Uri::try_from(parts.uri.to_string()).unwrap_or_default();
}
