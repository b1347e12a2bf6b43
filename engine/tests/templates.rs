//! Visitors answer the templates of `pulsen new`: every page of them is reached, and every feedback is accepted.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::expect_used,
    reason = "a test that fails loudly is a good test"
)]

use engine::{
    AnswerInput, Feedback, FileAnswer, Flow, FlowEvent, NameAnswer, RequestResult, Session, SessionContext,
    SortedMap, StateStyle, SubmitResult, Timer, check_submission, native,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

const TEMPLATES: usize = 12;
/// Enough that each choice of each template is made by some visitor.
const VISITORS: u32 = 200;
/// More pages than any template has.
const MAX_PAGES: usize = 10;

#[test]
fn every_template_can_be_answered_to_each_of_its_ends() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/templates");
    let mut number = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the templates") {
        let path = entry.expect("an entry").path();
        if !path.is_dir() {
            continue;
        }
        number += 1;
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let text = std::fs::read_to_string(path.join(format!("flows/{name}.json"))).expect("a flow");
        let flow = Flow::parse(&text, native()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let all: BTreeSet<String> = flow.states.iter().map(|state| state.id.to_string()).collect();
        let flow = Arc::new(flow);
        let visited = (0..VISITORS).flat_map(|seed| visit(name, &flow, seed)).collect();
        assert_eq!(all, visited, "{name}");
    }
    assert_eq!(number, TEMPLATES);
}

/// Answers a flow to an end, and returns the pages on the way.
fn visit(name: &str, flow: &Arc<Flow>, seed: u32) -> Vec<String> {
    let mut choices = Choices(seed);
    let mut session = Session::new(Arc::clone(flow), SessionContext::default(), native());
    session.step(None, FlowEvent::Start);
    let mut pages = Vec::new();
    while pages.len() < MAX_PAGES {
        let page = view(&session);
        pages.push(page["stateId"].as_str().expect("the page of a state").to_owned());
        if page["style"] != "normal" {
            return pages;
        }
        answer_page(&mut session, &mut choices);
        let mut effects = session.step(None, FlowEvent::Next { question_id: None });
        let timer = Timer::StateChange;
        effects.extend(session.step(None, FlowEvent::Timer { timer }));
        let effects = serde_json::to_value(effects).expect("effects");
        let submit = effects.as_array().into_iter().flatten();
        for effect in submit.filter(|effect| effect["type"] == "submit_feedback") {
            submit_feedback(name, flow, &mut session, effect);
        }
        assert_ne!(view(&session)["stateId"], page["stateId"], "{name}: {page}");
    }
    panic!("{name}: no end after {pages:?}")
}

fn submit_feedback(name: &str, flow: &Arc<Flow>, session: &mut Session, effect: &Value) {
    let feedback: Feedback = serde_json::from_value(effect["feedback"].clone()).expect("a feedback");
    let check = check_submission(flow, &feedback, false, native());
    assert!(
        check.errors.is_empty(),
        "{name}: {:?} of {feedback:?}",
        check.errors
    );
    assert!(check.end.is_some_and(|end| end != StateStyle::Normal), "{name}");
    let result = RequestResult {
        status: 200,
        body: SubmitResult {
            id: Some("f1".into()),
            ..SubmitResult::default()
        },
        ..RequestResult::default()
    };
    session.step(None, FlowEvent::Submitted { result: &result });
}

/// Answers the questions of a page, also those that an answer shows. Optional ones are left out now and then.
fn answer_page(session: &mut Session, choices: &mut Choices) {
    let mut passed = BTreeSet::new();
    loop {
        let page = view(session);
        let mut elements = page["elements"].as_array().into_iter().flatten();
        let question = elements.find(|element| {
            element["type"] == "question" && !passed.contains(element["id"].as_str().expect("an id"))
        });
        let Some(question) = question else { return };
        passed.insert(question["id"].as_str().expect("an id").to_owned());
        if question["required"] == true || choices.below(4) > 0 {
            session.step(
                None,
                FlowEvent::Answered {
                    question_id: question["questionId"].as_str().expect("an id"),
                    answer: Some(&answer(question, choices)),
                },
            );
        }
    }
}

fn answer(question: &Value, choices: &mut Choices) -> AnswerInput {
    let options = question["options"].as_array().map_or(&[][..], Vec::as_slice);
    let empty = AnswerInput::default();
    match question["style"].as_str().unwrap_or_default() {
        "radio" | "dropdown" | "checklist" => {
            let option = &options[choices.below(options.len())];
            let id = option["id"].as_str().expect("an id");
            AnswerInput {
                other_text: (option["asksForText"] == true).then(|| "Something".into()),
                ..AnswerInput::options([id])
            }
        }
        "score" | "star" | "ces" => {
            let (min, max) = (question["min"].as_f64(), question["max"].as_f64());
            let (min, max) = (min.expect("a number"), max.expect("a number"));
            let numbers = (0..).map(|step| min + f64::from(step));
            let numbers: Vec<f64> = numbers.take_while(|number| *number <= max).collect();
            AnswerInput::number(numbers[choices.below(numbers.len())])
        }
        "matrix" => {
            let rows = question["statements"].as_array().expect("rows");
            let mut cells = SortedMap::new();
            for row in rows {
                let id = |value: &Value| value["id"].as_str().expect("an id").to_owned();
                cells.insert(&id(row), vec![id(&options[choices.below(options.len())])]);
            }
            AnswerInput {
                matrix: Some(cells),
                ..empty
            }
        }
        "agreement" => AnswerInput {
            checked: Some(true),
            ..empty
        },
        "naming" => AnswerInput {
            fields: Some(NameAnswer {
                name: "Ada".into(),
                surname: "Lovelace".into(),
            }),
            ..empty
        },
        "file" | "screenshot" => AnswerInput {
            files: Some(vec![FileAnswer {
                id: "b1".into(),
                ..FileAnswer::default()
            }]),
            ..empty
        },
        "email" => AnswerInput::text("ada@example.com"),
        "text" | "textarea" => AnswerInput::text("Something that is long enough"),
        other => panic!("answers to the style {other}"),
    }
}

fn view(session: &Session) -> Value {
    serde_json::to_value(session.view()).expect("a view")
}

/// The choices of a visitor: numbers that look random, the same in each run.
struct Choices(u32);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % bound
    }
}
