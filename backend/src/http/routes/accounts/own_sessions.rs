//! `/v1/staff/me/sessions`: the browsers in which a person is signed in (docs/staff.md#sessions).

use crate::application::AppState;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::routes::chats::NO_STORE;
use crate::http::signed_in::SignedIn;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use base::time::to_rfc3339;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
#[schema(as = OwnSessionList)]
struct SessionList {
    /// At most 200, the last used first.
    items: Vec<SessionItem>,
}

/// A browser. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnSession)]
struct SessionItem {
    id: String,
    created_at: String,
    /// Noted at most once a minute.
    last_used_at: String,
    /// A few words, such as "Firefox on Linux".
    browser: String,
    /// Whether it is the one that asks.
    is_current: bool,
}

/// Lists the sessions of the person who is signed in.
///
/// # Errors
/// 401 `not_signed_in`.
#[utoipa::path(
    get,
    path = "/v1/staff/me/sessions",
    operation_id = "list_my_sessions",
    tag = "Staff: accounts",
    responses((status = 200, description = "all sessions", body = SessionList)),
)]
pub(in crate::http) async fn list(
    signed_in: SignedIn,
    State(app): State<Arc<AppState>>,
) -> Result<impl IntoResponse, Problem> {
    let rows = app.store.sessions_of(&signed_in.user.id).await?.into_iter();
    let items = rows.map(|row| SessionItem {
        is_current: row.id == signed_in.id,
        id: row.id,
        created_at: to_rfc3339(row.created_at),
        last_used_at: to_rfc3339(row.last_used_at),
        browser: row.browser,
    });
    let list = SessionList {
        items: items.collect(),
    };
    Ok((NO_STORE, Json(list)))
}

/// Ends a session of the person who is signed in. A repeat gets the same response.
///
/// # Errors
/// 401, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/me/sessions/{session_id}",
    operation_id = "end_my_session",
    tag = "Staff: accounts",
    responses((status = 204, description = "ended, now or before")),
)]
pub(in crate::http) async fn end(
    signed_in: SignedIn,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.store
        .end_sessions(&signed_in, Some(&id), &signed_in.by())
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all other sessions of the person who is signed in.
///
/// # Errors
/// 401, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/me/sessions",
    operation_id = "end_my_other_sessions",
    tag = "Staff: accounts",
    responses((status = 204, description = "ended")),
)]
pub(in crate::http) async fn end_others(
    signed_in: SignedIn,
    State(app): State<Arc<AppState>>,
) -> Result<StatusCode, Problem> {
    app.store.end_sessions(&signed_in, None, &signed_in.by()).await?;
    Ok(StatusCode::NO_CONTENT)
}
