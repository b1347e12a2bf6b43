//! `/v1/staff/me/password` (docs/staff.md#passwords).

use super::proof::{count_attempt, note_failure, verify_password};
use crate::accounts::{Attempt, Verdict, check_password};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::by_password::ByPassword;
use crate::http::openapi::problems::{InvalidJson, NoPasswords, NotConfirmed, Unprocessable};
use crate::http::problem::Problem;
use crate::http::signed_in::{Browser, SignedIn};
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Another password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StaffPassword)]
struct PasswordBody {
    /// The one that the person has.
    password: String,
    /// 12 to 256 characters.
    new_password: String,
}

/// Gives the person who is signed in another password. All their other sessions end, and this one gets another cookie.
///
/// # Errors
/// 403 `wrong_password`, `no_passwords`; 422 for a password that cannot be chosen; 401, 429, 503.
#[utoipa::path(
    put,
    path = "/v1/staff/me/password",
    operation_id = "put_my_password",
    tag = "Staff: accounts",
    request_body = PasswordBody,
    responses((status = 204, description = "changed"), InvalidJson, Unprocessable, NotConfirmed, NoPasswords),
)]
pub(in crate::http) async fn put(
    signed_in: SignedIn,
    _: ByPassword,
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let PasswordBody {
        password,
        new_password,
    } = body.read()?;
    let user = &signed_in.user;
    check_password("/new_password", &new_password, &user.email)?;
    count_attempt(&app, client, [&user.email, &signed_in.id]).await?;
    let hash = user.password_hash.clone();
    let verdict = verify_password(&app, Attempt::OfKnown, password, hash.clone()).await?;
    let (Some(hash), Verdict::Right { .. }) = (hash, verdict) else {
        note_failure(&app, user);
        return Err(Problem::WrongPassword);
    };
    let new_hash = app.accounts.passwords.hash(new_password).await?;
    let by = signed_in.by();
    let beginning = Browser::of(&app, &headers).begin(&app, user, by.at)?;
    let renewed = (beginning.session.hash.as_str(), beginning.session.confirmed_until);
    let is_changed = app
        .store
        .change_password(&signed_in, (&hash, new_hash), renewed, &by)
        .await?;
    if !is_changed {
        return Err(Problem::WrongPassword);
    }
    Ok((StatusCode::NO_CONTENT, beginning.cookies))
}
