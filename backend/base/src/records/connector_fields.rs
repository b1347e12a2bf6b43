//! The fields of a connector's file (docs/connectors.md#fields).

use super::codes::PRIVATE_ADDRESS;
use super::field::{Field, FieldKind, optional, required};
use super::schema::SchemaFinding;
use super::template::Template;
use super::text_form::JSON_POINTER;
use super::url_template::{UrlTemplate, UrlTemplateError};
use crate::json::push_pointer;
use crate::secret_source::SecretUse;
use FieldKind::{Any, Form, Id, List, Map, OneOf, Secret, Text, Whole};
use engine::Code;
use engine::codes::UNUSABLE_VALUE;
use http::{HeaderName, HeaderValue};
use serde_json::Value;

/// Every field that a connector's file may hold.
pub(super) const CONNECTOR_FIELDS: &[Field] = &[
    required("id", Id, "The name that questions use as `bindingModel`."),
    optional("method", OneOf(&["GET", "POST", "PUT"]), "Default: `POST`."),
    required(
        "url",
        Text,
        "Address that is called, with `{{answer}}` and other placeholders in path and query.",
    ),
    optional(
        "headers",
        Map(&Secret(SecretUse::Connector)),
        "Headers of the call: a text, or the name of a variable of the environment.",
    ),
    optional(
        "body",
        Any,
        "Sent as JSON, with placeholders in its texts; not with `GET`.",
    ),
    optional(
        "timeout_ms",
        Whole(MAX_TIMEOUT_MS),
        "Milliseconds for the whole call, from 100. Default: 5000.",
    ),
    optional(
        "questions",
        Map(&Form(&JSON_POINTER)),
        "Which value of the response, by JSON pointer, answers which question, by id or key.",
    ),
    optional(
        "data",
        Map(&Form(&JSON_POINTER)),
        "Which values of the response, by JSON pointer, are stored with the feedback, and under which names.",
    ),
    optional(
        "nodes",
        List(&Id),
        "Ids of the nodes whose visitors may use it. Default: all.",
    ),
    optional(
        "flows",
        List(&Id),
        "Ids of the flows that may name it. Default: all.",
    ),
];

/// The page waits for 20 seconds.
const MAX_TIMEOUT_MS: u32 = 15_000;

/// Less than any network needs.
const MIN_TIMEOUT_MS: u64 = 100;

/// Headers that the client sets, or that would change how the request is read.
const RESERVED_HEADERS: &[&str] = &[
    "connection",
    "content-length",
    "content-type",
    "expect",
    "host",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Returns everything that is wrong with a connector's fields that their kinds do not show.
pub(super) fn check_connector(document: &Value) -> Vec<SchemaFinding> {
    let mut checker = Checker::default();
    checker.url(document);
    checker.headers(document);
    if let Some(body) = document.get("body").filter(|body| !body.is_null()) {
        if document.get("method") == Some(&Value::from("GET")) {
            checker.error(
                "/body",
                "a GET has no body: put the values into `url`, or use POST",
            );
        }
        checker.body(body, "/body");
    }
    let timeout = document.get("timeout_ms").and_then(Value::as_u64);
    if timeout.is_some_and(|timeout| timeout < MIN_TIMEOUT_MS) {
        let message = format!("must be at least {MIN_TIMEOUT_MS}");
        checker.error("/timeout_ms", message);
    }
    let is_empty = |name: &str| match document.get(name) {
        None | Some(Value::Null) => true,
        Some(Value::Object(members)) => members.is_empty(),
        // A wrong type is another finding.
        Some(_) => false,
    };
    if is_empty("questions") && is_empty("data") {
        let message = "needs `questions` or `data`: nothing of the response would be used";
        checker.error("", message);
    }
    checker.findings
}

#[derive(Default)]
struct Checker {
    findings: Vec<SchemaFinding>,
}

impl Checker {
    fn url(&mut self, document: &Value) {
        let Some(text) = document.get("url").and_then(Value::as_str) else {
            return;
        };
        match UrlTemplate::parse(text) {
            Ok(url) if url.is_https() => {}
            Ok(_) => self.add(
                PRIVATE_ADDRESS,
                "/url",
                "is not https: only a server with --allow-private-connectors will call it",
            ),
            Err(error @ UrlTemplateError::Template(_)) => self.error("/url", error.to_string()),
            Err(error) => self.error("/url", format!("`{text}` {error}")),
        }
    }

    fn headers(&mut self, document: &Value) {
        let headers = document.get("headers").and_then(Value::as_object);
        for (name, value) in headers.into_iter().flatten() {
            let mut pointer = "/headers".to_owned();
            push_pointer(&mut pointer, name);
            if HeaderName::try_from(name.as_str()).is_err() {
                self.error(&pointer, "is not the name of a header");
            } else if RESERVED_HEADERS.contains(&name.to_lowercase().as_str()) {
                self.error(&pointer, "is set by the server: leave it out");
            }
            self.header_value(&pointer, value);
        }
    }

    fn header_value(&mut self, pointer: &str, value: &Value) {
        match value {
            Value::String(text) if !text.is_ascii() || HeaderValue::try_from(text.as_str()).is_err() => {
                self.error(pointer, "cannot be sent in a header: write it in ASCII");
            }
            Value::String(text) if text.contains("{{") => {
                self.error(pointer, "headers have no values: put them into `url` or `body`");
            }
            // The schema has found what is no text.
            _ => {}
        }
    }

    fn body(&mut self, value: &Value, pointer: &str) {
        let at = |step: &str| {
            let mut pointer = pointer.to_owned();
            push_pointer(&mut pointer, step);
            pointer
        };
        match value {
            Value::String(text) => {
                if let Err(error) = Template::parse(text) {
                    self.error(pointer, error.to_string());
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.body(item, &at(&index.to_string()));
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    if name.contains("{{") {
                        self.error(&at(name), "names have no values");
                    }
                    self.body(member, &at(name));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn error(&mut self, pointer: &str, message: impl Into<String>) {
        self.add(UNUSABLE_VALUE, pointer, message);
    }

    fn add(&mut self, code: Code, pointer: &str, message: impl Into<String>) {
        self.findings.push(SchemaFinding {
            code,
            pointer: pointer.to_owned(),
            message: message.into(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::schema::check_document;
    use super::*;
    use serde_json::json;

    fn findings(changes: Value) -> Vec<String> {
        let mut document =
            json!({"id": "orders", "url": "https://a.example/o", "questions": {"city": "/city"}});
        for (name, value) in changes.as_object().unwrap() {
            document[name] = value.clone();
        }
        let mut findings = check_document(&document, CONNECTOR_FIELDS);
        findings.extend(check_connector(&document));
        findings
            .into_iter()
            .map(|found| format!("{}: {}", found.pointer, found.message))
            .collect()
    }

    #[test]
    fn a_whole_connector_is_accepted() {
        let whole = json!({
            "method": "PUT",
            "url": "https://a.example:8443/o/{{answer}}?city={{answers.city}}",
            "headers": {"Accept-Language": "en", "X-Api-Key": {"env": "PULSEN_CONNECTOR_ORDERS_2"}},
            "body": {"order": "{{answer}}", "list": [1, true, null, "{{node_id}}-{{flow_id}}-{{question_id}}"]},
            "timeout_ms": 15_000,
            "questions": {"q-city": "", "size": "/items/0/si~1ze"},
            "data": {"tier": "/tier"},
            "nodes": ["n"],
            "flows": ["f"],
        });
        assert_eq!(findings(whole), [""; 0]);
    }

    #[track_caller]
    fn check_each(changes: &[(Value, &str)]) {
        for (change, expected) in changes {
            let found = findings(change.clone());
            assert!(
                matches!(found.as_slice(), [finding] if finding.starts_with(expected)),
                "{change}: {found:?}"
            );
        }
    }

    #[test]
    fn invalid_fields_are_reported_with_their_pointers() {
        check_each(&[
            (
                json!({"urll": "x"}),
                "/urll: is not a known field; did you mean `url`?",
            ),
            (json!({"url": null}), "/url: is missing, but required"),
            (
                json!({"url": "https://{{answer}}/"}),
                "/url: `https://{{answer}}/` must not have values",
            ),
            (
                json!({"url": "https://a/{{nope}}"}),
                "/url: `{{nope}}` is not known",
            ),
            (
                json!({"url": "http://a/"}),
                "/url: is not https: only a server with --allow-private-connectors",
            ),
            (
                json!({"method": "DELETE"}),
                "/method: `DELETE` is not one of `GET`, `POST`, `PUT`",
            ),
            (json!({"method": "GET", "body": {}}), "/body: a GET has no body"),
            (
                json!({"body": {"a": ["{{x}}"]}}),
                "/body/a/0: `{{x}}` is not known",
            ),
            (
                json!({"body": {"{{answer}}": 1}}),
                "/body/{{answer}}: names have no values",
            ),
            (
                json!({"timeout_ms": 15_001}),
                "/timeout_ms: 15001 is not a whole number",
            ),
            (json!({"timeout_ms": 99}), "/timeout_ms: must be at least 100"),
            (
                json!({"questions": {"city": "city"}}),
                "/questions/city: `city` is not a JSON pointer",
            ),
            (
                json!({"questions": {"city": "/a~2"}}),
                "/questions/city: `/a~2` is not a JSON pointer",
            ),
            (
                json!({"questions": []}),
                "/questions: invalid type: a list, expected an object",
            ),
            (json!({"questions": {}}), ": needs `questions` or `data`"),
        ]);
    }

    #[test]
    fn headers_are_texts_or_names_of_secrets() {
        check_each(&[
            (
                json!({"headers": {"a b": "x"}}),
                "/headers/a b: is not the name of a header",
            ),
            (
                json!({"headers": {"Host": "x"}}),
                "/headers/Host: is set by the server",
            ),
            (
                json!({"headers": {"X-A": "ı"}}),
                "/headers/X-A: cannot be sent in a header",
            ),
            (
                json!({"headers": {"X-A": "a\r\nb"}}),
                "/headers/X-A: cannot be sent in a header",
            ),
            (
                json!({"headers": {"X-A": "{{answer}}"}}),
                "/headers/X-A: headers have no values",
            ),
            (json!({"headers": {"X-A": 1}}), "/headers/X-A: must be a text or"),
            (
                json!({"headers": {"X-A": {"env": "HOME", "x": 1}}}),
                "/headers/X-A: an object must be",
            ),
            (
                json!({"headers": {"X-A": {"env": "PULSEN_SECRET"}}}),
                "/headers/X-A/env: `PULSEN_SECRET` is not",
            ),
            (
                json!({"headers": {"X-A": {"env": "PULSEN_CONNECTOR_"}}}),
                "/headers/X-A/env: `PULSEN_CONNECTOR_`",
            ),
        ]);
    }
}
