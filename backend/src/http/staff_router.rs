//! All routes of staff (docs/staff.md#calls). What a token may do is decided here for all of them, before their handlers.

use super::compression::compression;
use super::routes::{
    staff_acts, staff_audit, staff_blocked_devices, staff_canned_replies, staff_chats, staff_devices,
    staff_feedbacks, staff_messages, staff_transcripts, staff_unsubscriptions, uploads,
};
use super::staff_access::admit_staff;
use super::state::AppState;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post, put};
use std::sync::Arc;

/// Builds the routes of staff. Parameters of their paths have the names that [`admit_staff`] knows.
pub(super) fn staff_router(app: &Arc<AppState>) -> Router<Arc<AppState>> {
    lists()
        .merge(chats())
        .layer(compression())
        // Files are compressed already.
        .route("/v1/staff/uploads/{upload_id}", get(uploads::show_to_staff))
        .route_layer(from_fn_with_state(Arc::clone(app), admit_staff))
}

fn lists() -> Router<Arc<AppState>> {
    Router::new()
        .route("/v1/staff/feedbacks", get(staff_feedbacks::list))
        .route("/v1/staff/unsubscriptions", get(staff_unsubscriptions::list))
        .route("/v1/staff/devices", get(staff_devices::list))
        .route("/v1/staff/audit", get(staff_audit::list))
        .route("/v1/staff/canned_replies", get(staff_canned_replies::list))
        .route(
            "/v1/staff/canned_replies/{canned_reply_id}",
            put(staff_canned_replies::put).delete(staff_canned_replies::remove),
        )
        .route("/v1/staff/blocked_devices", get(staff_blocked_devices::list))
        .route(
            "/v1/staff/blocked_devices/{node_id}/{device_id}",
            put(staff_blocked_devices::block).delete(staff_blocked_devices::unblock),
        )
}

fn chats() -> Router<Arc<AppState>> {
    Router::new()
        .route("/v1/staff/chats", get(staff_chats::list))
        .route("/v1/staff/chats/{feedback_id}", get(staff_chats::show))
        .route(
            "/v1/staff/chats/{feedback_id}/transcript",
            get(staff_transcripts::show),
        )
        .route(
            "/v1/staff/chats/{feedback_id}/messages",
            post(staff_messages::create_message),
        )
        .route(
            "/v1/staff/chats/{feedback_id}/notes",
            post(staff_messages::create_note),
        )
        .route("/v1/staff/chats/{feedback_id}/read", post(staff_acts::read))
        .route("/v1/staff/chats/{feedback_id}/claim", post(staff_acts::claim))
        .route("/v1/staff/chats/{feedback_id}/assign", post(staff_acts::assign))
        .route("/v1/staff/chats/{feedback_id}/accept", post(staff_acts::accept))
        .route("/v1/staff/chats/{feedback_id}/close", post(staff_acts::close))
        .route("/v1/staff/chats/{feedback_id}/reopen", post(staff_acts::reopen))
        .route(
            "/v1/staff/chats/{feedback_id}/revoke_token",
            post(staff_acts::revoke_token),
        )
        .route(
            "/v1/staff/chats/{feedback_id}/block_device",
            post(staff_acts::block_device),
        )
}
