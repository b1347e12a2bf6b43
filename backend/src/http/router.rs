//! All routes (docs/api.md#routes).

use super::accounts_router::accounts_description;
use super::admit::{admit, admit_socket};
use super::compression::compression;
use super::error_pages::show_error_pages;
use super::one_host::require_one_host;
use super::openapi::problems::NotAdmitted;
use super::openapi::{describe, with_responses};
use super::problem::Problem;
use super::request_log::{REQUEST_ID, log_request};
use super::routes::{
    arrivals, assets, chat_emails, chat_messages, chat_ratings, chat_starts, chats, console, counters,
    customers, devices, feedbacks, flows, health, kiosk_manifest, live_results, loader, look_ups, nodes,
    openapi, pages, phone_verifications, previous_feedbacks, schemas, service_worker, stop_mails, unknown,
    unsubscriptions, uploads, web_widgets, widget,
};
use super::security::{add_security_headers, transport_security};
use super::staff_host::keep_staff_apart;
use super::staff_router::{staff_description, staff_router};
use crate::application::AppState;
use axum::Router;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderValue, Method};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::MethodRouter;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;

/// Builds the routes of the server; `socket` is the handler of Socket.IO.
pub(crate) fn router(app: Arc<AppState>, socket: MethodRouter<Arc<AppState>>) -> Router {
    with_submissions(app, socket, routes!(feedbacks::create))
}

/// Builds the routes of a server that stores no feedback.
#[cfg(feature = "bench")]
pub(crate) fn parse_only_router(app: Arc<AppState>, socket: MethodRouter<Arc<AppState>>) -> Router {
    let (schemas, paths, _) = routes!(feedbacks::create);
    with_submissions(
        app,
        socket,
        (schemas, paths, axum::routing::post(feedbacks::parse_only)),
    )
}

fn with_submissions(
    app: Arc<AppState>,
    socket: MethodRouter<Arc<AppState>>,
    submissions: UtoipaMethodRouter<Arc<AppState>>,
) -> Router {
    let admission = from_fn_with_state(Arc::clone(&app), admit);
    let transport = transport_security(app.public_url.as_ref());
    let error_pages = from_fn_with_state(Arc::clone(&app), show_error_pages);
    let socket_admission = from_fn_with_state(Arc::clone(&app), admit_socket);
    // Before the layers: a fallback that is added after them would answer preflight requests without CORS headers.
    let public_api = Router::from(public_api(submissions)).method_not_allowed_fallback(method_not_allowed);
    let public_uploads = Router::from(public_uploads()).method_not_allowed_fallback(method_not_allowed);
    Router::new()
        // Inside of the layer that allows other origins: their pages can then read why they are refused.
        .merge(
            public_api
                .layer(compression())
                // Files are compressed already.
                .merge(public_uploads)
                .layer(admission.clone())
                .layer(allow_all_origins()),
        )
        .merge(staff_router(&app).layer(admission.clone()))
        .merge(live(socket).layer(socket_admission))
        .merge(Router::from(pages()).layer(compression()).layer(admission.clone()))
        .merge(Router::from(loader()).layer(admission))
        .merge(Router::from(files_and_health()))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(unknown::show)
        .layer(from_fn_with_state(Arc::clone(&app), keep_staff_apart))
        .layer(from_fn(require_one_host))
        .layer(CatchPanicLayer::custom(|_| Problem::Internal.into_response()))
        .layer(error_pages)
        .layer(from_fn_with_state(transport, add_security_headers))
        .layer(from_fn(log_request))
        .with_state(app)
}

/// Returns the description of all routes, as OpenAPI in JSON (docs/api.md#description).
pub(crate) fn description() -> String {
    let admitted = public_api(routes!(feedbacks::create))
        .merge(public_uploads())
        .merge(pages())
        .merge(loader());
    let mut all = admitted.into_openapi();
    all.merge(staff_description());
    all.merge(accounts_description());
    all = with_responses::<NotAdmitted>(all);
    all.merge(files_and_health().into_openapi());
    describe(all)
}

/// Calls of widgets, link pages and other clients.
fn public_api(submissions: UtoipaMethodRouter<Arc<AppState>>) -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(web_widgets::show))
        .routes(routes!(customers::visit))
        .routes(routes!(previous_feedbacks::list))
        .routes(routes!(previous_feedbacks::unread))
        .routes(routes!(nodes::show))
        .routes(routes!(nodes::flow))
        .routes(routes!(customers::show))
        .routes(routes!(unsubscriptions::create))
        .routes(routes!(devices::create))
        .routes(routes!(counters::create))
        .routes(routes!(flows::show))
        .routes(routes!(look_ups::create_request))
        .routes(routes!(look_ups::create_binding))
        .routes(submissions)
        .routes(routes!(arrivals::list))
        .routes(routes!(live_results::list))
        .routes(routes!(phone_verifications::send))
        .routes(routes!(phone_verifications::verify))
        .routes(routes!(chats::show, chat_starts::create))
        .routes(routes!(chat_messages::create))
        .routes(routes!(chat_ratings::create))
        .routes(routes!(chat_emails::create, chat_emails::remove))
        .routes(routes!(chats::archive))
        .routes(routes!(chats::archive_by_old_path))
        .routes(routes!(schemas::show))
}

/// Calls about files.
fn public_uploads() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(uploads::create))
        .routes(routes!(uploads::find, uploads::remove))
        .routes(routes!(uploads::create_direct))
        .routes(routes!(uploads::show_in_chat))
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

fn pages() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(pages::feedback))
        .routes(routes!(pages::web_feedback))
        .routes(routes!(pages::web_flow_preview))
        .routes(routes!(pages::flow_preview))
        .routes(routes!(pages::chat))
        .routes(routes!(stop_mails::show, stop_mails::stop))
        .routes(routes!(kiosk_manifest::show))
        .routes(routes!(service_worker::offline_page))
        .routes(routes!(widget::show))
        .routes(routes!(widget::unread))
        .routes(routes!(openapi::page))
        .routes(routes!(console::start))
        .routes(routes!(console::page))
        .routes(routes!(console::start_with_slash))
}

fn loader() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default().routes(routes!(loader::show))
}

/// What is answered however many ask.
fn files_and_health() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(assets::show))
        .routes(routes!(console::asset))
        .routes(routes!(service_worker::script))
        .routes(routes!(openapi::show))
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
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
