//! The description of the interface (docs/openapi.json): it is current, and responses are as it says.

use crate::process::{printed, pulsen};
use boon::{Compiler, SchemaIndex, Schemas};
use reqwest::{Method, StatusCode};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

const SCHEMAS: &str = "#/components/schemas/";

const TEXT: &str = include_str!("../../../docs/openapi.json");

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(TEXT).unwrap());

/// The schema of a response, as a program that knows nothing of Pulsen understands it.
struct Validator {
    schemas: Schemas,
    schema: SchemaIndex,
}

/// The schemas of responses that were compiled, by their places in the description.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// The code of the routers.
const ROUTERS: [&str; 3] = [
    include_str!("../../src/http/accounts_router.rs"),
    include_str!("../../src/http/router.rs"),
    include_str!("../../src/http/staff_router.rs"),
];

/// Returns the method, in capitals, and the path of each operation.
pub(crate) fn operations() -> BTreeSet<(String, String)> {
    let paths = DESCRIPTION["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(move |method| (method.to_uppercase(), path.clone()))
    });
    operations.collect()
}

/// Panics if the description has no such response, or another body.
pub(crate) fn check_response(
    method: &Method,
    path: &str,
    status: StatusCode,
    media_type: &str,
    body: Option<&[u8]>,
) {
    let call = format!("{method} {path}: {status} {media_type}");
    let Some((template, operation)) = operation(method, path) else {
        assert!(
            is_outside(method, path, status),
            "{call}: there is no such call in docs/openapi.json"
        );
        return;
    };
    let name = format!("{}/{template}/{}", method.as_str(), status.as_u16());
    let response = &operation["responses"][status.as_u16().to_string()];
    let response = match response["$ref"].as_str() {
        Some(reference) => DESCRIPTION.pointer(reference.trim_start_matches('#')).unwrap(),
        None => response,
    };
    assert!(
        response.is_object(),
        "{call}: docs/openapi.json has no such status"
    );
    let Some(content) = response["content"].as_object() else {
        assert!(
            body.is_none_or(<[u8]>::is_empty),
            "{call}: docs/openapi.json has no body"
        );
        return;
    };
    let described = content.get(media_type).or(content.get("*/*"));
    let described = described.unwrap_or_else(|| panic!("{call}: docs/openapi.json has no such type"));
    // A `HEAD` has no body.
    let Some(body) = body.filter(|_| method != Method::HEAD) else {
        return;
    };
    let body: Value = serde_json::from_slice(body).unwrap_or_else(|error| panic!("{call}: {error}"));
    let validator = validator(&format!("{name} {media_type}"), &described["schema"]);
    if let Err(error) = validator.schemas.validate(&body, validator.schema) {
        panic!("{call}: the body is not as in docs/openapi.json: {error}\n{body:#}");
    }
}

/// Whether a response may be without a description: of unknown paths and methods, of preflight requests, of sockets, and of the address
/// for metrics.
fn is_outside(method: &Method, path: &str, status: StatusCode) -> bool {
    let is_refused = matches!(status.as_u16(), 302 | 404 | 405 | 429 | 503);
    is_refused || *method == Method::OPTIONS || path.starts_with("/socket.io") || path == "/metrics"
}

/// Finds the operation of a path: of several that fit, the one whose path names most.
fn operation(method: &Method, path: &str) -> Option<(&'static str, &'static Value)> {
    let method = if *method == Method::HEAD {
        "get".into()
    } else {
        method.as_str().to_ascii_lowercase()
    };
    let paths = DESCRIPTION["paths"].as_object().unwrap();
    let fitting = paths.iter().filter(|(template, _)| fits(template, path));
    let (template, item) = fitting.min_by_key(|(template, _)| template.matches('{').count())?;
    Some((template, item.get(method)?))
}

fn fits(template: &str, path: &str) -> bool {
    if let Some(folder) = template.strip_suffix("{path}") {
        return path.len() > folder.len() && path.starts_with(folder);
    }
    let (expected, given) = (template.split('/'), path.split('/'));
    expected.clone().count() == given.clone().count()
        && expected
            .zip(given)
            .all(|(expected, given)| expected == given || (expected.starts_with('{') && !given.is_empty()))
}

/// Compiles a schema with those that it refers to.
fn validator(name: &str, schema: &Value) -> Arc<Validator> {
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(validator) = validators.get(name) {
        return Arc::clone(validator);
    }
    let mut names = BTreeSet::new();
    collect(schema, &mut names);
    let schemas: Map<String, Value> = names
        .into_iter()
        .map(|name| (name.clone(), DESCRIPTION["components"]["schemas"][&name].clone()))
        .collect();
    let root = json!({"allOf": [schema], "components": {"schemas": schemas}});
    let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
    compiler.add_resource("response.json", root).unwrap();
    let schema = compiler.compile("response.json", &mut schemas).unwrap();
    let validator = Arc::new(Validator { schemas, schema });
    validators.insert(name.to_owned(), Arc::clone(&validator));
    validator
}

/// Collects the names of the schemas that a schema refers to.
fn collect(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            let name = object
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|name| name.strip_prefix(SCHEMAS));
            if let Some(name) = name
                && names.insert(name.to_owned())
            {
                collect(&DESCRIPTION["components"]["schemas"][name], names);
            }
            object.values().for_each(|member| collect(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}

#[test]
fn the_description_in_the_repository_is_current() {
    let printed = printed(pulsen().arg("openapi"));
    assert!(
        printed.trim() == TEXT.trim(),
        "docs/openapi.json is out of date: run `make openapi`"
    );
}

#[test]
fn every_route_is_described() {
    // What `routes!` routes is described. Socket.IO has a handler of its own.
    let others = ROUTERS.iter().flat_map(|code| code.split(".route(").skip(1));
    let others: Vec<_> = others.map(|route| route.split('"').nth(1).unwrap()).collect();
    assert_eq!(others, ["/socket.io/", "/socket.io"]);
}

#[test]
fn each_operation_has_a_unique_id_and_declares_its_security() {
    let mut names = BTreeSet::new();
    for (path, item) in DESCRIPTION["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let call = format!("{method} {path}");
            assert!(names.insert(operation["operationId"].as_str().unwrap()), "{call}");
            assert!(
                operation["summary"]
                    .as_str()
                    .is_some_and(|text| text.ends_with('.')),
                "{call}"
            );
            let names_a_right = |scheme: &str| {
                !operation["security"][0][scheme]
                    .as_array()
                    .is_none_or(Vec::is_empty)
            };
            let is_for_staff = names_a_right("staff_token") || names_a_right("session");
            let of_people = [
                "/v1/staff/session",
                "/v1/staff/links/",
                "/v1/staff/me",
                "/v1/staff/oidc/",
            ];
            let is_of_people = of_people.iter().any(|prefix| path.starts_with(prefix));
            assert_eq!(
                is_for_staff,
                path.starts_with("/v1/staff/") && !is_of_people,
                "{call}"
            );
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(
                    parameter["description"].is_string(),
                    "{call}: {}",
                    parameter["name"]
                );
            }
        }
    }
}

#[test]
fn descriptions_are_for_readers_of_the_interface() {
    assert!(
        !TEXT.contains("[`"),
        "there is a reference to an item of the code"
    );
    assert!(!TEXT.contains("# Errors"));
}

#[test]
fn every_schema_that_is_referred_to_is_there() {
    let mut names = BTreeSet::new();
    collect(&DESCRIPTION["paths"], &mut names);
    collect(&DESCRIPTION["components"], &mut names);
    for name in names {
        assert!(DESCRIPTION["components"]["schemas"][&name].is_object(), "{name}");
    }
}
