//! The host of staff, where they have one of their own (docs/deploy.md#a-host-for-staff).

use super::problem::Problem;
use super::socket_origin::is_of;
use crate::application::AppState;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// Answers the console and the calls of staff at their host only. At others they are as if they were not there.
pub(super) async fn keep_staff_apart(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if is_of_staff(request.uri().path()) && !is_staff_host(&app, request.headers()) {
        return Err(Problem::NotFound("page or call"));
    }
    Ok(next.run(request).await)
}

/// Returns whether a request was sent to the host of staff; every host is, unless they have one of their own.
pub(super) fn is_staff_host(app: &AppState, headers: &HeaderMap) -> bool {
    let Some(address) = &app.staff_url else {
        return true;
    };
    let origin = address.origin();
    headers.get(HOST).is_some_and(|host| is_of(&origin, host))
}

fn is_of_staff(path: &str) -> bool {
    ["/staff", "/v1/staff"].iter().any(|folder| {
        let rest = path.strip_prefix(folder);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

#[cfg(test)]
mod tests {
    use super::is_of_staff;
    use crate::http::description;
    use serde_json::Value;

    #[test]
    fn the_paths_of_staff_are_known() {
        let description: Value = serde_json::from_str(&description()).unwrap();
        for (path, item) in description["paths"].as_object().unwrap() {
            let operations = item.as_object().unwrap().values();
            let mut tags = operations.flat_map(|operation| operation["tags"].as_array().unwrap());
            let is_call = tags.any(|tag| tag.as_str().unwrap().starts_with("Staff"));
            assert_eq!(is_of_staff(path), is_call || path.starts_with("/staff"), "{path}");
        }
        assert!(!is_of_staff("/staffing") && !is_of_staff("/v1/staffs") && !is_of_staff("/"));
    }
}
