//! States that the visitor cannot reach, or cannot leave.

use super::findings::Findings;
use crate::codes::{NO_BUTTON, UNREACHABLE_PAGE};
use crate::flow::model::{ElementKind, Flow};
use crate::position::StateIx;
use crate::position_set::PositionSet;

/// Warns about unreachable states, and about pages without a button.
pub(super) fn check(flow: &Flow, findings: &mut Findings) {
    let reachable = reachable_from(flow, flow.initial, None);
    for (s, (at, state)) in (0..).map(StateIx).zip(&flow.states).enumerate() {
        if !reachable.contains(at) {
            let message = format!("no transition or `nextStateId` leads to `{}`", state.id);
            findings
                .add(UNREACHABLE_PAGE, format!("/states/{s}"), message)
                .with("page", &state.id);
        }
        let has_button = state
            .elements
            .iter()
            .filter_map(|at| flow.element(*at))
            .any(|element| matches!(element.kind, ElementKind::NextPage | ElementKind::Submit));
        if !state.style.is_end() && !has_button {
            findings.add(
                NO_BUTTON,
                format!("/states/{s}/elements"),
                "has neither `next_page` nor `submit`, so the visitor cannot continue",
            );
        }
    }
}

/// Returns whether a page can be on the path to another one.
pub(super) fn comes_before(flow: &Flow, page: StateIx, other: StateIx) -> bool {
    page != other
        && reachable_from(flow, flow.initial, Some(other)).contains(page)
        && reachable_from(flow, page, None).contains(other)
}

/// Returns the states that can be reached from `from`, itself included, without passing `except`.
pub(super) fn reachable_from(flow: &Flow, from: StateIx, except: Option<StateIx>) -> PositionSet<StateIx> {
    if except == Some(from) {
        return PositionSet::default();
    }
    let mut reachable = PositionSet::default();
    reachable.insert(from);
    let mut open = vec![from];
    while let Some(state) = open.pop().and_then(|at| flow.state(at)) {
        let next = state
            .transitions
            .iter()
            .filter_map(|transition| transition.to)
            .chain(state.next);
        open.extend(next.filter(|at| except != Some(*at) && reachable.insert(*at)));
    }
    reachable
}
