//! Triggers that change the value that their own condition reads, directly or through other triggers, and triggers that
//! lead on through too many others.

use super::findings::{Findings, Pointers};
use crate::codes::{Code, TRIGGER_CHAIN, TRIGGER_CIRCLE};
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
    let mut search = Search::default();
    for start in dependents.keys() {
        search.run(*start, &dependents);
    }
    let mut report = |code: Code, triggers: &BTreeSet<usize>, message: &str| {
        for pointer in triggers.iter().filter_map(|at| pointers.triggers.get(*at)) {
            findings.add(code, pointer.clone(), message);
        }
    };
    report(
        TRIGGER_CIRCLE,
        &search.closing,
        "closes a circle: triggers change what their own conditions depend on",
    );
    report(
        TRIGGER_CHAIN,
        &search.too_long,
        "begins a chain of more than 50 triggers, each of which depends on what the one before it shows",
    );
}

/// Maximum number of triggers in a chain, each of which depends on what the one before it shows or hides. Each link can take a
/// pass over the answers of its page (docs/flows.md#limits).
const MAX_CHAIN: u32 = 50;

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
        Condition::Compare(_) | Condition::SelectedInRow(..) | Condition::Answered(_) => {
            vec![Value::Answer(source)]
        }
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

/// The search for circles and long chains.
#[derive(Default)]
struct Search {
    /// For each finished value, the number of triggers in the longest chain that it begins; `None` while it is searched.
    chains: BTreeMap<Value, Option<u32>>,
    /// The triggers that close a circle.
    closing: BTreeSet<usize>,
    /// The triggers that make a chain too long.
    too_long: BTreeSet<usize>,
}

impl Search {
    /// Searches depth-first, without recursion, and adds the triggers that close a circle. The search continues after each
    /// of them, so that a trigger that only leads into a circle is not reported.
    fn run(&mut self, start: Value, dependents: &Dependents) {
        if self.chains.contains_key(&start) {
            return;
        }
        let mut stack: Vec<(Value, usize, Option<usize>)> = vec![(start, 0, None)];
        self.chains.insert(start, None);
        while let Some((value, next, _)) = stack.last_mut() {
            let of_value = dependents.get(value).map(Vec::as_slice).unwrap_or_default();
            let dependent = of_value.get(*next).copied();
            *next += 1;
            match dependent {
                None => {
                    let chain = self.longest_chain(of_value);
                    self.chains.insert(*value, Some(chain));
                    stack.pop();
                }
                Some((to, trigger)) => match self.chains.get(&to) {
                    None => {
                        self.chains.insert(to, None);
                        stack.push((to, 0, trigger));
                    }
                    Some(Some(_)) => {}
                    Some(None) => {
                        let closes =
                            trigger.or_else(|| stack.iter().rev().find_map(|(.., trigger)| *trigger));
                        self.closing.extend(closes);
                    }
                },
            }
        }
    }

    /// Returns the number of triggers in the longest chain that begins with one of these, all of which are finished.
    fn longest_chain(&mut self, dependents: &[(Value, Option<usize>)]) -> u32 {
        let mut longest = 0;
        for (to, trigger) in dependents {
            let chain = self.chains.get(to).copied().flatten().unwrap_or(0);
            match trigger {
                Some(trigger) if chain >= MAX_CHAIN => {
                    self.too_long.insert(*trigger);
                }
                Some(_) => longest = longest.max(chain + 1),
                None => longest = longest.max(chain),
            }
        }
        longest
    }
}
