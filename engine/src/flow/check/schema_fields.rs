//! What a JSON Schema says about a place in a document, by its JSON pointer.

use serde_json::Value;

/// Returns the names of the fields that an object may have.
pub(super) fn fields_of<'s>(schema: &'s Value, pointer: &str) -> impl Iterator<Item = &'s str> {
    let fields = schema_of(schema, pointer).and_then(|object| object.get("properties")?.as_object());
    fields
        .into_iter()
        .flat_map(|fields| fields.keys().map(String::as_str))
}

/// Returns the schema of a value; `None` if the document may not have it.
pub(super) fn schema_of<'s>(schema: &'s Value, pointer: &str) -> Option<&'s Value> {
    let value = pointer.split('/').skip(1).try_fold(schema, |value, step| {
        let value = resolved(schema, value);
        match value.get("items") {
            Some(items) => Some(items),
            None => value.get("properties")?.get(step),
        }
    });
    value.map(|value| resolved(schema, value))
}

/// Follows a reference to a definition, also if the value may be null as well.
fn resolved<'s>(schema: &'s Value, value: &'s Value) -> &'s Value {
    let value = value.pointer("/anyOf/0").unwrap_or(value);
    let reference = value.get("$ref").and_then(Value::as_str);
    let definition = reference.and_then(|reference| schema.pointer(reference.strip_prefix('#')?));
    definition.unwrap_or(value)
}
