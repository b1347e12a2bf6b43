//! Triggers that show what is visible anyway, hide what is hidden, or have no target.

use super::super::findings::{Findings, Pointers};
use crate::codes::IDLE_TRIGGER;
use crate::flow::model::{Element, Flow};
use crate::position::TriggerIx;
use crate::trigger::{Target, Trigger};

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    let first = first_triggers(flow);
    for ((at, trigger), pointer) in (0..).map(TriggerIx).zip(&flow.triggers).zip(&pointers.triggers) {
        let mut targets = trigger.targets.iter();
        if !trigger.events.is_empty() || targets.any(|target| changes(flow, at, trigger, *target, &first)) {
            continue;
        }
        let message = match (trigger.targets.is_empty(), trigger.shows) {
            (true, _) => "has no effect: it has neither targets nor events",
            (false, true) => "has no effect: what it shows is visible anyway. Set `isVisible` to false there",
            (false, false) => "has no effect: what it hides is not visible before",
        };
        findings
            .add(&IDLE_TRIGGER, pointer, message)
            .with("trigger", &trigger.key);
    }
}

/// By element: the first triggers that hide and show it, then those of each of its options. Many triggers can have one target.
type FirstTriggers = Vec<Vec<[Option<TriggerIx>; 2]>>;

fn first_triggers(flow: &Flow) -> FirstTriggers {
    let of_element = |element: &Element| {
        let question = element.question.as_deref();
        vec![[None; 2]; 1 + question.map_or(0, |question| question.options.len())]
    };
    let mut first: FirstTriggers = flow.elements.iter().map(of_element).collect();
    for (at, trigger) in (0..).map(TriggerIx).zip(&flow.triggers) {
        for target in &trigger.targets {
            let of_element = first.get_mut(target.element().0 as usize);
            if let Some([hiding, showing]) = of_element.and_then(|first| first.get_mut(place_of(*target))) {
                let first = if trigger.shows { showing } else { hiding };
                first.get_or_insert(at);
            }
        }
    }
    first
}

fn place_of(target: Target) -> usize {
    match target {
        Target::Element(_) => 0,
        Target::Option(_, option) => 1 + option as usize,
    }
}

/// Returns whether a trigger can change whether its target is visible: against its beginning, or against a trigger before it,
/// which decides less (docs/engine.md#visibility).
fn changes(flow: &Flow, at: TriggerIx, trigger: &Trigger, target: Target, first: &FirstTriggers) -> bool {
    let Some(element) = flow.element(target.element()) else {
        return false;
    };
    let visible = match target {
        Target::Element(_) => Some(element.visible),
        Target::Option(_, option) => {
            let question = element.question.as_deref();
            question.and_then(|question| Some(question.option(option)?.visible))
        }
    };
    let of_element = first.get(target.element().0 as usize);
    let Some((visible, [hiding, showing])) =
        visible.zip(of_element.and_then(|first| first.get(place_of(target))))
    else {
        return false;
    };
    let against = if trigger.shows { hiding } else { showing };
    visible != trigger.shows || against.is_some_and(|against| against < at)
}
