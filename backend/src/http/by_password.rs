//! What only a server does where people sign in by passwords (docs/staff.md#without-passwords).

use super::problem::Problem;
use crate::application::AppState;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::sync::Arc;

/// A handler with this parameter refuses with 403 `no_passwords` where people sign in by single sign-on only.
pub(super) struct ByPassword;

impl FromRequestParts<Arc<AppState>> for ByPassword {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, app: &Arc<AppState>) -> Result<Self, Problem> {
        if app.accounts.has_passwords() {
            Ok(Self)
        } else {
            Err(Problem::NoPasswords)
        }
    }
}
