//! What must hold for any input: the fuzz targets try it on what they invent, a plain test (`engine/tests/corpus.rs`) on
//! the inputs under `seeds/`.

use engine::{
    Flow, FlowEffect, FlowEvent, Session, SessionContext, Severity, check_flow, check_submission, native,
};
use std::sync::Arc;

/// Any text is a flow or is refused, by both readers alike, and a flow can be shown.
pub(crate) fn flow_parse(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let flow = Flow::parse(text, native());
    let findings = check_flow(text, native());
    let has_errors = findings.iter().any(|finding| finding.severity == Severity::Error);
    match flow {
        Ok(flow) => {
            let session = Session::new(Arc::new(flow), SessionContext::default(), native());
            let _shown = serde_json::to_string(&session.view());
        }
        Err(error) => assert!(has_errors, "`check_flow` has nothing to say, but: {error}"),
    }
}

/// The first line is a flow, each further one an event. No event stops the session, and the server accepts every complete
/// feedback of a flow that `check_flow` finds nothing wrong with.
pub(crate) fn flow_events(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (flow_text, events) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(flow) = Flow::parse(flow_text, native()) else {
        return;
    };
    let is_sound = !check_flow(flow_text, native())
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    let flow = Arc::new(flow);
    let mut session = Session::new(flow.clone(), SessionContext::default(), native());
    for event in events.lines() {
        let Ok(event) = FlowEvent::parse(event, native()) else {
            continue;
        };
        let update = session.update(event);
        let _sent = serde_json::to_string(&update);
        for effect in update.effects {
            let (FlowEffect::SubmitFeedback { feedback, .. } | FlowEffect::SaveOffline { feedback, .. }) =
                &effect
            else {
                continue;
            };
            let partial = matches!(effect, FlowEffect::SubmitFeedback { partial: true, .. });
            let check = check_submission(&flow, &feedback.responses, partial, native());
            assert!(!is_sound || check.errors.is_empty(), "{check:?} of {feedback:?}");
        }
        let _shown = serde_json::to_string(&session.view());
    }
}
