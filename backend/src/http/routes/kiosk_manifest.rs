//! `/kiosk.webmanifest`: what makes a kiosk's page an application that can be installed (docs/kiosk.md#installing).

use super::pages::present;
use crate::application::AppState;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::server_address::ServerAddress;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use base::records::{FeedbackNode, Theme};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use url::form_urlencoded::Serializer;
use utoipa::IntoParams;

/// What the page's address has said.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ManifestQuery {
    /// The node.
    node_id: Option<String>,
    /// Code of the language.
    lang: Option<String>,
    /// Of a signed link.
    signature: Option<String>,
}

/// Shows name, color and icon of a node with a kiosk, whose page it starts.
///
/// # Errors
/// 404 for an unknown node, and for one without a kiosk.
#[utoipa::path(
    get,
    path = "/kiosk.webmanifest",
    operation_id = "show_kiosk_manifest",
    tag = "Pages",
    params(ManifestQuery),
    responses(
        (status = 200, description = "a web application manifest", body = Object, content_type = "application/manifest+json"),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ManifestQuery>,
) -> Result<impl IntoResponse, Problem> {
    let node_id = present(&query.node_id).ok_or(Problem::NotFound("node"))?;
    let node = app.store.node(node_id).await?;
    let node = node.filter(FeedbackNode::has_kiosk);
    let node = node.ok_or(Problem::NotFound("kiosk of this node"))?;
    let mut start = Serializer::new(String::new());
    start.append_pair("node_id", node_id).append_pair("kiosk", "1");
    for (name, value) in [("lang", &query.lang), ("signature", &query.signature)] {
        if let Some(value) = present(value) {
            start.append_pair(name, value);
        }
    }
    let headers = [
        (CONTENT_TYPE, "application/manifest+json"),
        (CACHE_CONTROL, "no-cache"),
    ];
    let base = app.public_url.as_ref().map_or("", ServerAddress::path);
    Ok((headers, Json(manifest(&node, base, &start.finish()))))
}

fn manifest(node: &FeedbackNode, base: &str, start: &str) -> Value {
    let name = node.name.as_deref().unwrap_or("Pulsen");
    // Any size: an operator names one picture, whatever its size is.
    let icon = node.favicon_url.as_ref().or(node.logo_url.as_ref());
    let icons: Vec<Value> = icon
        .into_iter()
        .map(|address| json!({"src": address, "sizes": "any", "purpose": "any"}))
        .collect();
    let color = node.primary_color.as_ref().map(ToString::to_string);
    json!({
        "id": format!("{base}/feedback?{}", Serializer::new(String::new()).append_pair("node_id", &node.id).finish()),
        "name": name,
        "short_name": name,
        "start_url": format!("{base}/feedback?{start}"),
        "scope": format!("{base}/"),
        "display": "fullscreen",
        "theme_color": color.as_deref().unwrap_or(DEFAULT_COLOR),
        "background_color": if node.theme() == Theme::Dark { "#1d1f24" } else { "#ffffff" },
        "icons": icons,
    })
}

/// The accent of a node that names none (docs/widget.md#node-fields).
const DEFAULT_COLOR: &str = "#20B8F7";
