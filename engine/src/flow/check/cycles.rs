//! Triggers that change the value that their own condition reads, directly or through other triggers.

use super::findings::{Findings, Pointers};
use crate::condition::Condition;
use crate::flow::model::{Element, Flow};
use crate::trigger::{Target, Trigger};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    let mut dependents = Dependents::new();
    for (at, element) in (0..).zip(&flow.elements) {
        add_element(&mut dependents, at, element);
    }
    for (t, trigger) in flow.triggers.iter().enumerate() {
        add_trigger(&mut dependents, t, trigger);
    }
    let mut done = BTreeMap::new();
    let mut closing = BTreeSet::new();
    for start in dependents.keys() {
        find_cycles(*start, &dependents, &mut done, &mut closing);
    }
    let pointers = closing.iter().filter_map(|at| pointers.triggers.get(*at));
    for pointer in pointers {
        findings.error(
            pointer.clone(),
            "closes a circle: triggers change what their own conditions depend on",
        );
    }
}

/// For each value, the values that change with it, and the trigger that changes them.
type Dependents = BTreeMap<Value, Vec<(Value, Option<usize>)>>;

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

/// Hiding an element or an option clears the answer, or deselects the option.
fn add_element(dependents: &mut Dependents, at: u32, element: &Element) {
    let question = element.question.as_ref();
    let options = question.map_or(0, |question| question.options.len());
    let options: Vec<Value> = (0..)
        .take(options)
        .map(|option| Value::Option(at, option))
        .collect();
    let of_element = dependents.entry(Value::Element(at)).or_default();
    of_element.push((Value::Answer(at), None));
    of_element.extend(options.iter().map(|option| (*option, None)));
    for option in options {
        let of_option = dependents.entry(option).or_default();
        of_option.push((Value::Answer(at), None));
    }
}

fn add_trigger(dependents: &mut Dependents, at: usize, trigger: &Trigger) {
    let source = trigger.source.0;
    let sources: Vec<Value> = match &trigger.condition {
        Condition::Selected(options) => options
            .iter()
            .map(|option| Value::Option(source, *option))
            .collect(),
        Condition::Compare(_) | Condition::SelectedInRow(..) => vec![Value::Answer(source)],
    };
    for target in &trigger.targets {
        let target = match target {
            Target::Element(element) => Value::Element(element.0),
            Target::Option(element, option) => Value::Option(element.0, *option),
        };
        for source in &sources {
            dependents.entry(*source).or_default().push((target, Some(at)));
        }
    }
}

/// Searches depth-first, without recursion, and adds the triggers that close a circle. The search continues after each
/// of them, so that a trigger that only leads into a circle is not reported.
fn find_cycles(
    start: Value,
    dependents: &Dependents,
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
