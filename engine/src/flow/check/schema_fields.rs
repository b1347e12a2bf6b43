//! What a JSON Schema says about a place in a document, by its JSON pointer.

use crate::json::{Json, Reader};
use crate::platform::PlatformRef;

/// What fixes need of the schema of flows (`engine/build.rs`).
const FIELDS: &str = include_str!(concat!(env!("OUT_DIR"), "/fields.json"));

/// Returns that.
pub(super) fn flow_schema(platform: PlatformRef) -> Json {
    Reader::new(FIELDS, platform).any().unwrap_or(Json::Null)
}

/// Returns the names of the fields that an object may have.
pub(super) fn fields_of<'s>(schema: &'s Json, pointer: &str) -> impl Iterator<Item = &'s str> {
    let fields = match schema_of(schema, pointer).and_then(|object| object.get("properties")) {
        Some(Json::Object(fields)) => Some(fields.iter()),
        _ => None,
    };
    fields.into_iter().flatten().map(|(name, _)| name)
}

/// Returns the schema of a value; `None` if the document may not have it.
pub(super) fn schema_of<'s>(schema: &'s Json, pointer: &str) -> Option<&'s Json> {
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
fn resolved<'s>(schema: &'s Json, value: &'s Json) -> &'s Json {
    let value = value.pointer("/anyOf/0").unwrap_or(value);
    let reference = value.get("$ref").and_then(Json::as_text);
    let definition = reference.and_then(|reference| schema.pointer(reference.strip_prefix('#')?));
    definition.unwrap_or(value)
}
