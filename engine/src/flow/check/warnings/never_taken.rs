//! Ways that an earlier one always takes.

use super::super::findings::Findings;
use crate::codes::NEVER_TAKEN;
use crate::flow::definition::{Definition, RuleDefinition, TransitionDefinition};
use std::collections::{BTreeMap, HashMap, HashSet};

pub(super) fn check(definition: &Definition, findings: &mut Findings) {
    let mut of_page: BTreeMap<&str, Vec<(usize, &TransitionDefinition)>> = BTreeMap::new();
    for (at, transition) in definition.transitions.iter().enumerate() {
        of_page
            .entry(&transition.from)
            .or_default()
            .push((at, transition));
    }
    let pages: HashMap<&str, usize> = (0..)
        .zip(&definition.states)
        .map(|(at, state)| (&*state.id, at))
        .collect();
    for (page, transitions) in of_page {
        check_transitions(&transitions, findings);
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
    let mut uses: HashMap<&RuleDefinition, usize> = HashMap::new();
    for rule in transitions.iter().flat_map(|(_, transition)| &transition.rules) {
        *uses.entry(rule).or_default() += 1;
    }
    // Whatever includes all rules of a transition includes its rarest one, which few others have.
    let mut by_rarest: HashMap<Option<&RuleDefinition>, Vec<(usize, HashSet<&RuleDefinition>)>> =
        HashMap::new();
    for (at, transition) in transitions {
        let rules: HashSet<&RuleDefinition> = transition.rules.iter().collect();
        let keys = rules.iter().copied().map(Some).chain([None]);
        let earlier = keys.filter_map(|rule| {
            let mut earlier = by_rarest.get(&rule)?.iter();
            earlier
                .find(|(_, other)| other.is_subset(&rules))
                .map(|(by, _)| *by)
        });
        if let Some(by) = earlier.min() {
            let message = format!(
                "is never taken: whenever its rules hold, `/transitions/{by}` is taken before. Move this one up, or remove it"
            );
            findings
                .add(NEVER_TAKEN, format!("/transitions/{at}"), message)
                .with("by", format!("/transitions/{by}"));
        } else {
            let rarest = rules.iter().copied().min_by_key(|rule| uses.get(rule));
            by_rarest.entry(rarest).or_default().push((*at, rules));
        }
    }
}
