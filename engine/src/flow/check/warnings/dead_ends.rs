//! Pages from which no end can be reached.

use super::super::findings::Findings;
use super::super::reach::{PageSet, Ways};
use crate::codes::DEAD_END;
use crate::flow::model::{Flow, State};
use crate::position::StateIx;

pub(super) fn check(flow: &Flow, findings: &mut Findings) {
    let reachable = Ways::new(flow).reachable();
    let pages = || (0..).map(StateIx).zip(&flow.states);
    let mut before: Vec<Vec<StateIx>> = vec![Vec::new(); flow.states.len()];
    for (at, state) in pages() {
        for next in state.next_states() {
            before
                .get_mut(next.0 as usize)
                .into_iter()
                .for_each(|before| before.push(at));
        }
    }
    let mut ending = PageSet::default();
    let mut open: Vec<StateIx> = pages()
        .filter(|(_, state)| ends(flow, state))
        .map(|(at, _)| at)
        .collect();
    // Goes back from the ends.
    while let Some(at) = open.pop() {
        if ending.insert(at) {
            open.extend(before.get(at.0 as usize).into_iter().flatten());
        }
    }
    for (at, state) in pages() {
        if reachable.contains(at) && !ending.contains(at) {
            let message = format!("from `{}` no way leads to an end, so nobody can finish", state.id);
            findings
                .add(&DEAD_END, format_args!("/states/{}", at.0), message)
                .with("page", &state.id);
        }
    }
}

/// Returns whether a visitor can finish on a page, or directly after it.
fn ends(flow: &Flow, state: &State) -> bool {
    let mut elements = state.elements.iter().filter_map(|at| flow.element(*at));
    let unconditional = state.transitions.iter().position(|way| way.rules.is_empty());
    let taken = unconditional.map_or(state.transitions.len(), |last| last + 1);
    state.style.is_end()
        || elements.any(|element| element.is_skip)
        || state.transitions.iter().take(taken).any(|way| way.to.is_none())
        || unconditional.is_none() && state.next.is_none()
}
