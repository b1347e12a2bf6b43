//! `/v1/staff/me/confirmation`: people confirm who they are (docs/staff.md#confirmation).

use super::proof::{count_attempt, note_failure, verify_code, verify_password};
use crate::accounts::{Attempt, CONFIRMATION_LIFE, Verdict};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::by_password::ByPassword;
use crate::http::openapi::problems::{InvalidJson, NoPasswords, NotConfirmed, Unprocessable};
use crate::http::problem::Problem;
use crate::http::signed_in::SignedIn;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use base::input::fault::{Fault, FaultKey};
use base::time::now;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// One of both.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StaffConfirmation)]
struct ConfirmationBody {
    password: Option<String>,
    /// The code of the second factor, or a recovery code.
    code: Option<String>,
}

/// Confirms by a password or a code who is signed in, for ten minutes.
///
/// # Errors
/// 403 `wrong_password`, `wrong_code`, `no_passwords`; 422 without either, or with both; 401, 429, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/me/confirmation",
    operation_id = "confirm_me",
    tag = "Staff: accounts",
    request_body = ConfirmationBody,
    responses((status = 204, description = "confirmed"), InvalidJson, Unprocessable, NotConfirmed, NoPasswords),
)]
pub(in crate::http) async fn create(
    signed_in: SignedIn,
    _: ByPassword,
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    body: JsonBody,
) -> Result<StatusCode, Problem> {
    let body: ConfirmationBody = body.read()?;
    let user = &signed_in.user;
    let problem = match (body.password, body.code) {
        (Some(password), None) => {
            count_attempt(&app, client, [&user.email, &signed_in.id]).await?;
            let verdict =
                verify_password(&app, Attempt::OfKnown, password, user.password_hash.clone()).await?;
            (verdict == Verdict::Wrong).then_some(Problem::WrongPassword)
        }
        (None, Some(code)) => {
            count_attempt(&app, client, [&user.email, &signed_in.id]).await?;
            let is_right = verify_code(&app, user, &code).await?;
            (!is_right).then_some(Problem::WrongCode)
        }
        _ => {
            let detail = "either `password` or `code` is expected";
            return Err(Fault::at("", FaultKey::Required, detail).into());
        }
    };
    if let Some(problem) = problem {
        note_failure(&app, user);
        return Err(problem);
    }
    app.store
        .confirm_session(&signed_in.hash, now() + CONFIRMATION_LIFE)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
