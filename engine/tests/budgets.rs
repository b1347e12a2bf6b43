//! Tests what a flow may hold, and what the costliest accepted flow costs (docs/flows.md#limits).

#![cfg(feature = "native")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that fails loudly is a good test"
)]

use engine::{
    Feedback, Flow, LocalForm, Platform, ResponseItem, Severity, check_flow, check_submission, native,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// All values that answers are compared with, patterns written out, and how much of an answer is compared.
const COMPARED: usize = 50_000;
const BEGINNING: usize = 4_000;

/// Most bytes of a submission.
const MEGABYTE: usize = 1_000_000;

fn text(number: usize) -> Value {
    json!({"id": format!("e{number}"), "type": "question", "question": {"id": format!("q{number}"), "style": "text",
        "maxResponseLength": 2 * MEGABYTE}})
}

/// A flow of one page.
fn flow(elements: Vec<Value>) -> Value {
    let submit = json!({"id": "submit", "type": "submit"});
    let elements: Vec<_> = elements.into_iter().chain([submit]).collect();
    json!({"id": "f", "languages": [{"id": "l", "code": "en"}],
        "states": [{"id": "s", "isInitialState": true, "elements": elements}]})
}

/// Triggers that each hold the visibility of the target.
fn triggers(number: usize, pattern: &str, targets: &[String]) -> Value {
    let trigger = json!({"controlType": "value", "ruleType": "regex", "answerValue": pattern, "scope": "element",
        "action": "make_visible", "targetIds": targets});
    vec![trigger; number].into()
}

fn errors(flow: &Value) -> Vec<String> {
    let findings = check_flow(&flow.to_string(), native()).into_iter();
    let errors = findings.filter(|finding| finding.code.severity == Severity::Error);
    errors
        .map(|finding| format!("{}: {}", finding.pointer, finding.message))
        .collect()
}

/// Asserts that the number of something may be as large as the limit and no larger.
#[track_caller]
fn assert_limit(limit: usize, flow: impl Fn(usize) -> Value, expected: &str) {
    assert_eq!(errors(&flow(limit)), [""; 0]);
    assert_eq!(errors(&flow(limit + 1)), [expected]);
}

#[test]
fn the_number_of_parts_is_limited() {
    let options =
        |number: usize| -> Vec<Value> { (0..number).map(|o| json!({"id": format!("o{o}")})).collect() };
    let choice = |number: usize, options: Vec<Value>| {
        json!({"id": format!("e{number}"), "type": "question",
            "question": {"id": format!("q{number}"), "style": "radio", "options": options}})
    };
    assert_limit(
        9_999,
        |number| flow((0..number).map(text).collect()),
        "/states/0/elements/10000: a flow may have at most 10000 elements",
    );
    assert_limit(
        1_000,
        |number| flow(vec![choice(0, options(number))]),
        "/states/0/elements/0/question/options: there may be at most 1000 options",
    );
    assert_limit(
        100,
        |number| {
            let statements: Vec<_> = (0..number).map(|s| json!({"id": format!("s{s}")})).collect();
            flow(vec![
                json!({"id": "e", "type": "question", "question": {"id": "q", "style": "matrix",
                "statements": statements, "options": options(100)}}),
            ])
        },
        "/states/0/elements/0/question/statements: there may be at most 10000 pairs of a statement and an option",
    );
    assert_limit(
        50,
        |number| flow((0..number).map(|at| choice(at, options(1_000))).collect()),
        "/states/0/elements/50/question: a flow may have at most 50000 options and statements",
    );
    assert_limit(
        100,
        |number| {
            let mut flow = flow(vec![text(0)]);
            let language = |code: usize| json!({"id": format!("l{code}"), "code": format!("x-{code}")});
            flow["languages"] = (0..number).map(language).collect();
            flow
        },
        "/languages: there may be at most 100 languages",
    );
    assert_limit(
        128,
        |number| {
            let mut flow = flow(vec![text(0)]);
            flow["states"][0]["elements"][0]["question"]["id"] = "q".repeat(number).into();
            flow
        },
        "/states/0/elements/0/question/id: an id may have at most 128 bytes",
    );
}

#[test]
fn rules_and_triggers_are_limited() {
    let with_triggers = |triggers: Value| {
        let mut source = text(0);
        source["triggers"] = triggers;
        flow(vec![source, text(1)])
    };
    let shows = |value: &str, targets: usize| {
        json!({"controlType": "value", "answerValue": value, "scope": "element", "action": "make_visible",
            "targetIds": vec!["e1"; targets]})
    };
    assert_limit(
        10_000,
        |number| with_triggers(vec![shows("x", 1); number].into()),
        "/states/0/elements/0/triggers/10000: a flow may have at most 10000 triggers",
    );
    assert_limit(
        50_000,
        |number| with_triggers(json!([shows("x", number)])),
        "/states/0/elements/0/triggers/0: a flow may have at most 50000 targets and events of triggers",
    );
    assert_limit(
        1_000,
        |number| with_triggers(json!([shows(&"x".repeat(number), 1)])),
        "/states/0/elements/0/triggers/0/answerValue: may have at most 1000 bytes",
    );
    let compared = "a flow may have at most 50000 characters in all values that answers are compared with, patterns \
                    written out";
    assert_limit(
        50,
        |number| with_triggers(vec![shows(&"x".repeat(1_000), 1); number].into()),
        &format!("/states/0/elements/0/triggers/50/answerValue: {compared}"),
    );
    let rules = |number: usize| {
        let rule = json!({"elementId": "e0", "operator": "regex", "value": "x{99}"});
        let mut flow = flow(vec![text(0)]);
        flow["transitions"] = json!([{"fromStateId": "s", "rules": vec![rule; number]}]);
        flow
    };
    assert_limit(500, rules, &format!("/transitions/0/rules/500/value: {compared}"));
}

#[test]
fn a_value_counts_once_for_each_length_of_keys_that_it_is_compared_with() {
    let flow = |length: usize| {
        let options: Vec<_> = (0..10)
            .map(|o| json!({"id": format!("o{o}"), "key": format!("{o}{}", "k".repeat(length - 1))}))
            .collect();
        let mut source = json!({"id": "e0", "type": "question",
            "question": {"id": "q0", "style": "checklist", "options": options}});
        source["triggers"] = triggers(25, "x{999}", &["e1".into()]);
        flow(vec![source, text(1)])
    };
    // 25 patterns of 1,000 characters each: the keys fit twice into what is compared of a text.
    let accepted = flow(800).to_string().replace("x{999}", "(?:x{36}){27}");
    assert!(errors(&serde_json::from_str(&accepted).unwrap()).is_empty());
    let refused = flow(801).to_string().replace("x{999}", "(?:x{36}){27}");
    assert_eq!(errors(&serde_json::from_str(&refused).unwrap()).len(), 1);
}

#[test]
fn the_text_of_a_flow_is_limited() {
    let with_text = |bytes: usize| {
        let text = flow(vec![json!({"id": "e", "type": "label", "body": ""})]).to_string();
        let rest = bytes - text.len();
        text.replace(r#""body":"""#, &format!(r#""body":"{}""#, "x".repeat(rest)))
    };
    let is_refused = |bytes: usize| {
        let findings = check_flow(&with_text(bytes), native());
        findings
            .iter()
            .any(|finding| finding.code.severity == Severity::Error)
    };
    assert!(!is_refused(8 << 20));
    assert!(is_refused((8 << 20) + 1));
}

#[test]
fn chains_of_triggers_are_limited() {
    assert_eq!(errors(&chain(50, 1)), [""; 0]);
    assert_eq!(
        errors(&chain(51, 1)),
        [
            "/states/0/elements/0/triggers/0: begins a chain of more than 50 triggers, each of which depends on what the one \
          before it shows"
        ]
    );
}

/// Questions of which each shows the next one. The one that is shown last is the first by its id, so that giving the answers in
/// the order of the ids takes as many passes as the chain is long.
fn chain(length: usize, triggers_each: usize) -> Value {
    let element = |at: usize| {
        let mut element = text(10_000 - at);
        element["isVisible"] = (at == 0).into();
        if at < length {
            element["triggers"] = triggers(triggers_each, "a", &[format!("e{}", 10_000 - at - 1)]);
        }
        element
    };
    flow((0..=length).map(element).collect())
}

/// Counts what is compared.
#[derive(Default)]
struct Counting {
    comparisons: AtomicUsize,
    characters: AtomicUsize,
}

impl Platform for Counting {
    fn is_match(&self, pattern: &str, text: &str) -> bool {
        self.comparisons.fetch_add(1, Relaxed);
        self.characters.fetch_add(text.chars().count(), Relaxed);
        native().is_match(pattern, text)
    }

    fn parse_decimal(&self, digits: &str) -> f64 {
        native().parse_decimal(digits)
    }

    fn format_number(&self, number: f64) -> String {
        native().format_number(number)
    }

    fn localize(&self, language: &str, form: LocalForm, value: &str) -> String {
        native().localize(language, form, value)
    }

    fn lower_case(&self, text: &str) -> String {
        native().lower_case(text)
    }

    fn upper_case(&self, text: &str) -> String {
        native().upper_case(text)
    }
}

fn answers(items: impl IntoIterator<Item = (String, String)>) -> Vec<ResponseItem> {
    items
        .into_iter()
        .map(|(question_id, body)| ResponseItem {
            question_id,
            body: Some(body),
            ..ResponseItem::default()
        })
        .collect()
}

/// Checks a submission to an accepted flow; returns how often a value was compared, and with how many characters.
#[track_caller]
fn cost(flow: &Value, responses: &[ResponseItem]) -> (usize, usize) {
    assert_eq!(errors(flow), [""; 0], "the flow is accepted");
    let feedback = Feedback {
        responses: responses.to_vec(),
        ..Feedback::default()
    };
    let counting: &'static Counting = Box::leak(Box::default());
    let flow = Arc::new(Flow::parse(&flow.to_string(), counting).unwrap());
    let check = check_submission(&flow, &feedback, false, counting);
    assert_eq!(check.errors, [], "and so are the answers");
    (
        counting.comparisons.load(Relaxed),
        counting.characters.load(Relaxed),
    )
}

#[test]
fn a_megabyte_is_compared_with_all_values_up_to_its_beginning() {
    // Ten patterns, each as large as the grammar allows.
    let pattern = "(?:b{98}){10}|(?:a{98}){40}";
    let mut source = text(0);
    source["triggers"] = triggers(5, pattern, &["e1".into()]);
    let mut flow = flow(vec![source, text(1)]);
    let rule = json!({"elementId": "e0", "operator": "regex", "value": pattern});
    flow["transitions"] = json!([{"fromStateId": "s", "rules": vec![rule; 5]}]);
    let long = "a".repeat(MEGABYTE);
    let (comparisons, characters) = cost(&flow, &answers([("q0".into(), long)]));
    assert_eq!(comparisons, 10);
    assert_eq!(characters, comparisons * BEGINNING);
    // One pattern weighs a tenth of all that there may be.
    assert!(characters * COMPARED / 10 <= COMPARED * BEGINNING);
}

#[test]
fn each_trigger_of_a_long_chain_is_evaluated_once() {
    let length = 50;
    let flow = chain(length, 200);
    let ids = (0..=length).map(|at| (format!("q{}", 10_000 - at), "a".repeat(MEGABYTE / 60)));
    let (comparisons, characters) = cost(&flow, &answers(ids));
    assert_eq!(comparisons, length * 200);
    assert_eq!(characters, comparisons * BEGINNING);
}

#[test]
fn hiding_and_showing_evaluates_a_question_once_per_answer() {
    // Each answer of the second half hides or shows what the first half depends on.
    let half = 100;
    let mut root = text(0);
    root["triggers"] = triggers(1_000, "a", &["e999".into()]);
    let toggles = (0..half).map(|at| {
        let mut element = text(100 + at);
        let action = if at % 2 == 0 {
            "make_invisible"
        } else {
            "make_visible"
        };
        element["triggers"] = triggers(1, "a", &["e0".into()]);
        element["triggers"][0]["action"] = action.into();
        element
    });
    let mut elements: Vec<_> = toggles.collect();
    elements.push(root);
    elements.push(text(999));
    let ids = (0..half).map(|at| 100 + at).chain([0, 999]);
    let (comparisons, _) = cost(
        &flow(elements),
        &answers(ids.map(|id| (format!("q{id}"), "a".into()))),
    );
    assert!(comparisons <= 2 * 1_000 + half, "{comparisons}");
}

#[test]
fn a_flow_of_three_thousand_questions_is_accepted() {
    let words = |number: usize| json!({"en": "A question of usual length. ".repeat(4), "tr": format!("Soru {number}")});
    let element = |number: usize| {
        let (id, next) = (
            format!("element-{number:028}"),
            format!("element-{:028}", number + 1),
        );
        let option = |key: &str| json!({"id": format!("option-{number:021}-{key:>7}"), "key": key, "body": words(number)});
        let options: Vec<_> = ["good", "fair", "bad"].map(option).into();
        let mut element = json!({"id": id, "type": "question", "question": {"id": format!("question-{number:027}"),
            "key": format!("question_{number}"), "style": "radio", "body": words(number), "description": words(number),
            "options": options}});
        if number.is_multiple_of(2) {
            element["triggers"] = json!([{"key": "t", "controlType": "option", "answerValue": "bad", "scope": "element",
                "action": "make_visible", "targetIds": [next]}]);
        }
        element
    };
    let flow = flow((0..3_000).map(element).collect());
    assert!(flow.to_string().len() > 3 * MEGABYTE);
    assert_eq!(errors(&flow), [""; 0]);
}
