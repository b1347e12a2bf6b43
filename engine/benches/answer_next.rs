//! Measures natively how long an answer and "next" take: `make bench`.
//!
//! The visitor is in the middle of the flow and has answered every page before. Each round measures an answer, `next` and
//! the timer, and goes back unmeasured. The answers alternately show and hide a question.
#![expect(clippy::unwrap_used, reason = "a benchmark of the wrong page must fail")]

mod flow;

use divan::{Bencher, black_box};
use engine::{AnswerInput, Flow, FlowEvent, Session, SessionContext, Timer, native};
use flow::{QUESTIONS_PER_PAGE, flow_json};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

const STATE_CHANGE: FlowEvent<'static> = FlowEvent::Timer {
    timer: Timer::StateChange,
};

const SIZES: [usize; 3] = [30, 300, 3000];

fn main() {
    divan::main();
}

/// Handles an event and builds the effects, as the server does.
#[divan::bench(args = SIZES, sample_count = 2000, sample_size = 1)]
fn step(bencher: Bencher<'_, '_>, size: usize) {
    measure(bencher, size, |session, events| {
        for event in events {
            black_box(session.step(None, event));
        }
    });
}

/// Handles an event and builds the effects and the update of the view, as the browser does before serialization.
#[divan::bench(args = SIZES, sample_count = 2000, sample_size = 1)]
fn update(bencher: Bencher<'_, '_>, size: usize) {
    measure(bencher, size, |session, events| {
        for event in events {
            black_box(session.update(None, event));
        }
    });
}

fn measure(bencher: Bencher<'_, '_>, size: usize, handle: impl Fn(&mut Session, [FlowEvent<'_>; 3]) + Sync) {
    let page = (size / QUESTIONS_PER_PAGE - 1) / 2;
    let question = page * QUESTIONS_PER_PAGE;
    let session = RefCell::new(visitor_on(size, page + 1));
    let round = Cell::new(0);
    let input = || {
        let mut session = session.borrow_mut();
        session.step(None, FlowEvent::Back);
        expect_page(&session, page);
        round.set(round.get() + 1);
        answer(question, if round.get() % 2 == 0 { "good" } else { "bad" })
    };
    bencher.with_inputs(input).bench_local_values(|(id, input)| {
        let events = [
            answered(&id, &input),
            FlowEvent::Next { question_id: None },
            STATE_CHANGE,
        ];
        handle(&mut session.borrow_mut(), events);
    });
    expect_page(&session.borrow(), page + 1);
}

/// Returns a session on this page, with all earlier pages answered.
fn visitor_on(size: usize, page: usize) -> Session {
    let flow = Flow::parse(&flow_json(size), native()).unwrap();
    let mut session = Session::new(Arc::new(flow), SessionContext::default(), native());
    for at in 0..page {
        for question in (0..QUESTIONS_PER_PAGE).step_by(2) {
            let (id, input) = answer(at * QUESTIONS_PER_PAGE + question, "good");
            session.step(None, answered(&id, &input));
        }
        session.step(None, FlowEvent::Next { question_id: None });
        session.step(None, STATE_CHANGE);
    }
    session
}

/// Returns the id of a question, and an answer to it.
fn answer(question: usize, choice: &str) -> (String, AnswerInput) {
    let input = AnswerInput {
        option_ids: Some(vec![format!("q{question}-{choice}")]),
        ..AnswerInput::default()
    };
    (format!("q{question}"), input)
}

fn answered<'a>(question_id: &'a str, input: &'a AnswerInput) -> FlowEvent<'a> {
    FlowEvent::Answered {
        question_id,
        answer: Some(input),
    }
}

fn expect_page(session: &Session, page: usize) {
    let expected = format!("s{page}");
    let view = session.view();
    assert_eq!(view.state_id, Some(&*expected), "the visitor is on another page");
}
