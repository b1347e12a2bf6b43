//! `/v1/staff/me`: what a person says about themselves.

use super::session_item::SessionItem;
use crate::accounts::NAME_LENGTH;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::openapi::problems::{InvalidJson, NameTaken, Unprocessable};
use crate::http::problem::Problem;
use crate::http::routes::chats::NO_STORE;
use crate::http::signed_in::SignedIn;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What customers see.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StaffName)]
struct NameBody {
    name: String,
}

/// Gives the person who is signed in another name, which customers see from now on. What they have done, and chats that are assigned
/// to them, keep the name of before.
///
/// # Errors
/// 409 `name_taken`; 422 for what is no name; 401, 503.
#[utoipa::path(
    patch,
    path = "/v1/staff/me",
    operation_id = "rename_me",
    tag = "Staff: accounts",
    request_body = NameBody,
    responses(
        (status = 200, description = "renamed", body = SessionItem),
        InvalidJson, Unprocessable, NameTaken,
    ),
)]
pub(in crate::http) async fn rename(
    signed_in: SignedIn,
    State(app): State<Arc<AppState>>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let NameBody { name } = body.read()?;
    let (name, by) = (check_name(&name)?, signed_in.by());
    if name != signed_in.user.name {
        let user_id = &signed_in.user.id;
        if app.store.is_name_taken(&name, user_id, by.at).await?
            || !app.store.rename_user(user_id, &name, &by).await?
        {
            return Err(Problem::NameTaken);
        }
    }
    Ok((NO_STORE, Json(SessionItem::load(&app, &signed_in.hash).await?)))
}

/// Checks the name of a person, and returns it without spaces around it.
///
/// # Errors
/// 422 if it is empty, too long, or more than a line.
pub(super) fn check_name(name: &str) -> Result<String, Fault> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) {
        let detail = "a name is expected, on one line";
        return Err(Fault::at("/name", FaultKey::Required, detail));
    }
    if name.chars().count() > NAME_LENGTH {
        let detail = format!("at most {NAME_LENGTH} characters are expected");
        return Err(Fault::at("/name", FaultKey::LengthMax, detail));
    }
    Ok(name.to_owned())
}
