//! Triggers that do harm: those that form a circle, those that reach back, and events that no host can tell apart.

use super::{Findings, Places};
use crate::flow::Flow;
use crate::position::StateIx;
use crate::rule::Condition;
use crate::trigger::Target;
use std::collections::{BTreeMap, BTreeSet};

/// Finds them.
pub(super) fn check(flow: &Flow, places: &Places, findings: &mut Findings) {
    check_cycles(flow, places, findings);
    check_direction(flow, places, findings);
    check_events(flow, places, findings);
}

/// Events become the names of host messages, of which the product has its own.
fn check_events(flow: &Flow, places: &Places, findings: &mut Findings) {
    for (trigger, place) in flow.triggers.iter().zip(&places.triggers) {
        for (at, event) in trigger.events.iter().enumerate() {
            let name = event.to_ascii_uppercase();
            let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let is_own =
                OWN_MESSAGES.contains(&&*name) || OWN_FAMILIES.iter().any(|own| name.starts_with(own));
            let message = match (is_name, is_own) {
                (false, _) => "an event's name is of letters, digits and `_`",
                (true, true) => "names a message of the product's own",
                (true, false) => continue,
            };
            findings.error(format!("{place}/targetEvents/{at}"), message);
        }
    }
}

/// Without their `PSN_` (specification, sections 4.1 and 4.3).
const OWN_MESSAGES: [&str; 2] = ["END_OF_FLOW", "FEEDBACK_SUBMITTED"];
const OWN_FAMILIES: [&str; 2] = ["WIDGET_", "WEB_WIDGET_"];

/// Triggers that show or hide something on a page that the visitor may have left already: a required question could
/// appear there unseen, or an answer that chose the way could go.
fn check_direction(flow: &Flow, places: &Places, findings: &mut Findings) {
    for (trigger, place) in flow.triggers.iter().zip(&places.triggers) {
        let Some(source) = flow.element(trigger.source) else {
            continue;
        };
        let targets = trigger
            .targets
            .iter()
            .filter_map(|target| flow.element(target.element()));
        let comes_before = |page: StateIx| {
            page != source.state
                && reached(flow, flow.initial, Some(source.state)).contains(&page)
                && reached(flow, page, None).contains(&source.state)
        };
        if targets.map(|element| element.state).any(comes_before) {
            findings.error(
                place.clone(),
                "reaches back to a page that the visitor may have left already",
            );
        }
    }
}

/// The states that can be reached from one, itself included, without passing `around`.
pub(super) fn reached(flow: &Flow, from: StateIx, around: Option<StateIx>) -> BTreeSet<StateIx> {
    if around == Some(from) {
        return BTreeSet::new();
    }
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(state) = open.pop().and_then(|at| flow.state(at)) {
        let ways = state
            .transitions
            .iter()
            .filter_map(|transition| transition.to)
            .chain(state.next);
        open.extend(ways.filter(|at| around != Some(*at) && reached.insert(*at)));
    }
    reached
}

/// What one trigger can change, directly or by what its change clears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Knot {
    /// Whether an element is shown.
    Shown(u32),
    /// Whether an option is offered and so can be selected.
    Option(u32, u32),
    /// An answer's text.
    Value(u32),
}

/// Triggers that end up changing what pulls them.
fn check_cycles(flow: &Flow, places: &Places, findings: &mut Findings) {
    let mut ways: BTreeMap<Knot, Vec<(Knot, Option<usize>)>> = BTreeMap::new();
    for (at, element) in (0..).zip(&flow.elements) {
        let options = element
            .question
            .as_ref()
            .map_or(0, |question| question.options.len());
        let from_shown = ways.entry(Knot::Shown(at)).or_default();
        from_shown.push((Knot::Value(at), None));
        from_shown.extend((0..).take(options).map(|option| (Knot::Option(at, option), None)));
        for option in (0..).take(options) {
            ways.entry(Knot::Option(at, option))
                .or_default()
                .push((Knot::Value(at), None));
        }
    }
    for (t, trigger) in flow.triggers.iter().enumerate() {
        let sources: Vec<Knot> = match &trigger.condition {
            Condition::Selected(options) => options
                .iter()
                .map(|at| Knot::Option(trigger.source.0, *at))
                .collect(),
            Condition::Compare(_) | Condition::SelectedInRow(..) => vec![Knot::Value(trigger.source.0)],
        };
        for target in &trigger.targets {
            let target = match target {
                Target::Element(at) => Knot::Shown(at.0),
                Target::Option(at, option) => Knot::Option(at.0, *option),
            };
            for source in &sources {
                ways.entry(*source).or_default().push((target, Some(t)));
            }
        }
    }
    let mut done = BTreeMap::new();
    let mut closing = BTreeSet::new();
    for start in ways.keys() {
        find_cycles(*start, &ways, &mut done, &mut closing);
    }
    for place in closing.iter().filter_map(|trigger| places.triggers.get(*trigger)) {
        findings.error(
            place.clone(),
            "closes a circle: triggers end up showing or hiding what pulls them",
        );
    }
}

/// Depth-first search without recursion; adds the triggers that close a circle. It goes on after each, so that what
/// merely leads into a circle is not mistaken for a part of it.
fn find_cycles(
    start: Knot,
    ways: &BTreeMap<Knot, Vec<(Knot, Option<usize>)>>,
    done: &mut BTreeMap<Knot, bool>,
    closing: &mut BTreeSet<usize>,
) {
    if done.contains_key(&start) {
        return;
    }
    let mut stack: Vec<(Knot, usize, Option<usize>)> = vec![(start, 0, None)];
    done.insert(start, false);
    while let Some((knot, next, _)) = stack.last_mut() {
        let way = ways.get(knot).and_then(|ways| ways.get(*next)).copied();
        *next += 1;
        match way {
            None => {
                done.insert(*knot, true);
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
