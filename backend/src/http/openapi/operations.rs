//! The operations of a description, and what the layers around their routes add to each.

use serde_json::Value;
use utoipa::IntoResponses;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, SecurityRequirement};

/// Adds responses to each operation.
pub(in crate::http) fn with_responses<R: IntoResponses>(mut api: OpenApi) -> OpenApi {
    for (_, operation) in operations(&mut api) {
        operation.responses.responses.extend(R::responses());
    }
    api
}

/// Adds responses to each operation that changes something.
pub(in crate::http) fn with_responses_of_writes<R: IntoResponses>(mut api: OpenApi) -> OpenApi {
    for (_, operation) in operations(&mut api).filter(|(is_write, _)| *is_write) {
        operation.responses.responses.extend(R::responses());
    }
    api
}

/// Has each operation need a credential.
pub(in crate::http) fn with_security(mut api: OpenApi, scheme: &str) -> OpenApi {
    for (_, operation) in operations(&mut api) {
        let needed = SecurityRequirement::new::<_, [&str; 0], _>(scheme, []);
        operation.security = Some(vec![needed]);
    }
    api
}

/// Returns all operations, and whether each changes something.
fn operations(api: &mut OpenApi) -> impl Iterator<Item = (bool, &mut Operation)> {
    api.paths.paths.values_mut().flat_map(|item| {
        let reads = item.get.iter_mut().map(|operation| (false, operation));
        let writes = [&mut item.put, &mut item.post, &mut item.delete];
        reads.chain(writes.into_iter().flatten().map(|operation| (true, operation)))
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
