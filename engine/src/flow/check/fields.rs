//! Fields that a flow does not have. What they were meant to do would not happen, so they are errors.

use super::findings::Findings;
use crate::codes::UNKNOWN_FIELD;
use crate::json::{Json, Reader};
use crate::platform::PlatformRef;
use crate::suggestions::unknown_field;

/// The member of a file that tells an editor its schema (docs/flows.md#schema). It is no part of the flow.
pub(in crate::flow) const SCHEMA_POINTER: &str = "/$schema";

/// The part of the schema that names fields (`engine/build.rs`).
const FIELDS: &str = include_str!(concat!(env!("OUT_DIR"), "/fields.json"));

/// Reports the unknown fields with these JSON pointers.
pub(super) fn check(unknown: &[String], platform: PlatformRef, findings: &mut Findings) {
    let mut unknown = unknown.iter().filter(|at| *at != SCHEMA_POINTER).peekable();
    if unknown.peek().is_none() {
        return;
    }
    let schema = Reader::new(FIELDS, platform).any().unwrap_or(Json::Null);
    for pointer in unknown {
        let (object, name) = pointer.rsplit_once('/').unwrap_or_default();
        let name = unescaped(name);
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

/// Returns the name that a step of a JSON pointer stands for.
fn unescaped(step: &str) -> String {
    let mut parts = step.split('~');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        name.push(if part.starts_with('1') { '/' } else { '~' });
        name.push_str(part.get(1..).unwrap_or_default());
    }
    name
}

/// Returns the names of the fields that an object may have, by its JSON pointer.
fn fields_of<'s>(schema: &'s Json, pointer: &str) -> impl Iterator<Item = &'s str> {
    let object = pointer.split('/').skip(1).try_fold(schema, |value, step| {
        let value = resolved(schema, value);
        value.at(["items"]).or_else(|| value.at(["properties", step]))
    });
    let fields = object.and_then(|object| resolved(schema, object).at(["properties"]));
    let fields = match fields {
        Some(Json::Object(fields)) => Some(fields.iter()),
        _ => None,
    };
    fields.into_iter().flatten().map(|(name, _)| name)
}

/// Follows a reference to a definition, also if the value may be null as well.
fn resolved<'s>(schema: &'s Json, value: &'s Json) -> &'s Json {
    let value = value.at(["anyOf", "0"]).unwrap_or(value);
    let reference = value.at(["$ref"]).and_then(Json::as_text);
    let definition = reference.and_then(|reference| schema.at(reference.strip_prefix("#/")?.split('/')));
    definition.unwrap_or(value)
}
