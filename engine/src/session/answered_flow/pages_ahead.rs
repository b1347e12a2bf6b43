//! How many pages the visitor still has to expect. See docs/flows.md#progress.

use super::model::AnsweredFlow;
use crate::flow::State;
use crate::position::StateIx;

impl AnsweredFlow {
    /// Returns the number of pages between the current one and an end, on the longest way. Ways back to a page that the
    /// way has passed already are not taken.
    pub(in crate::session) fn count_pages_ahead(&self) -> usize {
        let mut lengths = vec![None; self.flow.states.len()];
        for passed in self.path.states() {
            set(&mut lengths, *passed, 0);
        }
        let mut open = Vec::new();
        let push_next = |open: &mut Vec<(StateIx, bool)>, state: Option<&State>| {
            open.extend(
                state
                    .into_iter()
                    .flat_map(State::next_states)
                    .map(|at| (at, false)),
            );
        };
        push_next(&mut open, self.current_state());
        // Depth first: a state's length is known once those of its next states are.
        while let Some((at, is_measured)) = open.pop() {
            let Some(state) = self.flow.state(at).filter(|state| !state.style.is_end()) else {
                continue;
            };
            if is_measured {
                let length = 1 + longest(state, &lengths);
                set(&mut lengths, at, length);
            } else if let Some(None) = lengths.get(at.0 as usize) {
                // Until then it counts as passed: a way back to it is no way on.
                set(&mut lengths, at, 0);
                open.push((at, true));
                push_next(&mut open, Some(state));
            }
        }
        self.current_state().map_or(0, |state| longest(state, &lengths))
    }
}

/// Returns the length of the longest way that begins after a state.
fn longest(state: &State, lengths: &[Option<usize>]) -> usize {
    let next = state.next_states();
    let next = next.map(|at| lengths.get(at.0 as usize).copied().flatten());
    next.map(Option::unwrap_or_default).max().unwrap_or_default()
}

fn set(lengths: &mut [Option<usize>], at: StateIx, length: usize) {
    if let Some(known) = lengths.get_mut(at.0 as usize) {
        *known = Some(length);
    }
}
