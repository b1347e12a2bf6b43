//! Serving below a path, such as `/feedback` (docs/deploy.md#below-a-path).

use crate::server_address::ServerAddress;
use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::map_request;
use std::future::ready;

/// The first parts of the server's own paths that have further parts. Of a path that begins with one, nobody could tell
/// whether a proxy has removed a base path of the same name already.
const OWN_FOLDERS: [&str; 10] = [
    "assets",
    "chat",
    "docs",
    "loader",
    "schema",
    "socket.io",
    "staff",
    "v1",
    "v2",
    "widget",
];

/// Returns whether the server can tell its own paths from those below its base path.
pub(crate) fn is_usable_base_path(address: &ServerAddress) -> bool {
    let first = address.path().split('/').nth(1).unwrap_or_default();
    !OWN_FOLDERS.contains(&first)
}

/// Serves the routes below a base path as well as without it: some proxies remove the path, others pass it on. Links are
/// made with it either way.
pub(crate) fn below_base_path(routes: Router, address: Option<&ServerAddress>) -> Router {
    let base = address.map_or("", ServerAddress::path).to_owned();
    if base.is_empty() {
        return routes;
    }
    let without_base = move |mut request: Request| {
        if let Some(uri) = remove_base(request.uri(), &base) {
            *request.uri_mut() = uri;
        }
        ready(request)
    };
    // A layer of these routes themselves would come after one of them has been chosen.
    Router::new()
        .fallback_service(routes)
        .layer(map_request(without_base))
}

/// Returns an address without the base path; `None` if it is not below it.
fn remove_base(uri: &Uri, base: &str) -> Option<Uri> {
    let path_and_query = uri.path_and_query()?.as_str();
    let rest = path_and_query
        .strip_prefix(base)
        .filter(|rest| rest.starts_with('/'))?;
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(rest).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::description;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn only_paths_below_the_base_path_are_stripped() {
        let uri = |text: &str| text.parse::<Uri>().unwrap();
        for (from, to) in [
            ("/feedback/feedback?node_id=n", Some("/feedback?node_id=n")),
            ("/feedback/", Some("/")),
            ("http://x.example/feedback/chat", Some("http://x.example/chat")),
            ("/feedback?node_id=n", None),
            ("/feedbacks/x", None),
            ("/chat", None),
        ] {
            assert_eq!(remove_base(&uri(from), "/feedback"), to.map(uri), "{from}");
        }
    }

    #[test]
    fn own_folders_are_those_of_the_routes() {
        let description: Value = serde_json::from_str(&description()).unwrap();
        let paths = description["paths"].as_object().unwrap().keys();
        let mut folders: BTreeSet<&str> = paths
            .filter_map(|path| path[1..].split_once('/').map(|(first, _)| first))
            .collect();
        folders.insert("socket.io");
        assert_eq!(folders, BTreeSet::from(OWN_FOLDERS));
        let is_usable =
            |path: &str| is_usable_base_path(&format!("https://x.example{path}").parse().unwrap());
        assert!(is_usable("") && is_usable("/feedback") && is_usable("/a/v1"));
        assert!(!is_usable("/v1") && !is_usable("/chat/a"));
    }
}
