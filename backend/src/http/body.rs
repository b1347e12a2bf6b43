//! JSON bodies, limited in size, time and content (docs/api.md#limits).

use super::fault::Fault;
use super::json_bounds::check_tree_bounds;
use super::problem::Problem;
use super::state::AppState;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// Most bytes of a feedback.
const FEEDBACK_LIMIT: usize = 1024 * 1024;

/// Most bytes of any other JSON body.
const SMALL_LIMIT: usize = 64 * 1024;

/// How long a body may take to arrive: enough for a megabyte over a slow mobile connection.
const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// A body with the answers of a flow, not read yet. The content type does not matter: `sendBeacon` and simple clients cannot
/// set it.
pub(super) struct FeedbackBody {
    pub(super) json: Bytes,
    /// Keep it until the feedback is stored or refused.
    pub(super) weight: OwnedSemaphorePermit,
}

/// A body of any JSON without answers of a flow.
pub(super) struct JsonBody(pub(super) Value);

impl FromRequest<Arc<AppState>> for FeedbackBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<Self, Problem> {
        let json = read_body(request.into_body(), FEEDBACK_LIMIT).await?;
        // Weighed when it is complete: bodies that arrive slowly must not keep others out.
        let weight = app.admission.weigh(json.len()).ok_or(Problem::Busy)?;
        Ok(Self { json, weight })
    }
}

impl JsonBody {
    /// Reads an object into a struct. Null means absent.
    ///
    /// # Errors
    /// 422 for a value of the wrong type.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<T, Problem> {
        let Self(mut value) = self;
        crate::json::drop_nulls(&mut value);
        crate::json::read(value).map_err(|error| Fault::from(error).into())
    }
}

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        Ok(Self(parse_json(
            &read_body(request.into_body(), SMALL_LIMIT).await?,
        )?))
    }
}

/// Reads a body.
///
/// # Errors
/// 408 if it takes too long, 413 if it is over the limit.
pub(super) async fn read_body(body: Body, limit: usize) -> Result<Bytes, Problem> {
    tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, limit))
        .await
        .map_err(|_| Problem::Timeout)?
        .map_err(|_| Problem::TooLarge(limit))
}

fn parse_json(bytes: &[u8]) -> Result<Value, Problem> {
    check_tree_bounds(bytes).map_err(|bound| Problem::InvalidJson(bound.message()))?;
    serde_json::from_slice(bytes).map_err(|error| Problem::InvalidJson(error.to_string()))
}
