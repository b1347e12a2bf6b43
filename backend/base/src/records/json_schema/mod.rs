//! The JSON Schemas of records, for editors and other checkers (docs/flows.md#schema). Those of nodes, widgets and
//! connectors are made of the tables that [`super::schema`] checks files by; the engine has the one of flows.

#[cfg(test)]
mod tests;

use super::RecordKind;
use super::connector_fields::CONNECTOR_FIELDS;
use super::field::{Field, FieldKind};
use super::node_fields::NODE_FIELDS;
use super::stored_secrets::MOST_SECRETS;
use super::text_form::{LOWER_CASE_LANGUAGE_CODE, TextForm, whole};
use super::widget_fields::WIDGET_FIELDS;
use crate::secret_source::SecretUse;
use engine::FLOW_SCHEMA;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// The member of a file that names its schema. It is no part of the record.
pub const SCHEMA_MEMBER: &str = "$schema";

/// Returns the JSON Schema (2020-12) of the files of a kind of record. It knows fields, types and what must be there; what
/// several fields or files say together is known to `pulsen check` alone.
pub fn json_schema(kind: RecordKind) -> Cow<'static, str> {
    match kind {
        RecordKind::Flow => FLOW_SCHEMA.into(),
        RecordKind::Node => document(
            "Node",
            "A channel through which feedback comes in: a link page, and what its widgets have in common.",
            NODE_FIELDS,
        ),
        RecordKind::Widget => document(
            "Widget",
            "The looks and the behavior of a node on host pages.",
            WIDGET_FIELDS,
        ),
        RecordKind::Connector => document(
            "Connector",
            "Looks up in another system what follows from an answer.",
            CONNECTOR_FIELDS,
        ),
    }
}

/// Returns the kind whose schema has this file's name, such as `flow.json`.
pub fn kind_of_schema_file(name: &str) -> Option<RecordKind> {
    name.strip_suffix(".json")?.parse().ok()
}

fn document(title: &str, description: &str, fields: &[Field]) -> Cow<'static, str> {
    let mut properties = properties(fields);
    properties.insert(
        SCHEMA_MEMBER.to_owned(),
        json!({"type": "string", "description": "The address of this schema, for editors."}),
    );
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
        "required": required(fields),
        "additionalProperties": false,
    });
    format!("{schema:#}\n").into()
}

fn of_object(fields: &[Field]) -> Value {
    json!({
        "type": "object",
        "properties": properties(fields),
        "required": required(fields),
        "additionalProperties": false,
    })
}

fn properties(fields: &[Field]) -> Map<String, Value> {
    let properties = written(fields).map(|field| (field.name.to_owned(), of_field(field)));
    properties.collect()
}

fn required(fields: &[Field]) -> Vec<&'static str> {
    let required = written(fields).filter(|field| field.is_required);
    required.map(|field| field.name).collect()
}

/// Returns the fields that files have.
fn written(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields
        .iter()
        .filter(|field| !matches!(field.kind, FieldKind::Computed))
}

fn of_field(field: &Field) -> Value {
    let mut schema = match field.kind {
        // One that is empty counts as absent.
        FieldKind::Form(form) if !field.is_required => of_form(form, |pattern| whole(&format!("|{pattern}"))),
        kind => of_kind(kind),
    };
    if !field.is_required {
        allow_null(&mut schema);
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), json!(field.description));
    }
    schema
}

fn of_kind(kind: FieldKind) -> Value {
    match kind {
        FieldKind::Boolean => json!({"type": "boolean"}),
        FieldKind::Text => json!({"type": "string"}),
        FieldKind::Id => json!({"type": "string", "minLength": 1}),
        FieldKind::UpTo(max) => json!({"type": "string", "minLength": 1, "maxLength": max}),
        FieldKind::Form(form) => of_form(form, whole),
        FieldKind::OneOf(choices) => json!({"enum": choices}),
        FieldKind::Whole(max) => json!({"type": "integer", "minimum": 0, "maximum": max}),
        FieldKind::Percent => json!({"type": "integer", "minimum": 1, "maximum": 100}),
        FieldKind::Number(min, max) => json!({"type": "number", "minimum": min, "maximum": max}),
        FieldKind::TextsByLanguage => of_texts(&["object"]),
        FieldKind::TextOrTextsByLanguage => of_texts(&["string", "object"]),
        FieldKind::LocalTextUpTo(max) => {
            let mut schema = of_texts(&["string", "object"]);
            for pointer in ["", "/additionalProperties"] {
                if let Some(text) = schema.pointer_mut(pointer).and_then(Value::as_object_mut) {
                    text.insert("minLength".to_owned(), json!(1));
                    text.insert("maxLength".to_owned(), json!(max));
                }
            }
            schema
        }
        FieldKind::List(kind) => json!({"type": "array", "items": of_kind(*kind)}),
        FieldKind::ListUpTo(max, kind) => {
            json!({"type": "array", "items": of_kind(*kind), "minItems": 1, "maxItems": max})
        }
        FieldKind::Map(kind) => json!({"type": "object", "additionalProperties": of_kind(*kind)}),
        FieldKind::Secrets => {
            let mut schema = of_secret(SecretUse::Widget, &["string", "object", "array"]);
            if let Some(members) = schema.as_object_mut() {
                let item = of_secret(SecretUse::Widget, &["string", "object"]);
                members.insert("items".to_owned(), item);
                members.insert("maxItems".to_owned(), json!(MOST_SECRETS));
            }
            schema
        }
        FieldKind::Object(fields) => of_object(fields),
        FieldKind::Secret(secret_use) => of_secret(secret_use, &["string", "object"]),
        FieldKind::Any | FieldKind::Computed => json!({}),
    }
}

fn of_form(form: &TextForm, whole: impl Fn(&str) -> String) -> Value {
    match form.pattern {
        Some(pattern) => json!({"type": "string", "pattern": whole(pattern)}),
        None => json!({"type": "string"}),
    }
}

fn of_texts(types: &[&str]) -> Value {
    json!({
        "type": types,
        "propertyNames": {"pattern": whole(LOWER_CASE_LANGUAGE_CODE)},
        "additionalProperties": {"type": ["string", "null"]},
    })
}

fn of_secret(secret_use: SecretUse, types: &[&str]) -> Value {
    let prefix = secret_use.prefix();
    let description = format!("The variable of the environment that holds the value: {prefix}…");
    let pattern = whole(&format!("{prefix}[A-Z0-9_]+"));
    json!({
        "type": types,
        "properties": {
            "env": {"type": "string", "pattern": pattern, "description": description},
            "stored": {"const": true, "description": "Keeps what the database has."},
        },
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
    })
}

/// Null counts as absent, as in all records.
fn allow_null(schema: &mut Value) {
    if let Some(choices) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        choices.push(Value::Null);
    }
    if let Some(types) = schema.get_mut("type") {
        match types {
            Value::Array(types) => types.push(json!("null")),
            one => *one = json!([&*one, "null"]),
        }
    }
}
