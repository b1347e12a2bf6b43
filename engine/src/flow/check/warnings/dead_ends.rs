//! Pages from which no end can be reached.

use super::super::findings::Findings;
use super::super::reach::reachable_from;
use crate::codes::DEAD_END;
use crate::flow::model::{Flow, State};
use crate::position::StateIx;
use crate::position_set::PositionSet;

pub(super) fn check(flow: &Flow, findings: &mut Findings) {
    let reachable = reachable_from(flow, flow.initial, None);
    let pages = || (0..).map(StateIx).zip(&flow.states);
    let mut ending = PositionSet::default();
    for (at, _) in pages().filter(|(_, state)| ends(flow, state)) {
        ending.insert(at);
    }
    // Goes back from the ends, until no page is new.
    loop {
        let known = ending.members().len();
        for (at, state) in pages() {
            if state.next_states().any(|next| ending.contains(next)) {
                ending.insert(at);
            }
        }
        if ending.members().len() == known {
            break;
        }
    }
    for (at, state) in pages() {
        if reachable.contains(at) && !ending.contains(at) {
            let message = format!("from `{}` no way leads to an end, so nobody can finish", state.id);
            findings
                .add(DEAD_END, format!("/states/{}", at.0), message)
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
