//! Fields that a flow does not have. What they were meant to do would not happen, so they are errors.

use super::findings::Findings;
use super::schema_fields::fields_of;
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
