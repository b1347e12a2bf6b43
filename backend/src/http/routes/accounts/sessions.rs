//! `/v1/staff/session`: signing in and out (docs/staff.md#sessions).

use super::proof::{by, count_attempt, note_failure, require_code, verify_password};
use super::session_item::SessionItem;
use crate::accounts::{Attempt, Verdict, account_email};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::by_password::ByPassword;
use crate::http::openapi::problems::{InvalidJson, NoPasswords, NotSignedIn, Unprocessable};
use crate::http::problem::Problem;
use crate::http::routes::chats::NO_STORE;
use crate::http::signed_in::{Browser, SignedIn};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Who signs in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignIn)]
struct SignInBody {
    email: String,
    password: String,
    /// The code of the second factor, or a recovery code.
    code: Option<String>,
}

/// Shows who is signed in, and what they may do.
///
/// # Errors
/// 401 `not_signed_in`.
#[utoipa::path(
    get,
    path = "/v1/staff/session",
    operation_id = "show_staff_session",
    tag = "Staff: accounts",
    responses((status = 200, description = "who is signed in", body = SessionItem)),
)]
pub(in crate::http) async fn show(
    signed_in: SignedIn,
    State(app): State<Arc<AppState>>,
) -> impl IntoResponse {
    (NO_STORE, Json(SessionItem::new(&app, &signed_in)))
}

/// Signs a person in. The answer sets the cookie of the session.
///
/// # Errors
/// 401 `wrong_credentials`, `code_needed`, `wrong_code`; 429 `too_many_attempts`; 503 `busy` while many passwords are checked; 403 `no_passwords`.
#[utoipa::path(
    post,
    path = "/v1/staff/session",
    operation_id = "sign_in",
    tag = "Staff: accounts",
    request_body = SignInBody,
    responses(
        (status = 200, description = "signed in", body = SessionItem),
        InvalidJson, Unprocessable, NotSignedIn, NoPasswords,
    ),
)]
pub(in crate::http) async fn sign_in(
    _: ByPassword,
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let body: SignInBody = body.read()?;
    // What is no address is nobody's: it takes as long as one that is.
    let email = account_email(&body.email).unwrap_or_default();
    let browser = Browser::of(&app, &headers);
    let known_as = browser.known_as(&app, &email).unwrap_or_default();
    count_attempt(&app, client, [&email, known_as]).await?;
    let user = app.store.user_by_email(&email).await?;
    let user = user.filter(|user| user.disabled_at.is_none());
    let hash = user.as_ref().and_then(|user| user.password_hash.clone());
    let by_whom = if known_as.is_empty() {
        Attempt::OfStranger
    } else {
        Attempt::OfKnown
    };
    let verdict = verify_password(&app, by_whom, body.password, hash.clone()).await?;
    let (Some(user), Some(hash), Verdict::Right { rehashed }) = (&user, &hash, verdict) else {
        if let Some(user) = &user {
            note_failure(&app, user);
        }
        return Err(Problem::WrongCredentials);
    };
    require_code(&app, user, body.code.as_deref()).await?;
    let by = by(user);
    let beginning = browser.begin(&app, user, by.at)?;
    let hash_of_session = beginning.session.hash.clone();
    if !app
        .store
        .sign_in(beginning.session, (hash, rehashed), &by)
        .await?
    {
        return Err(Problem::WrongCredentials);
    }
    let item = SessionItem::load(&app, &hash_of_session).await?;
    Ok((beginning.cookies, NO_STORE, Json(item)))
}

/// Signs a person out: the session ends, and the answer removes the cookie.
///
/// # Errors
/// 401 `not_signed_in`; 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/session",
    operation_id = "sign_out",
    tag = "Staff: accounts",
    responses((status = 204, description = "signed out")),
)]
pub(in crate::http) async fn sign_out(
    signed_in: SignedIn,
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    app.store.sign_out(&signed_in, &signed_in.by()).await?;
    Ok((StatusCode::NO_CONTENT, Browser::of(&app, &headers).forget()?))
}
