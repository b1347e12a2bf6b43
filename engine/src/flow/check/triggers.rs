//! Harmful triggers: those that form a circle, those that affect an earlier page, and those with a reserved event name.

use super::findings::{Findings, Pointers};
use super::reach::reachable_from;
use crate::condition::Condition;
use crate::flow::model::Flow;
use crate::position::StateIx;
use crate::trigger::Target;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    check_cycles(flow, pointers, findings);
    check_direction(flow, pointers, findings);
    check_events(flow, pointers, findings);
}

/// Checks that the names of events are valid and differ from the product's own host messages, since an event becomes the
/// message `PSN_` with its name (docs/widget.md#host-messages).
fn check_events(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for (trigger, place) in flow.triggers.iter().zip(&pointers.triggers) {
        for (at, event) in trigger.events.iter().enumerate() {
            let name = event.to_ascii_uppercase();
            let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let is_own =
                OWN_MESSAGES.contains(&&*name) || OWN_PREFIXES.iter().any(|own| name.starts_with(own));
            let message = match (is_name, is_own) {
                (false, _) => "the name of an event consists of letters, digits and `_`",
                (true, true) => "is the name of one of the product's own messages",
                (true, false) => continue,
            };
            findings.error(format!("{place}/targetEvents/{at}"), message);
        }
    }
}

/// The product's own messages, without `PSN_`.
const OWN_MESSAGES: [&str; 2] = ["END_OF_FLOW", "FEEDBACK_SUBMITTED"];
/// Prefixes of the product's own messages, without `PSN_`.
const OWN_PREFIXES: [&str; 2] = ["WIDGET_", "WEB_WIDGET_"];

/// Finds triggers that show or hide something on a page that the visitor may already have left: a required question could
/// appear there unseen, or an answer that decided a transition could be cleared.
fn check_direction(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for (trigger, place) in flow.triggers.iter().zip(&pointers.triggers) {
        let Some(source) = flow.element(trigger.source) else {
            continue;
        };
        let targets = trigger
            .targets
            .iter()
            .filter_map(|target| flow.element(target.element()));
        let comes_before = |page: StateIx| {
            page != source.state
                && reachable_from(flow, flow.initial, Some(source.state)).contains(&page)
                && reachable_from(flow, page, None).contains(&source.state)
        };
        if targets.map(|element| element.state).any(comes_before) {
            findings.error(
                place.clone(),
                "reaches back to a page that the visitor may already have left",
            );
        }
    }
}

/// A value that a trigger reads or changes, directly or because a change clears an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    /// The visibility of an element.
    Element(u32),
    /// The visibility of an option, and so whether it is selected.
    Option(u32, u32),
    /// The answer to an element's question.
    Answer(u32),
}

/// Finds triggers that change the value that their own condition reads, directly or through other triggers.
fn check_cycles(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    let mut dependents: BTreeMap<Value, Vec<(Value, Option<usize>)>> = BTreeMap::new();
    for (at, element) in (0..).zip(&flow.elements) {
        let options = element
            .question
            .as_ref()
            .map_or(0, |question| question.options.len());
        let from_element = dependents.entry(Value::Element(at)).or_default();
        from_element.push((Value::Answer(at), None));
        from_element.extend(
            (0..)
                .take(options)
                .map(|option| (Value::Option(at, option), None)),
        );
        for option in (0..).take(options) {
            dependents
                .entry(Value::Option(at, option))
                .or_default()
                .push((Value::Answer(at), None));
        }
    }
    for (t, trigger) in flow.triggers.iter().enumerate() {
        let sources: Vec<Value> = match &trigger.condition {
            Condition::Selected(options) => options
                .iter()
                .map(|at| Value::Option(trigger.source.0, *at))
                .collect(),
            Condition::Compare(_) | Condition::SelectedInRow(..) => vec![Value::Answer(trigger.source.0)],
        };
        for target in &trigger.targets {
            let target = match target {
                Target::Element(at) => Value::Element(at.0),
                Target::Option(at, option) => Value::Option(at.0, *option),
            };
            for source in &sources {
                dependents.entry(*source).or_default().push((target, Some(t)));
            }
        }
    }
    let mut done = BTreeMap::new();
    let mut closing = BTreeSet::new();
    for start in dependents.keys() {
        find_cycles(*start, &dependents, &mut done, &mut closing);
    }
    for place in closing
        .iter()
        .filter_map(|trigger| pointers.triggers.get(*trigger))
    {
        findings.error(
            place.clone(),
            "closes a circle: triggers change what their own conditions depend on",
        );
    }
}

/// Searches depth-first, without recursion, and adds the triggers that close a circle. The search continues after each
/// of them, so that a trigger that only leads into a circle is not reported.
fn find_cycles(
    start: Value,
    dependents: &BTreeMap<Value, Vec<(Value, Option<usize>)>>,
    done: &mut BTreeMap<Value, bool>,
    closing: &mut BTreeSet<usize>,
) {
    if done.contains_key(&start) {
        return;
    }
    let mut stack: Vec<(Value, usize, Option<usize>)> = vec![(start, 0, None)];
    done.insert(start, false);
    while let Some((value, next, _)) = stack.last_mut() {
        let dependent = dependents.get(value).and_then(|list| list.get(*next)).copied();
        *next += 1;
        match dependent {
            None => {
                done.insert(*value, true);
                stack.pop();
            }
            Some((to, trigger)) => match done.get(&to) {
                None => {
                    done.insert(to, false);
                    stack.push((to, 0, trigger));
                }
                Some(true) => {}
                Some(false) => {
                    closing.extend(trigger.or_else(|| stack.iter().rev().find_map(|(.., trigger)| *trigger)));
                }
            },
        }
    }
}
