//! Properties of any input. The fuzz targets test them on generated inputs, and `engine/tests/corpus.rs` on the inputs of
//! `seeds/` and `found/`.

use engine::{
    Flow, FlowEffect, Session, SessionContext, Severity, TimedEvent, check_flow, check_submission, native,
};
use std::sync::Arc;

/// `Flow::parse` and `check_flow` agree on whether any text is a flow, and every flow has a first view.
pub(crate) fn flow_parse(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let flow = Flow::parse(text, native());
    let findings = check_flow(text, native());
    let has_errors = findings
        .iter()
        .any(|finding| finding.code.severity == Severity::Error);
    match flow {
        Ok(flow) => {
            let session = Session::new(Arc::new(flow), SessionContext::default(), native());
            let _shown = serde_json::to_string(&session.view());
        }
        Err(error) => assert!(has_errors, "`check_flow` finds no error, but: {error}"),
    }
}

/// The first line is a flow, and each further line an event. No event makes the session panic, and the server accepts
/// every feedback of a flow in which `check_flow` finds no error.
pub(crate) fn flow_events(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (flow_text, events) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(flow) = Flow::parse(flow_text, native()) else {
        return;
    };
    let is_valid = !check_flow(flow_text, native())
        .iter()
        .any(|finding| finding.code.severity == Severity::Error);
    let flow = Arc::new(flow);
    let mut session = Session::new(flow.clone(), SessionContext::default(), native());
    for event in events.lines() {
        let Ok(event) = TimedEvent::parse(event, native()) else {
            continue;
        };
        let update = session.update(event.at, event.event());
        let _sent = serde_json::to_string(&update);
        for effect in update.effects {
            let (FlowEffect::SubmitFeedback { feedback, .. } | FlowEffect::SaveOffline { feedback, .. }) =
                &effect
            else {
                continue;
            };
            let partial = matches!(effect, FlowEffect::SubmitFeedback { partial: true, .. });
            let check = check_submission(&flow, feedback, partial, native());
            assert!(!is_valid || check.errors.is_empty(), "{check:?} of {feedback:?}");
        }
        let _shown = serde_json::to_string(&session.view());
    }
}
