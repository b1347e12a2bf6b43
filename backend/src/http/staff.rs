//! Staff: who bears a token that is in force (`wire.md`, "Staff API").

use super::problem::Problem;
use super::state::App;
use crate::staff_token::hash;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use std::sync::Arc;

/// Proof that the request bears a staff token in force. A handler that takes it is for staff only.
pub(super) struct Staff {
    /// The token's name: who is acting.
    pub(super) name: String,
}

impl FromRequestParts<Arc<App>> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
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
        // Looked up by hash: what the index compares says nothing about the token.
        let name = app.store.staff_token_name(&hash(token.trim())).await?;
        name.map(|name| Self { name }).ok_or(Problem::Unauthorized)
    }
}
