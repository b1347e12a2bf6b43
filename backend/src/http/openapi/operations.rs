//! The operations of a description, and what the layers around their routes add to each.

use axum::http::Method;
use serde_json::Value;
use utoipa::IntoResponses;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, SecurityRequirement};

/// Adds responses to each operation.
pub(in crate::http) fn with_responses<R: IntoResponses>(mut api: OpenApi) -> OpenApi {
    for (_, _, operation) in operations(&mut api) {
        operation.responses.responses.extend(R::responses());
    }
    api
}

/// Has each operation need a credential. `needed` returns which ones it takes, and what their holder must be allowed, by method and
/// path.
pub(in crate::http) fn with_security(
    mut api: OpenApi,
    needed: impl Fn(&Method, &str) -> (&'static [&'static str], Option<&'static str>),
) -> OpenApi {
    for (method, path, operation) in operations(&mut api) {
        let (schemes, role) = needed(&method, path);
        let schemes = schemes.iter();
        operation.security = Some(
            schemes
                .map(|scheme| SecurityRequirement::new(*scheme, role))
                .collect(),
        );
    }
    api
}

/// Returns all operations with their methods and paths.
fn operations(api: &mut OpenApi) -> impl Iterator<Item = (Method, &str, &mut Operation)> {
    api.paths.paths.iter_mut().flat_map(|(path, item)| {
        let of_methods = [
            (Method::GET, &mut item.get),
            (Method::PUT, &mut item.put),
            (Method::POST, &mut item.post),
            (Method::PATCH, &mut item.patch),
            (Method::DELETE, &mut item.delete),
        ];
        of_methods
            .into_iter()
            .filter_map(move |(method, operation)| Some((method, path.as_str(), operation.as_mut()?)))
    })
}

/// Calls `change` with the path, the method and the object of each operation.
pub(super) fn for_each_operation(document: &mut Value, mut change: impl FnMut(&str, &str, &mut Value)) {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for (path, item) in paths.into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            change(path, method, operation);
        }
    }
}
