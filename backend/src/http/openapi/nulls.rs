//! Bodies of responses have no member that can both be missing and be null: one that has nothing to say is either left out or null.
//! The descriptions of the types do not know which. A member that is always there is marked as `required` in its type; of the
//! others null is removed here.

use serde_json::Value;
use std::collections::BTreeSet;

const SCHEMAS: &str = "#/components/schemas/";

/// Removes null from the members that may be missing, in everything that only responses have.
pub(super) fn remove_from_responses(document: &mut Value) {
    let mut in_requests = BTreeSet::new();
    let mut in_responses = BTreeSet::new();
    for item in members(document.get("paths")) {
        for operation in members(Some(item)) {
            collect(document, operation.get("requestBody"), &mut in_requests);
            collect(document, operation.get("responses"), &mut in_responses);
        }
    }
    for name in in_responses.difference(&in_requests) {
        if let Some(schema) = document.pointer_mut(&format!("/components/schemas/{name}")) {
            remove(schema);
        }
    }
}

fn members(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|object| object.values())
}

/// Collects the names of the schemas that a part of the document refers to, by whatever way.
fn collect(document: &Value, part: Option<&Value>, names: &mut BTreeSet<String>) {
    match part {
        Some(Value::Object(object)) => {
            let name = object.get("$ref").and_then(Value::as_str);
            if let Some(name) = name.and_then(|reference| reference.strip_prefix(SCHEMAS))
                && names.insert(name.to_owned())
            {
                collect(
                    document,
                    document.pointer(&format!("/components/schemas/{name}")),
                    names,
                );
            }
            for member in object.values() {
                collect(document, Some(member), names);
            }
        }
        Some(Value::Array(items)) => items.iter().for_each(|item| collect(document, Some(item), names)),
        _ => {}
    }
}

/// Removes null from the optional members of a schema and of those in it.
fn remove(schema: &mut Value) {
    let required: Vec<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| Some(name.as_str()?.to_owned()))
        .collect();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, member) in properties.into_iter().flatten() {
        if !required.contains(name) {
            without_null(member);
        }
        remove(member);
    }
    for part in ["allOf", "oneOf", "anyOf"] {
        let parts = schema.get_mut(part).and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(remove);
    }
    if let Some(items) = schema.get_mut("items") {
        remove(items);
    }
}

/// Removes null from what a schema allows: from the list of its types, or from its alternatives.
fn without_null(schema: &mut Value) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [kind] = types.as_slice() {
            schema["type"] = kind.clone();
        }
    }
    let Some(Value::Array(alternatives)) = schema.get_mut("oneOf") else {
        return;
    };
    alternatives.retain(|alternative| alternative.get("type").is_none_or(|kind| kind != "null"));
    if alternatives.len() == 1
        && let Some(Value::Object(only)) = alternatives.pop()
        && let Some(schema) = schema.as_object_mut()
    {
        schema.remove("oneOf");
        // A description of the member counts before that of its type.
        for (name, value) in only {
            schema.entry(name).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn optional_fields_are_omitted_and_never_null() {
        let schema = |kind: Value| json!({"type": "object", "required": ["always"], "properties": {"always": kind, "sometimes": kind}});
        let document = |schemas: Value| {
            json!({"components": {"schemas": schemas}, "paths": {"/": {"get": {
                "requestBody": {"schema": {"$ref": "#/components/schemas/Sent"}},
                "responses": {"200": {"schema": {"items": {"$ref": "#/components/schemas/Got"}}}},
            }}}})
        };
        let nullable = json!({"type": ["string", "null"]});
        let either =
            json!({"description": "d", "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Inner"}]});
        let mut described = document(json!({
            "Sent": schema(nullable.clone()), "Got": schema(either.clone()), "Inner": schema(nullable.clone()),
        }));
        remove_from_responses(&mut described);
        let mut expected = document(json!({
            "Sent": schema(nullable.clone()), "Got": schema(either), "Inner": schema(nullable),
        }));
        expected["components"]["schemas"]["Inner"]["properties"]["sometimes"] = json!({"type": "string"});
        expected["components"]["schemas"]["Got"]["properties"]["sometimes"] =
            json!({"description": "d", "$ref": "#/components/schemas/Inner"});
        assert_eq!(described, expected);
    }
}
