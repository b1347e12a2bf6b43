//! Parameters of paths; those that are no text name nothing that there is.

use super::problem::Problem;
use axum::extract;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The parameters of a path: a text, or a tuple of them.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match extract::Path::from_request_parts(parts, state).await {
            Ok(extract::Path(parameters)) => Ok(Self(parameters)),
            Err(_) => Err(Problem::NotFound("page or call")),
        }
    }
}
