//! Triggers that show what is visible anyway, hide what is hidden, or have no target.

use super::super::findings::{Findings, Pointers};
use crate::codes::IDLE_TRIGGER;
use crate::flow::model::Flow;
use crate::position::TriggerIx;
use crate::trigger::{Target, Trigger};
use std::collections::HashMap;

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    let mut first = HashMap::new();
    for ((at, trigger), pointer) in (0..).map(TriggerIx).zip(&flow.triggers).zip(&pointers.triggers) {
        let mut targets = trigger.targets.iter();
        if !trigger.events.is_empty() || targets.any(|target| changes(flow, at, trigger, *target, &mut first))
        {
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

/// The first triggers that hide and show a target. Many triggers can have one target.
type FirstTriggers = HashMap<(u32, Option<u32>), [Option<TriggerIx>; 2]>;

/// Returns whether a trigger can change whether its target is visible: against its beginning, or against a trigger before it,
/// which decides less (docs/engine.md#visibility).
fn changes(flow: &Flow, at: TriggerIx, trigger: &Trigger, target: Target, first: &mut FirstTriggers) -> bool {
    let Some(element) = flow.element(target.element()) else {
        return false;
    };
    let (visible, triggers, option) = match target {
        Target::Element(_) => (element.visible, &element.visibility_triggers, None),
        Target::Option(_, option) => {
            let question = element.question.as_deref();
            match question.and_then(|question| question.option(option)) {
                Some(of) => (of.visible, &of.visibility_triggers, Some(option)),
                None => return false,
            }
        }
    };
    let [hiding, showing] = *first.entry((target.element().0, option)).or_insert_with(|| {
        [false, true].map(|shows| {
            let is_one = |at: &&TriggerIx| {
                let trigger = flow.triggers.get(at.0 as usize);
                trigger.is_some_and(|trigger| trigger.shows == shows)
            };
            triggers.iter().find(is_one).copied()
        })
    });
    let against = if trigger.shows { hiding } else { showing };
    visible != trigger.shows || against.is_some_and(|against| against < at)
}
