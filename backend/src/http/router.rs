//! All routes on one page (specification, section 7; `wire.md`, "HTTP details").

use super::problem::Problem;
use super::request_log::{REQUEST_ID, log_request};
use super::routes::{
    assets, chats, feedbacks, flows, health, loader, nodes, pages, staff, staff_chats, unknown, web_widgets,
    widget,
};
use super::security::add_security_headers;
use super::state::App;
use axum::Router;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderValue, Method};
use axum::middleware::from_fn;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post};
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;

/// Everything that this server answers; `socket` speaks Socket.IO.
pub(crate) fn router(app: Arc<App>, socket: MethodRouter<Arc<App>>) -> Router {
    let public_api = Router::new()
        .route("/v1/web_widgets/code/{code}", get(web_widgets::show))
        .route(
            "/v2/web_widgets/{node_id}/customers/visit",
            post(web_widgets::visit),
        )
        .route("/v1/nodes/{node_id}", get(nodes::show))
        .route("/v1/nodes/{node_id}/flow", get(nodes::flow))
        .route("/v1/flows/{flow_id}", get(flows::show))
        .route("/v1/feedbacks", post(feedbacks::create))
        .route("/v1/feedbacks/{feedback_id}/chat", get(chats::show))
        .route("/v1/feedbacks/{feedback_id}/chat_messages", post(chats::create_message))
        .route("/v1/feedbacks/{feedback_id}/archive", post(chats::archive))
        // As the specification writes it.
        .route("/v1/feedback/{feedback_id}/archive", post(chats::archive))
        // Before the layers: what is added after them would answer preflights without CORS.
        .method_not_allowed_fallback(method_not_allowed)
        .layer(CompressionLayer::new())
        .layer(open_to_other_sites());

    let staff_api = Router::new()
        .route("/v1/staff/feedbacks", get(staff::feedbacks))
        .route("/v1/staff/chats", get(staff_chats::list))
        .route("/v1/staff/chats/{feedback_id}", get(staff_chats::show))
        .route(
            "/v1/staff/chats/{feedback_id}/messages",
            post(staff_chats::create_message),
        )
        .route("/v1/staff/chats/{feedback_id}/close", post(staff_chats::close))
        .route("/v1/staff/chats/{feedback_id}/reopen", post(staff_chats::reopen))
        .layer(CompressionLayer::new());

    // Takes any method, and answers in its own words.
    let live = Router::new()
        .route("/socket.io/", socket.clone())
        .route("/socket.io", socket)
        .layer(SetResponseHeaderLayer::overriding(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ));

    let pages = Router::new()
        .route("/feedback", get(pages::feedback))
        .route("/web_feedback", get(pages::web_feedback))
        .route("/web_flow_preview", get(pages::web_flow_preview))
        .route("/flow_preview", get(pages::flow_preview))
        .route("/chat", get(pages::chat))
        .route("/widget", get(widget::show))
        .layer(CompressionLayer::new());

    let files = Router::new()
        .route("/assets/{*path}", get(assets::show))
        .route("/loader/{name}", get(loader::show));

    let operation = Router::new().route("/healthz", get(health::show));

    Router::new()
        .merge(public_api)
        .merge(staff_api)
        .merge(live)
        .merge(pages)
        .merge(files)
        .merge(operation)
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(unknown::show)
        .layer(from_fn(add_security_headers))
        .layer(CatchPanicLayer::custom(|_| Problem::Internal.into_response()))
        .layer(from_fn(log_request))
        .with_state(app)
}

async fn method_not_allowed() -> Problem {
    Problem::MethodNotAllowed
}

/// The public API may be called from pages of any site: mobile web views and operators' own clients use it too.
/// Nothing in it rests on cookies or on where a request comes from, so another site's page can do no more with it
/// than any program can.
fn open_to_other_sites() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(Any)
        .expose_headers([REQUEST_ID, RETRY_AFTER])
        .max_age(Duration::from_hours(2))
}
