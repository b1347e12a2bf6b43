//! Writes down the calls of staff that are refused with 403, in one place, wherever that is decided (docs/staff.md#refused-calls).

use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::staff::{Caller, StaffRefusal};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// The name of the person or the token whose call a response belongs to.
#[derive(Clone)]
pub(super) struct CallerName(pub(super) String);

/// Writes down that a call was refused, with its caller as far as they are known.
pub(super) async fn note_refusals(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let client = request.extensions().get::<ClientAddress>();
    let network = client.and_then(|client| client.0);
    let response = next.run(request).await;
    if let Some(refusal) = response.extensions().get::<StaffRefusal>() {
        let name = response.extensions().get::<CallerName>();
        let token = name.map(|name| &*name.0);
        refusal.note(Caller { token, network }, &app.network_hashes);
    }
    response
}
