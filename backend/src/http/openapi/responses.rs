//! The responses of requests that fail: one for each status, with all codes that it can have.

use super::super::error_pages::is_page;
use super::operations::for_each_operation;
use super::problems::FAULT;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The titles of problems by their codes.
type Titles = BTreeMap<String, String>;

/// Makes one response of the problems that have one status. Operations share those that are the same.
pub(super) fn merge(document: &mut Value) {
    let mut shared = Map::new();
    for_each_operation(document, |path, method, operation| {
        let is_page = method == "get" && is_page(path);
        let Some(Value::Object(responses)) = operation.get_mut("responses") else {
            return;
        };
        for (status, titles) in take_problems(responses) {
            let key = status.to_string();
            if let Some(described) = responses.get_mut(&key) {
                add_problem(described, response(status, &titles, is_page));
                continue;
            }
            let codes: Vec<&str> = titles.keys().map(String::as_str).collect();
            let kind = if is_page { "page" } else { "problem" };
            let name = format!("{kind}_{status}_{}", codes.join("_or_"));
            responses.insert(key, json!({"$ref": format!("#/components/responses/{name}")}));
            shared
                .entry(name)
                .or_insert_with(|| response(status, &titles, is_page));
        }
    });
    if let Some(Value::Object(components)) = document.get_mut("components") {
        components.insert("responses".to_owned(), shared.into());
    }
}

/// Has a response that is described by its handler be a problem document as well.
fn add_problem(described: &mut Value, problem: Value) {
    let Value::Object(mut problem) = problem else {
        return;
    };
    if let Some(Value::Object(mut content)) = problem.remove("content") {
        let own = described.get_mut("content").map(Value::take);
        if let Some(Value::Object(own)) = own {
            content.extend(own);
        }
        described["content"] = content.into();
    }
    let description = [described.get("description"), problem.get("description")];
    let description: Vec<&str> = description
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    described["description"] = description.join("\n\n").into();
    if let Some(headers) = problem.remove("headers") {
        described["headers"] = headers;
    }
}

/// Takes the problems out of the responses of an operation, by status.
fn take_problems(responses: &mut Map<String, Value>) -> BTreeMap<u16, Titles> {
    let mut problems: BTreeMap<u16, Titles> = BTreeMap::new();
    responses.retain(|key, response| {
        let Some((status, code)) = key.split_once(' ') else {
            return true;
        };
        let title = response.get("description").and_then(Value::as_str);
        let titles = problems.entry(status.parse().unwrap_or_default()).or_default();
        titles.insert(code.to_owned(), title.unwrap_or_default().to_owned());
        false
    });
    problems
}

fn response(status: u16, titles: &Titles, is_page: bool) -> Value {
    let lines = titles.iter().map(|(code, title)| match code.as_str() {
        FAULT => format!("the key of the first error: {title}"),
        code => format!("`{code}`: {title}"),
    });
    let problem = json!({"allOf": [
        {"$ref": "#/components/schemas/Problem"},
        {"type": "object", "properties": {"status": {"const": status}, "code": codes(titles)}},
    ]});
    let mut content = json!({"application/problem+json": {"schema": problem}});
    if is_page && let Some(content) = content.as_object_mut() {
        // For browsers, which name HTML in `Accept`.
        content.insert("text/html".to_owned(), json!({"schema": {"type": "string"}}));
    }
    let mut response = Map::from_iter([
        (
            "description".to_owned(),
            lines.collect::<Vec<_>>().join("\n\n").into(),
        ),
        ("content".to_owned(), content),
    ]);
    let headers = match status {
        401 => Some(json!({"WWW-Authenticate": {"schema": {"type": "string"}}})),
        429 | 503 => Some(json!({"Retry-After": {
            "description": "Seconds after which a repeat can succeed.",
            "schema": {"type": "integer"},
        }})),
        _ => None,
    };
    response.extend(headers.map(|headers| ("headers".to_owned(), headers)));
    response.into()
}

/// Returns the schema of `code`.
fn codes(titles: &Titles) -> Value {
    let known = titles.keys().filter(|code| *code != FAULT);
    let known: Vec<Value> = known
        .map(|code| {
            code.parse::<u32>()
                .map_or_else(|_| code.as_str().into(), Value::from)
        })
        .collect();
    let faults = titles.contains_key(FAULT);
    let fault = json!({"$ref": "#/components/schemas/FaultKey"});
    match (faults, known.is_empty()) {
        (false, _) => json!({"enum": known}),
        (true, true) => fault,
        (true, false) => json!({"anyOf": [fault, {"enum": known}]}),
    }
}
