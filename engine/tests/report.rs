//! The error report of a session.
#![cfg(feature = "native")]
#![expect(clippy::expect_used, reason = "a test that fails loudly is a good test")]

use engine::{AnswerInput, Flow, FlowEvent, FlowEventKind, Session, SessionContext, native};
use std::sync::Arc;

const FLOW: &str = r#"{"id": "f", "states": [{"id": "s", "elements": [
    {"id": "e", "type": "question", "question": {"id": "q", "style": "text"}}]}]}"#;

fn session() -> Session {
    let flow = Flow::parse(FLOW, native()).expect("a flow");
    Session::new(Arc::new(flow), SessionContext::default(), native())
}

fn answered(question: &str, at: f64) -> FlowEvent {
    FlowEvent {
        at: Some(at),
        ..FlowEvent::answered(question, Some(AnswerInput::text("secret")))
    }
}

#[test]
fn report_has_the_last_forty_actions_and_no_answer() {
    let mut session = session();
    session.step(FlowEvent::of(FlowEventKind::Back));
    for _ in 0..39 {
        session.step(FlowEvent::of(FlowEventKind::Next));
    }
    assert_eq!(session.report().actions.len(), 40);
    assert_eq!(session.report().actions.first(), Some(&FlowEventKind::Back));
    session.step(answered("q", 1.0));
    let report = session.report();
    assert_eq!(report.actions.len(), 40);
    assert_eq!(report.actions.first(), Some(&FlowEventKind::Next));
    assert_eq!(report.actions.last(), Some(&FlowEventKind::Answered));
    assert!(!format!("{report:?}").contains("secret"));
}

#[test]
fn report_has_the_time_of_each_visitors_first_answer() {
    let mut session = session();
    session.step(answered("unknown", 1_000.0));
    assert_eq!(session.report().first_response_ms, None);
    session.step(answered("q", 2_500.0));
    session.step(answered("q", 9_000.0));
    assert_eq!(session.report().first_response_ms, Some(2_500.0));
    session.step(FlowEvent {
        at: Some(10_000.0),
        ..FlowEvent::of(FlowEventKind::Reset)
    });
    assert_eq!(session.report().first_response_ms, None);
    session.step(answered("q", 12_000.0));
    assert_eq!(session.report().first_response_ms, Some(2_000.0));
}
