//! The error report of a session.
#![cfg(feature = "native")]
#![expect(clippy::expect_used, reason = "a test that fails loudly is a good test")]

use engine::{AnswerInput, Flow, FlowEvent, Session, SessionContext, native};
use std::sync::Arc;

const FLOW: &str = r#"{"id": "f", "states": [{"id": "s", "elements": [
    {"id": "e", "type": "question", "question": {"id": "q", "style": "text"}}]}]}"#;

fn session() -> Session {
    let flow = Flow::parse(FLOW, native()).expect("a flow");
    Session::new(Arc::new(flow), SessionContext::default(), native())
}

fn answer(session: &mut Session, question_id: &str, at: f64) {
    let answer = AnswerInput::text("secret");
    let event = FlowEvent::Answered {
        question_id,
        answer: Some(&answer),
    };
    session.step(Some(at), event);
}

#[test]
fn report_has_the_last_forty_actions_and_no_answer() {
    let mut session = session();
    session.step(None, FlowEvent::Back);
    for _ in 0..39 {
        session.step(None, FlowEvent::Next { question_id: None });
    }
    assert_eq!(session.report().actions.len(), 40);
    assert_eq!(session.report().actions.first(), Some(&"back"));
    answer(&mut session, "q", 1.0);
    let report = session.report();
    assert_eq!(report.actions.len(), 40);
    assert_eq!(report.actions.first(), Some(&"next"));
    assert_eq!(report.actions.last(), Some(&"answered"));
    assert!(!format!("{report:?}").contains("secret"));
}

#[test]
fn report_has_the_time_of_each_visitors_first_answer() {
    let mut session = session();
    answer(&mut session, "unknown", 1_000.0);
    assert_eq!(session.report().first_response_ms, None);
    answer(&mut session, "q", 2_500.0);
    answer(&mut session, "q", 9_000.0);
    assert_eq!(session.report().first_response_ms, Some(2_500.0));
    session.step(Some(10_000.0), FlowEvent::Reset);
    assert_eq!(session.report().first_response_ms, None);
    answer(&mut session, "q", 12_000.0);
    assert_eq!(session.report().first_response_ms, Some(2_000.0));
}
