//! Ways that an earlier one always takes.

use super::super::findings::Findings;
use crate::codes::NEVER_TAKEN;
use crate::flow::definition::{Definition, TransitionDefinition};
use crate::sorted_map::SortedMap;

pub(super) fn check(definition: &Definition, findings: &mut Findings) {
    let mut of_page: SortedMap<Vec<(usize, &TransitionDefinition)>> = SortedMap::new();
    for (at, transition) in definition.transitions.iter().enumerate() {
        match of_page.get_mut(&transition.from) {
            Some(transitions) => transitions.push((at, transition)),
            None => drop(of_page.insert(&transition.from, vec![(at, transition)])),
        }
    }
    let mut pages = SortedMap::new();
    for (at, state) in (0_usize..).zip(&definition.states) {
        pages.insert(&state.id, at);
    }
    for (page, transitions) in of_page.iter() {
        check_transitions(transitions, findings);
        let always = transitions
            .iter()
            .find(|(_, transition)| transition.rules.is_empty());
        let Some(((first, _), at)) = always.zip(pages.get(page)) else {
            continue;
        };
        let next = definition
            .states
            .get(*at)
            .and_then(|state| state.next_state_id.as_ref());
        if next.is_some() {
            let message =
                "is never used: a transition without rules always leads elsewhere. Remove one of them";
            findings
                .add(NEVER_TAKEN, format!("/states/{at}/nextStateId"), message)
                .with("by", format!("/transitions/{first}"));
        }
    }
}

/// Finds transitions of one page whose rules include all those of an earlier one.
fn check_transitions(transitions: &[(usize, &TransitionDefinition)], findings: &mut Findings) {
    for (place, (at, transition)) in transitions.iter().enumerate() {
        let mut earlier = transitions.iter().take(place);
        let taking = earlier.find(|(_, other)| {
            let mut rules = other.rules.iter();
            rules.all(|rule| transition.rules.contains(rule))
        });
        if let Some((by, _)) = taking {
            let message = format!(
                "is never taken: whenever its rules hold, `/transitions/{by}` is taken before. Move this one up, or remove it"
            );
            findings
                .add(NEVER_TAKEN, format!("/transitions/{at}"), message)
                .with("by", format!("/transitions/{by}"));
        }
    }
}
