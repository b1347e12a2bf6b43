//! Idle time: how long a page waits for its visitor before it starts over. See docs/engine.md#idle-time.

use super::{FlowEffect, FlowEvent, SessionContext, Timer};
use crate::flow::{Flow, StateStyle};

const MS_PER_SECOND: u32 = 1000;

/// Returns the seconds that a page of this style may stay untouched; 0 means forever.
pub(super) fn timeout_seconds(context: &SessionContext, style: StateStyle) -> u32 {
    let node = &context.node;
    match style {
        _ if context.preview => 0,
        StateStyle::Normal => node.idle_reset_timeout_in_seconds,
        StateStyle::ThankYou => node.thank_you_duration_in_seconds,
        StateStyle::Chat => 0,
    }
}

/// Starts the idle time again. Shells keep one timer of a kind, so this replaces the one that is running.
pub(super) fn schedule(context: &SessionContext, style: StateStyle, effects: &mut Vec<FlowEffect>) {
    let seconds = timeout_seconds(context, style);
    if seconds > 0 {
        effects.push(FlowEffect::Schedule {
            timer: Timer::Idle,
            after_ms: seconds.saturating_mul(MS_PER_SECOND),
        });
    }
}

/// Returns whether an event is an action of a visitor. One that names an unknown id is not.
pub(super) fn is_visitor_action(event: FlowEvent<'_>, flow: &Flow) -> bool {
    match event {
        FlowEvent::Next { .. } | FlowEvent::Back | FlowEvent::Skip | FlowEvent::Unsubscribe { .. } => true,
        FlowEvent::Answered { question_id, .. }
        | FlowEvent::Uploading { question_id, .. }
        | FlowEvent::LookUp { question_id }
        | FlowEvent::SendCode { question_id }
        | FlowEvent::VerifyCode { question_id, .. } => flow.element_of_question(question_id).is_some(),
        FlowEvent::Language { code } => flow.find_language(code).is_some(),
        _ => false,
    }
}
