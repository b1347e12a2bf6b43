//! Paths without a route (docs/api.md#unknown-paths).

use crate::application::AppState;
use crate::http::error_pages::is_page_request;
use crate::http::problem::Problem;
use crate::http::security::FOR_ANY_SITE;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Redirects requests of pages to the provider's site. Reserved paths, other methods, and every path of a server without a
/// site are 404. Pages of other sites see that, too: a mistyped address of a script must not look like a policy of this server.
pub(in crate::http) async fn show(State(app): State<Arc<AppState>>, method: Method, uri: Uri) -> Response {
    let response = match &app.site_url {
        Some(site) if is_page_request(&method, &uri) => {
            (StatusCode::FOUND, [(LOCATION, site.clone())]).into_response()
        }
        _ => Problem::NotFound("page or call").into_response(),
    };
    (FOR_ANY_SITE, response).into_response()
}
