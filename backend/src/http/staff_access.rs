//! Access of staff by their tokens (docs/api.md#staff-tokens).

use super::problem::Problem;
use super::state::AppState;
use crate::staff_token::hash;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use std::sync::Arc;

/// The member of staff who sent a request. A handler with this parameter is for staff only.
pub(super) struct Staff {
    /// The name of the token.
    pub(super) name: String,
}

impl FromRequestParts<Arc<AppState>> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Self, Problem> {
        let header = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let (scheme, token) = header
            .and_then(|value| value.split_once(' '))
            .ok_or(Problem::Unauthorized)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Problem::Unauthorized);
        }
        // The index compares hashes, so the time taken says nothing about the token.
        let name = app.store.staff_token_name(&hash(token.trim())).await?;
        name.map(|name| Self { name }).ok_or(Problem::Unauthorized)
    }
}
