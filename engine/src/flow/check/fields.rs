//! Fields that a flow does not have. What they were meant to do would not happen, so they are errors.

use super::findings::Findings;
use crate::codes::UNKNOWN_FIELD;
use crate::flow::schema::FLOW_SCHEMA;
use crate::suggestions::unknown_field;
use serde_json::Value;

/// The member of a file that tells an editor its schema (docs/flows.md#schema). It is no part of the flow.
pub(in crate::flow) const SCHEMA_POINTER: &str = "/$schema";

/// Reports the unknown fields with these JSON pointers.
pub(super) fn check(unknown: &[String], findings: &mut Findings) {
    let mut unknown = unknown.iter().filter(|at| *at != SCHEMA_POINTER).peekable();
    if unknown.peek().is_none() {
        return;
    }
    let schema: Value = serde_json::from_str(FLOW_SCHEMA).unwrap_or_default();
    for pointer in unknown {
        let (object, name) = pointer.rsplit_once('/').unwrap_or_default();
        let name = name.replace("~1", "/").replace("~0", "~");
        // What authors would look for, since rules have it.
        let message = if name == "score" && object.contains("/triggers/") {
            "triggers compare no scores: use a rule of a transition".into()
        } else {
            unknown_field(&name, fields_of(&schema, object))
        };
        findings
            .add(UNKNOWN_FIELD, pointer.clone(), message)
            .with("field", name);
    }
}

/// Returns the names of the fields that an object may have, by its JSON pointer.
fn fields_of<'s>(schema: &'s Value, pointer: &str) -> impl Iterator<Item = &'s str> {
    let object = pointer.split('/').skip(1).try_fold(schema, |value, step| {
        let value = resolved(schema, value);
        match value.get("items") {
            Some(items) => Some(items),
            None => value.get("properties")?.get(step),
        }
    });
    let fields = object.and_then(|object| resolved(schema, object).get("properties")?.as_object());
    fields
        .into_iter()
        .flat_map(|fields| fields.keys().map(String::as_str))
}

/// Follows a reference to a definition, also if the value may be null as well.
fn resolved<'s>(schema: &'s Value, value: &'s Value) -> &'s Value {
    let value = value.pointer("/anyOf/0").unwrap_or(value);
    let reference = value.get("$ref").and_then(Value::as_str);
    let definition = reference.and_then(|reference| schema.pointer(reference.strip_prefix('#')?));
    definition.unwrap_or(value)
}
