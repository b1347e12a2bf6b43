//! Triggers that change the value that their own condition reads, directly or through other triggers, and triggers that
//! lead on through too many others.

use super::findings::{Findings, Pointers};
use crate::codes::{Code, TRIGGER_CHAIN, TRIGGER_CIRCLE};
use crate::condition::Condition;
use crate::flow::model::{Element, Flow};
use crate::position::ElementIx;
use crate::trigger::{Target, Trigger};

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    let mut values = Values::default();
    for element in &flow.elements {
        values.add(element);
    }
    for (t, trigger) in flow.triggers.iter().enumerate() {
        values.add_trigger(t, trigger);
    }
    let mut search = Search {
        chains: vec![Chain::New; values.dependents.len()],
        closing: vec![false; flow.triggers.len()],
        too_long: vec![false; flow.triggers.len()],
    };
    for start in 0..values.dependents.len() {
        search.run(start, &values.dependents);
    }
    let mut report = |code: &'static Code, triggers: &[bool], message: &str| {
        for (_, pointer) in triggers
            .iter()
            .zip(&pointers.triggers)
            .filter(|(is_meant, _)| **is_meant)
        {
            findings.add(code, pointer, message);
        }
    };
    report(
        &TRIGGER_CIRCLE,
        &search.closing,
        "closes a circle: triggers change what their own conditions depend on",
    );
    report(
        &TRIGGER_CHAIN,
        &search.too_long,
        "begins a chain of more than 50 triggers, each of which depends on what the one before it shows",
    );
}

/// Maximum number of triggers in a chain, each of which depends on what the one before it shows or hides. Each link can take a
/// pass over the answers of its page (docs/flows.md#limits).
const MAX_CHAIN: u32 = 50;

/// For each value, the values that change with it, and the trigger that changes them.
type Dependents = Vec<Vec<(usize, Option<usize>)>>;

/// The values that triggers read or change, directly or because a change clears an answer. Each has a number: of an element its
/// visibility, then its answer, then for each of its options the visibility, and so whether it is selected.
#[derive(Default)]
struct Values {
    dependents: Dependents,
    /// The number of each element's visibility.
    elements: Vec<usize>,
}

impl Values {
    /// Hiding an element or an option clears the answer, or deselects the option.
    fn add(&mut self, element: &Element) {
        let visibility = self.dependents.len();
        let (answer, first_option) = (visibility + 1, visibility + 2);
        let question = element.question.as_ref();
        let end = first_option + question.map_or(0, |question| question.options.len());
        let changed = [answer].into_iter().chain(first_option..end);
        self.elements.push(visibility);
        self.dependents.push(changed.map(|value| (value, None)).collect());
        self.dependents.push(Vec::new());
        self.dependents.resize(end, vec![(answer, None)]);
    }

    fn visibility(&self, element: ElementIx) -> usize {
        self.elements.get(element.0 as usize).copied().unwrap_or_default()
    }

    fn option(&self, element: ElementIx, option: u32) -> usize {
        self.visibility(element) + 2 + option as usize
    }

    fn add_trigger(&mut self, at: usize, trigger: &Trigger) {
        let sources: Vec<usize> = match &trigger.condition {
            Condition::Selected(options) => options
                .iter()
                .map(|option| self.option(trigger.source, *option))
                .collect(),
            Condition::Compare(_) | Condition::SelectedInRow(..) | Condition::Answered(_) => {
                vec![self.visibility(trigger.source) + 1]
            }
        };
        for target in &trigger.targets {
            let target = match target {
                Target::Element(element) => self.visibility(*element),
                Target::Option(element, option) => self.option(*element, *option),
            };
            for source in &sources {
                if let Some(dependents) = self.dependents.get_mut(*source) {
                    dependents.push((target, Some(at)));
                }
            }
        }
    }
}

/// What is known of the longest chain of triggers that a value begins.
#[derive(Clone, Copy)]
enum Chain {
    New,
    /// It is searched.
    Open,
    /// The number of its triggers.
    Known(u32),
}

/// The search for circles and long chains.
struct Search {
    /// For each value.
    chains: Vec<Chain>,
    /// For each trigger, whether it closes a circle.
    closing: Vec<bool>,
    /// For each trigger, whether it makes a chain too long.
    too_long: Vec<bool>,
}

impl Search {
    /// Searches depth-first, without recursion, and notes the triggers that close a circle. The search continues after each
    /// of them, so that a trigger that only leads into a circle is not reported.
    fn run(&mut self, start: usize, dependents: &Dependents) {
        let Some(Chain::New) = self.chains.get(start) else {
            return;
        };
        let mut stack: Vec<(usize, usize, Option<usize>)> = vec![(start, 0, None)];
        set(&mut self.chains, start, Chain::Open);
        while let Some((value, next, _)) = stack.last_mut() {
            let of_value = dependents.get(*value).map(Vec::as_slice).unwrap_or_default();
            let dependent = of_value.get(*next).copied();
            *next += 1;
            let Some((to, trigger)) = dependent else {
                let chain = self.longest_chain(of_value);
                set(&mut self.chains, *value, Chain::Known(chain));
                stack.pop();
                continue;
            };
            match self.chains.get(to) {
                Some(Chain::New) => {
                    set(&mut self.chains, to, Chain::Open);
                    stack.push((to, 0, trigger));
                }
                Some(Chain::Open) => {
                    let closes = trigger.or_else(|| stack.iter().rev().find_map(|(.., trigger)| *trigger));
                    if let Some(trigger) = closes {
                        set(&mut self.closing, trigger, true);
                    }
                }
                Some(Chain::Known(_)) | None => {}
            }
        }
    }

    /// Returns the number of triggers in the longest chain that begins with one of these, all of which are finished.
    fn longest_chain(&mut self, dependents: &[(usize, Option<usize>)]) -> u32 {
        let mut longest = 0;
        for (to, trigger) in dependents {
            let chain = match self.chains.get(*to) {
                Some(Chain::Known(chain)) => *chain,
                _ => 0,
            };
            match trigger {
                Some(trigger) if chain >= MAX_CHAIN => set(&mut self.too_long, *trigger, true),
                Some(_) => longest = longest.max(chain + 1),
                None => longest = longest.max(chain),
            }
        }
        longest
    }
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}
