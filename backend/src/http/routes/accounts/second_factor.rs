//! `/v1/staff/me/second_factor` (docs/staff.md#second-factor).

use super::proof::{count_attempt, note_failure};
use crate::accounts::{Code, new_recovery_codes, recovery_hash};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::by_password::ByPassword;
use crate::http::openapi::problems::{
    ConfirmationNeeded, InvalidJson, NoPasswords, NotConfirmed, SecondFactorNeeded, Unprocessable,
};
use crate::http::problem::Problem;
use crate::http::routes::chats::NO_STORE;
use crate::http::signed_in::SignedIn;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use base::random::random_id;
use base::time::now;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A code of the second factor that was offered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SecondFactorCode)]
struct CodeBody {
    code: String,
}

/// A second factor that is not in force yet.
#[derive(Serialize, ToSchema)]
#[schema(as = SecondFactorOffer)]
struct OfferItem {
    /// In Base32, to be typed into an app.
    secret: String,
    /// The same as `otpauth://` address, for a QR code.
    uri: String,
}

/// Codes that stand in for the second factor.
#[derive(Serialize, ToSchema)]
struct RecoveryCodes {
    /// Ten, each good once. They are shown this once.
    recovery_codes: Vec<String>,
}

/// Offers a second factor to the person who is signed in. It is in force when a code has proven that they have it.
///
/// # Errors
/// 403 `confirmation_needed`, `no_passwords`; 401, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/me/second_factor",
    operation_id = "offer_second_factor",
    tag = "Staff: accounts",
    responses((status = 200, description = "what an app needs", body = OfferItem), ConfirmationNeeded, NoPasswords),
)]
pub(in crate::http) async fn offer(
    signed_in: SignedIn,
    _: ByPassword,
    State(app): State<Arc<AppState>>,
) -> Result<impl IntoResponse, Problem> {
    signed_in.is_confirmed()?;
    let seed = random_id()?;
    app.store.offer_second_factor(&signed_in.user.id, &seed).await?;
    let (secret, uri) = app.accounts.second_factors.describe(&signed_in.user, &seed);
    Ok((NO_STORE, Json(OfferItem { secret, uri })))
}

/// Puts the offered second factor in force, in place of one that was before, and returns new recovery codes.
///
/// # Errors
/// 403 `wrong_code`, also if none was offered, `no_passwords`; 401, 422, 429, 503.
#[utoipa::path(
    put,
    path = "/v1/staff/me/second_factor",
    operation_id = "put_second_factor",
    tag = "Staff: accounts",
    request_body = CodeBody,
    responses(
        (status = 200, description = "in force", body = RecoveryCodes),
        InvalidJson, Unprocessable, NotConfirmed, NoPasswords,
    ),
)]
pub(in crate::http) async fn put(
    signed_in: SignedIn,
    _: ByPassword,
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let CodeBody { code } = body.read()?;
    signed_in.is_confirmed()?;
    let user = &signed_in.user;
    count_attempt(&app, client, [&user.email, &signed_in.id]).await?;
    let proven = user.offered_factor.as_deref().and_then(|seed| {
        let Code::Timed(number) = Code::read(&code) else {
            return None;
        };
        let step = app
            .accounts
            .second_factors
            .step_of(&user.id, seed, number, now())?;
        Some((seed, step))
    });
    let Some(proven) = proven else {
        note_failure(&app, user);
        return Err(Problem::WrongCode);
    };
    let recovery_codes = new_recovery_codes()?;
    let hashes = recovery_codes.iter().map(|code| recovery_hash(&user.id, code));
    let hashes: Vec<String> = hashes.collect();
    let is_put = app
        .store
        .put_second_factor(&user.id, proven, &hashes, &signed_in.by())
        .await?;
    if !is_put {
        return Err(Problem::WrongCode);
    }
    Ok((NO_STORE, Json(RecoveryCodes { recovery_codes })))
}

/// Removes the second factor of the person who is signed in, with its recovery codes. A repeat gets the same response.
///
/// # Errors
/// 403 `confirmation_needed`, and `second_factor_needed` where the server requires one; 401, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/me/second_factor",
    operation_id = "remove_second_factor",
    tag = "Staff: accounts",
    responses(
        (status = 204, description = "removed, now or before"),
        ConfirmationNeeded, SecondFactorNeeded,
    ),
)]
pub(in crate::http) async fn remove(
    signed_in: SignedIn,
    State(app): State<Arc<AppState>>,
) -> Result<StatusCode, Problem> {
    signed_in.is_confirmed()?;
    if app.requires_second_factor {
        return Err(Problem::SecondFactorNeeded);
    }
    app.store
        .remove_second_factor(&signed_in.user.id, &signed_in.by())
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
