//! All routes of staff (docs/staff.md#calls). What a token may do is decided here for all of them, before their handlers.

use super::compression::compression;
use super::routes::{staff_chats, staff_devices, staff_feedbacks, staff_unsubscriptions, uploads};
use super::staff_access::admit_staff;
use super::state::AppState;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use std::sync::Arc;

/// Builds the routes of staff. Parameters of their paths have the names that [`admit_staff`] knows.
pub(super) fn staff_router(app: &Arc<AppState>) -> Router<Arc<AppState>> {
    Router::new()
        .route("/v1/staff/feedbacks", get(staff_feedbacks::list))
        .route("/v1/staff/unsubscriptions", get(staff_unsubscriptions::list))
        .route("/v1/staff/devices", get(staff_devices::list))
        .route("/v1/staff/chats", get(staff_chats::list))
        .route("/v1/staff/chats/{feedback_id}", get(staff_chats::show))
        .route(
            "/v1/staff/chats/{feedback_id}/messages",
            post(staff_chats::create_message),
        )
        .route("/v1/staff/chats/{feedback_id}/close", post(staff_chats::close))
        .route("/v1/staff/chats/{feedback_id}/reopen", post(staff_chats::reopen))
        .layer(compression())
        // Files are compressed already.
        .route("/v1/staff/uploads/{upload_id}", get(uploads::show_to_staff))
        .route_layer(from_fn_with_state(Arc::clone(app), admit_staff))
}
