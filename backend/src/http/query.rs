//! Query parameters; invalid ones are refused with a problem document.

use super::problem::Problem;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The parameters of a query in the fields of `T`. Others are ignored here; calls of staff refuse those that they do not know
/// (`query_names.rs`).
pub(super) struct Parameters<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(parameters)) => Ok(Self(parameters)),
            Err(rejection) => Err(Problem::InvalidQuery(rejection.body_text())),
        }
    }
}
