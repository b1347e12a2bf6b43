//! Ways that an earlier one always takes.

use super::super::findings::Findings;
use crate::codes::NEVER_TAKEN;
use crate::flow::definition::{Definition, RuleDefinition, TransitionDefinition};
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
                .add(&NEVER_TAKEN, format_args!("/states/{at}/nextStateId"), message)
                .with("by", format!("/transitions/{first}"));
        }
    }
}

/// Finds transitions of one page whose rules include all those of an earlier one.
fn check_transitions(transitions: &[(usize, &TransitionDefinition)], findings: &mut Findings) {
    let mut numbers = SortedMap::new();
    let mut uses: Vec<usize> = Vec::new();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (_, transition) in transitions {
        let set = numbers_of(&transition.rules, &mut numbers);
        uses.resize(numbers.len(), 0);
        for rule in &set {
            uses.get_mut(*rule).into_iter().for_each(|uses| *uses += 1);
        }
        sets.push(set);
    }
    // Whatever includes all rules of a transition includes its rarest one, which few others have.
    let mut by_rarest: Vec<Vec<(usize, &Vec<usize>)>> = vec![Vec::new(); uses.len()];
    let mut without_rules = None;
    for ((at, _), rules) in transitions.iter().zip(&sets) {
        let includes = |other: &[usize]| other.iter().all(|rule| rules.binary_search(rule).is_ok());
        let earlier = rules.iter().filter_map(|rule| {
            let mut earlier = by_rarest.get(*rule)?.iter();
            earlier.find(|(_, other)| includes(other)).map(|(by, _)| *by)
        });
        if let Some(by) = earlier.chain(without_rules).min() {
            let message = format!(
                "is never taken: whenever its rules hold, `/transitions/{by}` is taken before. Move this one up, or remove it"
            );
            findings
                .add(&NEVER_TAKEN, format_args!("/transitions/{at}"), message)
                .with("by", format!("/transitions/{by}"));
            continue;
        }
        match rules.iter().min_by_key(|rule| uses.get(**rule)) {
            Some(rarest) => {
                let others = by_rarest.get_mut(*rarest).into_iter();
                others.for_each(|others| others.push((*at, rules)));
            }
            None => without_rules = Some(*at),
        }
    }
}

/// Returns the numbers of rules, each once and in their order. Rules that compare the same have one number.
fn numbers_of(rules: &[RuleDefinition], numbers: &mut SortedMap<usize>) -> Vec<usize> {
    let mut set = Vec::new();
    for rule in rules {
        let mut key = String::new();
        write_key(rule, &mut key);
        let new = numbers.len();
        let number = numbers.get(&key).copied().unwrap_or(new);
        if number == new {
            numbers.insert(&key, number);
        }
        if let Err(place) = set.binary_search(&number) {
            set.insert(place, number);
        }
    }
    set
}

/// Writes a text that only rules have that compare the same.
fn write_key(rule: &RuleDefinition, key: &mut String) {
    let RuleDefinition {
        any,
        element_id,
        score,
        operator,
        value,
        option_ids,
        statement_id,
    } = rule;
    for text in [element_id, operator, value] {
        write_text("", text, key);
    }
    for text in [score, statement_id] {
        text.iter().for_each(|text| write_text("+", text, key));
        key.push('\0');
    }
    option_ids.iter().for_each(|id| write_text("+", id, key));
    if let Some(rules) = any {
        key.push('*');
        rules.iter().for_each(|rule| write_key(rule, key));
    }
    key.push('\0');
}

/// Writes a text so that it is clear where it ends: none that was read has the character 0.
fn write_text(before: &str, text: &str, key: &mut String) {
    key.push_str(before);
    key.push_str(text);
    key.push('\0');
}
