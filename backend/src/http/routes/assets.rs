//! `/assets`: scripts, styles and the engine, named by their content.

use crate::assets::Asset;
use crate::http::problem::Problem;
use crate::http::state::AppState;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// A hashed name means the same bytes for ever.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// `GET /assets/{*path}`: a file of the widget's build, compressed as the client takes it.
///
/// # Errors
/// 404 for a name that this build does not have.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let asset = app
        .pages
        .asset(&format!("assets/{path}"))
        .ok_or(Problem::NotFound("file"))?;
    let mut response = file(asset, &headers);
    response.headers_mut().insert(CACHE_CONTROL, FOR_EVER);
    Ok(response)
}

/// A file in the best form that the client takes.
pub(super) fn file(asset: &Asset, headers: &HeaderMap) -> Response {
    let (encoding, bytes) = asset.encoded(|encoding| takes(headers, encoding));
    let mut response = bytes.clone().into_response();
    let answer = response.headers_mut();
    answer.insert(CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
    answer.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        answer.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Whether the client takes an encoding: named, and not with a weight of 0 (RFC 9110, section 12.5.3).
fn takes(headers: &HeaderMap, encoding: &str) -> bool {
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
    fn reads_what_a_client_takes() {
        let headers = |value: &str| HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
        assert!(takes(&headers("gzip, deflate, br"), "br"));
        assert!(takes(&headers("BR;q=0.5"), "br"));
        assert!(!takes(&headers("br;q=0, gzip"), "br"));
        assert!(!takes(&headers("gzip"), "br"));
        assert!(!takes(&HeaderMap::new(), "br"));
    }
}
