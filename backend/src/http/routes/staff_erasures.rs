//! `/v1/staff/erasures`: what is known about somebody is erased (docs/deletion.md#erasing).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::erasure::{ErasureError, ErasureProgress};
use crate::http::body::JsonBody;
use crate::http::openapi::problems::{ConfirmationNeeded, InvalidJson, NotFound, Unprocessable};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::time::to_rfc3339;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Erasure, ErasureKind, ErasureSubject, NodeScope};
use utoipa::ToSchema;

/// For how long a request waits until everything is erased. What takes longer continues without it.
const RESPOND_WITHIN: Duration = Duration::from_secs(2);

/// Most bytes of an id.
const ID_LENGTH: usize = 128;

/// What is erased: exactly one of the ids, and perhaps a node.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ErasureBody {
    feedback_id: Option<String>,
    /// The hash of a device, as the lists of staff show it, or its id.
    device_id: Option<String>,
    customer_id: Option<String>,
    external_id: Option<String>,
    /// Only what this node has.
    node_id: Option<String>,
}

/// An order to erase. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = Erasure)]
struct ShownErasure {
    id: String,
    kind: ErasureKind,
    /// Null: all.
    #[schema(required = true)]
    node_ids: Option<Vec<String>>,
    requested_by: String,
    requested_at: String,
    /// How many feedbacks are erased.
    feedbacks: i64,
    /// Null while something is left.
    #[schema(required = true)]
    erased_at: Option<String>,
    /// When it was gone from the files of the database.
    #[schema(required = true)]
    wiped_at: Option<String>,
}

/// Erases a feedback, or what belongs to a device, a customer or a person.
///
/// Responds once that is done; or with 202 if it takes longer and continues. A repeat does no harm.
///
/// # Errors
/// 422 for anything but one id; 404 for an unknown node, feedback or customer; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/erasures",
    operation_id = "erase",
    tag = "Staff: people and devices",
    request_body = ErasureBody,
    responses(
        (status = 200, description = "erased", body = ShownErasure),
        (status = 202, description = "begun", body = ShownErasure),
        InvalidJson, Unprocessable, NotFound, ConfirmationNeeded,
    ),
)]
pub(in crate::http) async fn create(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let body: ErasureBody = body.read()?;
    let nodes = staff.listed_nodes(&app, body.node_id.as_deref()).await?;
    let subject = body.subject()?;
    let id = app.eraser.order(subject, nodes, staff.name()).await?;
    let progress = app
        .eraser
        .carry_out(&id, Some(Instant::now() + RESPOND_WITHIN))
        .await?;
    let erasure = app.store.erasure(&id).await?.ok_or(Problem::Internal)?;
    let status = if progress == ErasureProgress::Erased {
        StatusCode::OK
    } else {
        StatusCode::ACCEPTED
    };
    Ok((status, NO_STORE, Json(ShownErasure::from(erasure))))
}

/// Shows how far an order to erase is.
///
/// # Errors
/// 404 for an unknown one; 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/erasures/{erasure_id}",
    operation_id = "show_erasure",
    tag = "Staff: people and devices",
    responses((status = 200, description = "the order", body = ShownErasure), NotFound),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let erasure = app.store.erasure(&id).await?;
    let erasure = erasure.ok_or(Problem::NotFound("erasure"))?;
    Ok((NO_STORE, Json(ShownErasure::from(erasure))))
}

/// Whose id a field of [`ErasureBody`] holds.
type SubjectOf = fn(String) -> ErasureSubject;

impl ErasureBody {
    fn subject(self) -> Result<ErasureSubject, Problem> {
        let subjects: [(_, _, SubjectOf); 4] = [
            ("feedback_id", self.feedback_id, ErasureSubject::Feedback),
            ("device_id", self.device_id, ErasureSubject::Device),
            ("customer_id", self.customer_id, ErasureSubject::Customer),
            ("external_id", self.external_id, ErasureSubject::ExternalId),
        ];
        let mut named = subjects
            .into_iter()
            .filter_map(|(field, id, subject)| Some((field, id?, subject)));
        let (Some((field, id, subject)), None) = (named.next(), named.next()) else {
            let detail =
                "exactly one of `feedback_id`, `device_id`, `customer_id` and `external_id` is expected";
            return Err(Fault::at("", FaultKey::OneIdExpected, detail).into());
        };
        if id.is_empty() || id.len() > ID_LENGTH {
            let detail = format!("1 to {ID_LENGTH} bytes are expected");
            return Err(Fault::at(&format!("/{field}"), FaultKey::InvalidId, detail).into());
        }
        Ok(subject(id))
    }
}

impl From<ErasureError> for Problem {
    fn from(error: ErasureError) -> Self {
        match error {
            ErasureError::UnknownFeedback => Self::NotFound("feedback"),
            ErasureError::UnknownCustomer => Self::NotFound("customer"),
            ErasureError::Store(error) => error.into(),
            ErasureError::Busy(error) => error.into(),
            ErasureError::Random(error) => error.into(),
        }
    }
}

impl From<Erasure> for ShownErasure {
    fn from(erasure: Erasure) -> Self {
        Self {
            id: erasure.id,
            kind: erasure.kind,
            node_ids: match erasure.nodes {
                NodeScope::All => None,
                NodeScope::Only(nodes) => Some(nodes.into_iter().collect()),
            },
            requested_by: erasure.requested_by,
            requested_at: to_rfc3339(erasure.requested_at),
            feedbacks: erasure.feedbacks,
            erased_at: erasure.erased_at.map(to_rfc3339),
            wiped_at: erasure.wiped_at.map(to_rfc3339),
        }
    }
}
