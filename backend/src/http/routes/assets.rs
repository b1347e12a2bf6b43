//! `/assets`: scripts, styles and the engine, each named by a hash of its content.

use crate::application::AppState;
use crate::assets::Asset;
use crate::documents::Document;
use crate::http::openapi::problems::NotFound;
use crate::http::path::Path;
use crate::http::problem::Problem;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// A name with a hash always means the same bytes.
pub(super) const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Shows a file of the pages, which is named by a hash of its content.
///
/// # Errors
/// 404 for a name that this build does not have.
#[utoipa::path(
    get,
    path = "/assets/{*path}",
    operation_id = "show_asset",
    tag = "Pages",
    responses((status = 200, description = "the file", content(("*/*"))), NotFound),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let asset = app
        .pages
        .asset(&format!("assets/{path}"))
        .ok_or(Problem::NotFound("file"))?;
    let mut response = asset_response(asset, &headers);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, IMMUTABLE);
    // Everybody may read these files. In a host's sandbox the content frame is of no origin, not of this server's.
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}

/// Responds with a document in the best encoding that the client accepts, or with 304 if the client has it already.
pub(super) fn document_response<E>(document: &Document<E>, headers: &HeaderMap) -> Response {
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| *known == document.etag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        asset_response(&document.file, headers)
    };
    if let Ok(etag) = HeaderValue::from_str(&document.etag) {
        response.headers_mut().insert(ETAG, etag);
    }
    response
}

/// Responds with a file in the best encoding that the client accepts.
pub(super) fn asset_response(asset: &Asset, headers: &HeaderMap) -> Response {
    let (encoding, bytes) = asset.encoded(|encoding| accepts(headers, encoding));
    let mut response = bytes.clone().into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Tells whether the client accepts an encoding: named, and not with a weight of 0 (RFC 9110, section 12.5.3).
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let values = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|part| {
        let mut parameters = part.split(';').map(str::trim);
        let named = parameters
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let refused = parameters.any(|p| p.strip_prefix("q=").is_some_and(|q| q.parse::<f32>() == Ok(0.0)));
        named && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_accepted_unless_its_weight_is_0() {
        let headers = |value: &str| HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
        assert!(accepts(&headers("gzip, deflate, br"), "br"));
        assert!(accepts(&headers("BR;q=0.5"), "br"));
        assert!(!accepts(&headers("br;q=0, gzip"), "br"));
        assert!(!accepts(&headers("gzip"), "br"));
        assert!(!accepts(&HeaderMap::new(), "br"));
    }
}
