//! `/v1/staff/customers`: what is held about a customer (docs/deletion.md#personal-data-export).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::erasure::{HeldDocument, Reader};
use crate::http::openapi::problems::NotFound;
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use crate::rate_limits::TooManyRequests;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use base::time::now;
use futures_util::stream::try_unfold;
use std::sync::Arc;
use std::time::Duration;
use store::{ActBy, ErasureSubject, StaffAct, StaffNote, StoreError};
use tokio::sync::OwnedSemaphorePermit;
use tracing::warn;

/// After so long an export of others may be over.
const WAIT: Duration = Duration::from_secs(10);

/// Hands out what is held about a customer.
///
/// Everything that erasing them would remove, by tables, read while it is sent. It is written down who has asked for it.
///
/// # Errors
/// 404 for an unknown customer, 429 while others export, 401, 403. A response whose database fails in the middle ends early,
/// without its last chunk.
#[utoipa::path(
    get,
    path = "/v1/staff/customers/{customer_id}/data",
    operation_id = "show_customer_data",
    tag = "Staff: people and devices",
    responses(
        (
            status = 200,
            description = "an object with a list of rows for each table; one whose database fails in the middle ends early, without its last chunk",
            body = Object,
            content_type = "application/json",
        ),
        NotFound,
    ),
)]
pub(in crate::http) async fn show_data(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(customer_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let permit = Arc::clone(&app.exports).try_acquire_owned();
    let permit = permit.map_err(|_| TooManyRequests { wait: WAIT })?;
    let node_id = app.store.node_id_of_customer(&customer_id).await?;
    let node_id = node_id.ok_or(Problem::NotFound("customer"))?;
    let note = StaffNote {
        by: ActBy {
            staff: staff.name().to_owned(),
            at: now(),
        },
        act: StaffAct::ExportCustomer,
        nodes: vec![Some(node_id)],
        subject: customer_id.clone(),
    };
    app.store.note_act(note).await?;
    let subject = ErasureSubject::Customer(customer_id);
    let holder = app.store.holder(&subject, &staff.nodes(None)?).await?;
    let reader = Reader::Staff(app.device_hashes.clone());
    let document = HeldDocument::begin(Arc::clone(&app.store), &holder, reader);
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"customer.json\""),
    ];
    Ok((NO_STORE, headers, streamed(document, permit)))
}

fn streamed(document: HeldDocument, permit: OwnedSemaphorePermit) -> Body {
    let parts = try_unfold((document, permit), async |(mut document, permit)| {
        let part = document.next().await;
        let part =
            part.inspect_err(|error| warn!(%error, "customer data export failed; response cut off"))?;
        Ok::<_, StoreError>(part.map(|part| (part, (document, permit))))
    });
    Body::from_stream(parts)
}
