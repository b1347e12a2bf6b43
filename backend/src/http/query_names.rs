//! Names of query parameters: calls of staff refuse those that they do not know (docs/staff.md#calls). A filter with a typing
//! error would otherwise choose everything.

use super::problem::Problem;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use engine::nearest;
use std::collections::HashMap;
use std::sync::Arc;
use url::form_urlencoded::parse;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{OpenApi, RefOr};

/// The names that each call knows, by its path. They come from the description, which is made of the types that handlers read.
pub(super) struct QueryNames {
    by_path: HashMap<String, HashMap<Method, Vec<String>>>,
}

impl QueryNames {
    /// Reads the description of the routes.
    pub(super) fn new(description: &OpenApi) -> Self {
        let paths = description.paths.paths.iter();
        Self {
            by_path: paths
                .map(|(path, item)| (path.clone(), names_by_method(item)))
                .collect(),
        }
    }

    /// Returns what is wrong about the names in a query, if a name is not known.
    fn check(&self, method: &Method, path: &str, query: &str) -> Result<(), String> {
        // The router answers HEAD by the handler of GET.
        let method = if method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        let names = self.by_path.get(path).and_then(|methods| methods.get(method));
        let known: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
        for (name, _) in parse(query.as_bytes()) {
            if known.contains(&&*name) {
                continue;
            }
            let help = match nearest(&name, known.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if known.is_empty() => "it has none".to_owned(),
                None => format!("it has {}", known.join(", ")),
            };
            return Err(format!("`{name}` is not a parameter of this call; {help}"));
        }
        Ok(())
    }
}

/// Refuses a request with a parameter that its call does not know.
pub(super) async fn refuse_unknown_parameters(
    State(names): State<Arc<QueryNames>>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let query = request.uri().query().unwrap_or_default();
    names
        .check(request.method(), path.as_str(), query)
        .map_err(Problem::InvalidQuery)?;
    Ok(next.run(request).await)
}

fn names_by_method(item: &PathItem) -> HashMap<Method, Vec<String>> {
    let operations = [
        (Method::GET, &item.get),
        (Method::PUT, &item.put),
        (Method::POST, &item.post),
        (Method::PATCH, &item.patch),
        (Method::DELETE, &item.delete),
    ];
    let described = operations.into_iter();
    described
        .filter_map(|(method, operation)| Some((method, names_of(operation.as_ref()?))))
        .collect()
}

fn names_of(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().flatten();
    let in_query = parameters.filter_map(|parameter| match parameter {
        RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query => Some(parameter.name.clone()),
        _ => None,
    });
    in_query.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::staff_router::staff_description;

    #[test]
    fn unknown_names_come_with_a_suggestion() {
        let names = QueryNames::new(&staff_description());
        let list = "/v1/staff/feedbacks";
        for (method, path, query, found) in [
            (Method::GET, list, "", None),
            (
                Method::GET,
                list,
                "status=partial&limit=3&after=7&updated_since=1&texts=true",
                None,
            ),
            (Method::GET, list, "st%61tus=partial", None),
            (Method::HEAD, list, "status=partial", None),
            (
                Method::GET,
                list,
                "statsu=partial",
                Some("did you mean `status`?"),
            ),
            (
                Method::GET,
                list,
                "status=partial&colour",
                Some("`colour` is not a parameter of this call; it has "),
            ),
            (Method::GET, list, "format=csv", Some("`format`")),
            (
                Method::GET,
                "/v1/staff/feedbacks/export",
                "format=csv&bom=true",
                None,
            ),
            (
                Method::GET,
                "/v1/staff/feedbacks/export",
                "limit=3",
                Some("`limit`"),
            ),
            (
                Method::GET,
                "/v1/staff/feedbacks/{stored_id}",
                "texts=true",
                Some("it has none"),
            ),
            (
                Method::GET,
                "/v1/staff/chats/{feedback_id}",
                "after=1&before=2&wait=3",
                None,
            ),
            (
                Method::DELETE,
                "/v1/staff/webhooks/{webhook_id}",
                "force=1",
                Some("it has none"),
            ),
        ] {
            let checked = names.check(&method, path, query);
            match (checked, found) {
                (Ok(()), None) => {}
                (Err(problem), Some(part)) => assert!(problem.contains(part), "{query}: {problem}"),
                (checked, _) => panic!("{path}?{query}: {checked:?}"),
            }
        }
    }
}
