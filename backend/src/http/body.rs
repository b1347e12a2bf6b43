//! JSON bodies, limited in size and time (docs/api.md#limits).

use super::problem::Problem;
use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use serde_json::Value;
use std::time::Duration;

/// Most bytes of a JSON body.
pub(super) const JSON_LIMIT: usize = 1024 * 1024;

/// How long a body may take to arrive: enough for a megabyte over a slow mobile connection.
const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// A body of any JSON. The content type does not matter: `sendBeacon` and simple clients cannot set it.
pub(super) struct JsonBody(pub(super) Value);

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let body = tokio::time::timeout(BODY_TIMEOUT, to_bytes(request.into_body(), JSON_LIMIT));
        let bytes = body
            .await
            .map_err(|_| Problem::Timeout)?
            .map_err(|_| Problem::TooLarge(JSON_LIMIT))?;
        let value =
            serde_json::from_slice(&bytes).map_err(|error| Problem::InvalidJson(error.to_string()))?;
        Ok(Self(value))
    }
}
