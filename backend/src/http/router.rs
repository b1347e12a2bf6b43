//! All routes (docs/api.md#routes).

use super::admit::{admit, admit_socket};
use super::compression::compression;
use super::error_pages::show_error_pages;
use super::problem::Problem;
use super::request_log::{REQUEST_ID, log_request};
use super::routes::{
    arrivals, assets, chat_emails, chat_messages, chat_ratings, chats, customers, devices, feedbacks, flows,
    health, kiosk_manifest, loader, look_ups, nodes, pages, phone_verifications, previous_feedbacks,
    service_worker, stop_mails, unknown, unsubscriptions, uploads, web_widgets, widget,
};
use super::security::add_security_headers;
use super::staff_router::staff_router;
use super::state::AppState;
use crate::mail::STOP_PATH;
use axum::Router;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderValue, Method};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, delete, get, post};
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;

/// Builds the routes of the server; `socket` is the handler of Socket.IO.
pub(crate) fn router(app: Arc<AppState>, socket: MethodRouter<Arc<AppState>>) -> Router {
    with_submissions(app, socket, post(feedbacks::create))
}

/// Builds the routes of a server that stores no feedback.
#[cfg(feature = "bench")]
pub(crate) fn parse_only_router(app: Arc<AppState>, socket: MethodRouter<Arc<AppState>>) -> Router {
    with_submissions(app, socket, post(feedbacks::parse_only))
}

fn with_submissions(
    app: Arc<AppState>,
    socket: MethodRouter<Arc<AppState>>,
    submissions: MethodRouter<Arc<AppState>>,
) -> Router {
    let admission = from_fn_with_state(Arc::clone(&app), admit);
    let error_pages = from_fn_with_state(Arc::clone(&app), show_error_pages);
    let socket_admission = from_fn_with_state(Arc::clone(&app), admit_socket);
    Router::new()
        // Inside of the layer that allows other origins: their pages can then read why they are refused.
        .merge(
            public_api(submissions)
                .merge(public_uploads())
                .layer(admission.clone())
                .layer(allow_all_origins()),
        )
        .merge(staff_router(&app).layer(admission.clone()))
        .merge(live(socket).layer(socket_admission))
        .merge(pages().layer(admission.clone()))
        .merge(loader().layer(admission))
        .route("/assets/{*path}", get(assets::show))
        .route("/sw.js", get(service_worker::script))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(unknown::show)
        .layer(from_fn(add_security_headers))
        .layer(CatchPanicLayer::custom(|_| Problem::Internal.into_response()))
        .layer(error_pages)
        .layer(from_fn(log_request))
        .with_state(app)
}

/// Calls of widgets, link pages and other clients.
fn public_api(submissions: MethodRouter<Arc<AppState>>) -> Router<Arc<AppState>> {
    Router::new()
        .route("/v1/web_widgets/code/{code}", get(web_widgets::show))
        .route(
            "/v2/web_widgets/{node_id}/customers/visit",
            post(customers::visit),
        )
        .route(
            "/v1/web_widgets/{node_id}/previous_feedbacks",
            get(previous_feedbacks::list),
        )
        .route(
            "/v1/web_widgets/{node_id}/previous_feedbacks/unread",
            get(previous_feedbacks::unread),
        )
        .route("/v1/nodes/{node_id}", get(nodes::show))
        .route("/v1/nodes/{node_id}/flow", get(nodes::flow))
        .route("/v1/nodes/{node_id}/customers/{creator_id}", get(customers::show))
        .route("/v1/nodes/{node_id}/unsubscriptions", post(unsubscriptions::create))
        .route("/v1/nodes/{node_id}/devices", post(devices::create))
        .route("/v1/flows/{flow_id}", get(flows::show))
        .route("/v1/flows/{flow_id}/requests", post(look_ups::create_request))
        .route("/v1/proxy/integration", post(look_ups::create_binding))
        .route("/v1/feedbacks", submissions)
        .route("/v1/feedbacks/arrivals", post(arrivals::list))
        .route(
            "/v1/customers/send_verification_token",
            post(phone_verifications::send),
        )
        .route("/v1/customers/verify", post(phone_verifications::verify))
        .route("/v1/feedbacks/{feedback_id}/chat", get(chats::show))
        .route("/v1/feedbacks/{feedback_id}/chat_messages", post(chat_messages::create))
        .route("/v1/feedbacks/{feedback_id}/chat_ratings", post(chat_ratings::create))
        .route(
            "/v1/feedbacks/{feedback_id}/chat_email",
            post(chat_emails::create).delete(chat_emails::remove),
        )
        .route("/v1/feedbacks/{feedback_id}/archive", post(chats::archive))
        // The path that existing clients use.
        .route("/v1/feedback/{feedback_id}/archive", post(chats::archive))
        // Before the layers: a fallback that is added after them would answer preflight requests without CORS headers.
        .method_not_allowed_fallback(method_not_allowed)
        .layer(compression())
}

/// Files are compressed already.
fn public_uploads() -> Router<Arc<AppState>> {
    Router::new()
        .route("/v1/attachments", post(uploads::create))
        .route("/v1/attachments/{id}", delete(uploads::remove))
        .route("/v2/storage/direct_uploads", post(uploads::create_direct))
        .route(
            "/v1/feedbacks/{feedback_id}/uploads/{id}",
            get(uploads::show_in_chat),
        )
        .method_not_allowed_fallback(method_not_allowed)
}

/// The paths of Socket.IO. Its handler takes every method and has error responses of its own.
fn live(socket: MethodRouter<Arc<AppState>>) -> Router<Arc<AppState>> {
    Router::new()
        .route("/socket.io/", socket.clone())
        .route("/socket.io", socket)
        .layer(SetResponseHeaderLayer::overriding(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ))
}

fn pages() -> Router<Arc<AppState>> {
    Router::new()
        .route("/feedback", get(pages::feedback))
        .route("/web_feedback", get(pages::web_feedback))
        .route("/web_flow_preview", get(pages::web_flow_preview))
        .route("/flow_preview", get(pages::flow_preview))
        .route("/chat", get(pages::chat))
        .route(STOP_PATH, get(stop_mails::show).post(stop_mails::stop))
        .route("/kiosk.webmanifest", get(kiosk_manifest::show))
        .route("/offline", get(service_worker::offline_page))
        .route("/widget", get(widget::show))
        .route("/widget/unread", get(widget::unread))
        .layer(compression())
}

fn loader() -> Router<Arc<AppState>> {
    Router::new().route("/loader/{name}", get(loader::show))
}

async fn method_not_allowed() -> Problem {
    Problem::MethodNotAllowed
}

/// Lets pages of any site call the public API, because mobile web views and operators' own clients do. No call relies on
/// cookies or on the origin of a request, so a page of another site can do no more than any other program.
fn allow_all_origins() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers(Any)
        .expose_headers([REQUEST_ID, RETRY_AFTER])
        .max_age(Duration::from_hours(2))
}
