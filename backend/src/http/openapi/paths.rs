//! The parameters of paths.

use super::operations::for_each_operation;
use serde_json::{Value, json};

/// What each parameter names.
const PARAMETERS: &[(&str, &str)] = &[
    ("connector_id", "The id of a connector."),
    ("revision", "The number of a revision."),
    ("widget_code", "The code of a widget."),
    (
        "canned_reply_id",
        "The id of a canned reply: 1 to 64 letters, digits, `-` and `_`.",
    ),
    ("code", "The code of a widget."),
    ("creator_id", "The id of a customer."),
    ("customer_id", "The id of a customer."),
    ("delivery_id", "The id of a delivery."),
    ("address_id", "The hash of an address, as lists show it."),
    ("device_id", "The hash of a device, as lists show it."),
    ("export_id", "The id of an export."),
    ("erasure_id", "The id of an order to erase."),
    (
        "feedback_id",
        "The id of a feedback, which is that of its chat as well.",
    ),
    (
        "file",
        "`flow.json`, `node.json`, `widget.json` or `connector.json`.",
    ),
    ("flow_id", "The id of a flow."),
    ("id", "The id of an upload."),
    (
        "name",
        "The code of a widget with `.js` behind it, or the name of a module that the loader asks for.",
    ),
    ("node_id", "The id of a node."),
    (
        "question",
        "The id of a question, or its key in the newest revision that has it.",
    ),
    ("path", "The name of a file, as pages name it."),
    ("person_id", "The id of a person, as the list shows it."),
    ("session_id", "The id of a session, as the list shows it."),
    ("stored_id", "The id of a feedback."),
    ("token_name", "The name of a token."),
    ("upload_id", "The id of an upload."),
    (
        "webhook_id",
        "The id of a webhook: 1 to 64 letters, digits, `-` and `_`.",
    ),
    ("widget_code", "The code of a widget."),
    ("revision", "The number of a revision."),
];

/// Writes the paths as OpenAPI does, and adds the parameters in them to their operations.
pub(super) fn complete(document: &mut Value) {
    if let Some(Value::Object(paths)) = document.get_mut("paths") {
        // `{*rest}` is how the router writes a parameter with slashes.
        let renamed = std::mem::take(paths).into_iter();
        paths.extend(renamed.map(|(path, item)| (path.replace("{*", "{"), item)));
    }
    for_each_operation(document, |path, _, operation| {
        let names = path.split('{').skip(1).filter_map(|part| part.split('}').next());
        let in_path = names.map(|name| {
            let description = PARAMETERS.iter().find(|(known, _)| *known == name);
            json!({
                "name": name,
                "in": "path",
                "required": true,
                "description": description.map(|(_, description)| description),
                "schema": {"type": "string"},
            })
        });
        let mut parameters: Vec<Value> = in_path.collect();
        if let Some(Value::Array(others)) = operation.get_mut("parameters").map(Value::take) {
            parameters.extend(others);
        }
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
    });
}
