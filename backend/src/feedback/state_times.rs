//! Checks how long states were shown (docs/api.md#state-times).

use base::input::fault::{Fault, FaultKey, Faults};
use base::json::push_pointer;
use engine::Flow;
use store::StateTimes;

/// Most milliseconds for which a state was shown: a day, at which our own client stops to count.
const LONGEST: u32 = 24 * 60 * 60 * 1_000;

/// Reports times of what is no page of the flow, and times that are too long.
pub(super) fn check_state_times(times: &StateTimes, flow: &Flow, faults: &mut Faults) {
    let is_page = |id: &str| {
        let mut states = flow.states.iter();
        states.any(|state| *state.id == *id && !state.style.is_end())
    };
    for (id, time) in &times.0 {
        let mut pointer = String::from("/state_times_in_ms");
        push_pointer(&mut pointer, id);
        if !is_page(id) {
            let detail = "the flow has no such state before its ends";
            faults.push(Fault::at(&pointer, FaultKey::UnknownState, detail));
        } else if *time > LONGEST {
            let detail = format!("at most {LONGEST} milliseconds are expected");
            faults.push(Fault::at(&pointer, FaultKey::InvalidTime, detail));
        }
    }
}
