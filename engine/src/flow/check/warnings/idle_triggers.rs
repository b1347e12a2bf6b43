//! Triggers that show what is visible anyway, hide what is hidden, or have no target.

use super::super::findings::{Findings, Pointers};
use crate::codes::IDLE_TRIGGER;
use crate::flow::model::Flow;
use crate::position::TriggerIx;
use crate::trigger::{Target, Trigger};

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for ((at, trigger), pointer) in (0..).map(TriggerIx).zip(&flow.triggers).zip(&pointers.triggers) {
        let mut targets = trigger.targets.iter();
        if !trigger.events.is_empty() || targets.any(|target| changes(flow, at, trigger, *target)) {
            continue;
        }
        let message = match (trigger.targets.is_empty(), trigger.shows) {
            (true, _) => "has no effect: it has neither targets nor events",
            (false, true) => "has no effect: what it shows is visible anyway. Set `isVisible` to false there",
            (false, false) => "has no effect: what it hides is not visible before",
        };
        findings
            .add(IDLE_TRIGGER, pointer.clone(), message)
            .with("trigger", &trigger.key);
    }
}

/// Returns whether a trigger can change whether its target is visible: against its beginning, or against a trigger before it,
/// which decides less (docs/engine.md#visibility).
fn changes(flow: &Flow, at: TriggerIx, trigger: &Trigger, target: Target) -> bool {
    let Some(element) = flow.element(target.element()) else {
        return false;
    };
    let (visible, triggers) = match target {
        Target::Element(_) => (element.visible, &element.visibility_triggers),
        Target::Option(_, option) => {
            let question = element.question.as_deref();
            match question.and_then(|question| question.option(option)) {
                Some(option) => (option.visible, &option.visibility_triggers),
                None => return false,
            }
        }
    };
    let mut before = triggers
        .iter()
        .take_while(|other| other.0 < at.0)
        .filter_map(|other| flow.triggers.get(other.0 as usize));
    visible != trigger.shows || before.any(|other| other.shows != trigger.shows)
}
