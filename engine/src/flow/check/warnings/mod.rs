//! What works, but hardly as its author meant it (docs/check.md#warnings). A file for each kind of thing.

mod conditions;
mod dead_ends;
mod idle_triggers;
mod length;
mod never_shown;
mod never_taken;
mod personal_data;
mod possible_answers;
mod remaining;
mod similar_questions;

use super::findings::{Findings, Pointers};
use crate::flow::definition::Definition;
use crate::flow::model::Flow;
use crate::platform::PlatformRef;

/// Looks at a flow as it is written.
pub(super) fn check_definition(definition: &Definition, findings: &mut Findings) {
    never_taken::check(definition, findings);
}

/// Looks at a flow without errors.
pub(super) fn check(flow: &Flow, pointers: &Pointers, platform: PlatformRef, findings: &mut Findings) {
    conditions::check(flow, pointers, platform, findings);
    dead_ends::check(flow, findings);
    idle_triggers::check(flow, pointers, findings);
    length::check(flow, findings);
    never_shown::check(flow, pointers, findings);
    personal_data::check(flow, pointers, platform, findings);
    similar_questions::check(flow, pointers, platform, findings);
}
