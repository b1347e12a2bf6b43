//! `/v1/staff/me`: what a person says about themselves.

use super::session_item::SessionItem;
use crate::accounts::{NameFault, staff_name};
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
use store::UserChange;
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
    let change = UserChange {
        name: Some(name),
        ..UserChange::default()
    };
    app.store.change_user(&signed_in.user.id, change, &by).await?;
    Ok((NO_STORE, Json(SessionItem::load(&app, &signed_in.hash).await?)))
}

/// Checks the name of a person, and returns it without spaces around it.
///
/// # Errors
/// 422 for a text that is [no name](staff_name).
pub(in crate::http::routes) fn check_name(name: &str) -> Result<String, Fault> {
    staff_name(name).map(str::to_owned).map_err(|fault| {
        let key = match fault {
            NameFault::TooLong => FaultKey::LengthMax,
            NameFault::Missing | NameFault::Invisible | NameFault::Reserved => FaultKey::Required,
        };
        Fault::at("/name", key, fault.to_string())
    })
}
