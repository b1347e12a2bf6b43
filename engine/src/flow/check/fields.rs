//! Fields that a flow does not have. What they were meant to do would not happen, so they are errors.

use super::findings::Findings;
use super::schema_fields::{fields_of, flow_schema};
use crate::codes::UNKNOWN_FIELD;
use crate::json::unescaped;
use crate::platform::PlatformRef;
use crate::suggestions::unknown_field;

/// The member of a file that tells an editor its schema (docs/flows.md#schema). It is no part of the flow.
pub(in crate::flow) const SCHEMA_POINTER: &str = "/$schema";

/// Reports the unknown fields with these JSON pointers.
pub(super) fn check(unknown: &[String], platform: PlatformRef, findings: &mut Findings) {
    let mut unknown = unknown.iter().filter(|at| *at != SCHEMA_POINTER).peekable();
    if unknown.peek().is_none() {
        return;
    }
    let schema = flow_schema(platform);
    for pointer in unknown {
        let (object, name) = pointer.rsplit_once('/').unwrap_or_default();
        let name = unescaped(name);
        // What authors would look for, since rules have it.
        let message = if name == "score" && object.split('/').any(|step| step == "triggers") {
            "triggers compare no scores: use a rule of a transition".into()
        } else {
            unknown_field(&name, fields_of(&schema, object))
        };
        findings.add(&UNKNOWN_FIELD, pointer, message).with("field", name);
    }
}
