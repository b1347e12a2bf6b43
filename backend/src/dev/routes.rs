//! The routes that only `pulsen dev` has.

use super::home::home;
use super::pages::add_script;
use super::{Listener, Teller, Told};
use axum::extract::{Query, State};
use axum::http::HeaderName;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use std::time::Duration;

/// How long a request waits for something to happen: less than what browsers and proxies take for a dead connection.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

const SCRIPT: &str = include_str!("reload.js");
const STYLES: &str = include_str!("home.css");

#[derive(Debug, Deserialize)]
struct AfterQuery {
    after: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct VersionQuery {
    version: u64,
}

/// Returns the server's routes with those of a project, and with the script that reloads in their pages.
pub(crate) fn around(routes: Router, teller: Teller) -> Router {
    let of_project = Router::new()
        .route("/", get(home))
        .route("/_dev/state", get(state))
        .route("/_dev/reload.js", get(reload))
        .route(
            "/_dev/home.css",
            get(async || (typed("text/css; charset=utf-8"), STYLES)),
        )
        .with_state(teller.clone());
    of_project
        .fallback_service(routes)
        .layer(from_fn_with_state(teller, add_script))
}

/// Returns the script that reloads pages which show an older version.
pub(super) fn script(version: u64) -> String {
    SCRIPT.replace("{{version}}", &version.to_string())
}

async fn reload(Query(query): Query<VersionQuery>) -> impl IntoResponse {
    (typed("text/javascript; charset=utf-8"), script(query.version))
}

/// Responds when something has happened after what the page knows, at once if it knows nothing.
async fn state(State(teller): State<Teller>, Query(query): Query<AfterQuery>) -> impl IntoResponse {
    let mut listener = teller.subscribe();
    // The pages of hosts ask as well.
    let for_any_site = [
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (CACHE_CONTROL, "no-store"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "cross-origin",
        ),
    ];
    (for_any_site, Json(told_after(&mut listener, query.after).await))
}

async fn told_after(listener: &mut Listener, after: Option<u64>) -> Told {
    let is_news = listener.wait_for(|state| after != Some(state.sequence) || state.is_over);
    // After that time, or at the end, the page learns that nothing has happened.
    let _ = tokio::time::timeout(LONGEST_WAIT, is_news).await;
    listener.borrow().told()
}

fn typed(content_type: &'static str) -> [(HeaderName, &'static str); 2] {
    [(CONTENT_TYPE, content_type), (CACHE_CONTROL, "no-store")]
}
