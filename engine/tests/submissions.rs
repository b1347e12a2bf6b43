//! Runs `check_submission` on every file of `fixtures/submissions`.
#![cfg(feature = "native")]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod support;

use engine::{Feedback, Flow, ResponseItem, SubmissionError, check_submission, native, shown_questions};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use support::{Fixture, check_each, fixtures};

#[test]
fn submissions_have_the_errors_of_their_fixture() {
    check_each(&fixtures("submissions"), |fixture| {
        let file = fixture.json();
        let flow = match Flow::parse(&fixture.flow(), native()) {
            Ok(flow) => Arc::new(flow),
            Err(error) => return vec![error.to_string()],
        };
        let feedback = feedback(fixture);
        let check = check_submission(&flow, &feedback, file["partial"] == true, native());
        let mut problems = compare(&file["errors"], &check.errors);
        if let Some(expected) = file.get("shown") {
            let shown = shown_questions(&flow, &feedback.responses, native());
            let shown: Value = shown.iter().map(|question| &*question.id).collect();
            if shown != *expected {
                problems.push(format!("expected to be shown {expected}, got {shown}"));
            }
        }
        let computed = serde_json::to_value(&check.scores).unwrap_or_default();
        if file
            .get("computedScores")
            .is_some_and(|expected| *expected != computed)
        {
            problems.push(format!(
                "expected the scores {}, got {computed}",
                file["computedScores"]
            ));
        }
        let end = serde_json::to_value(check.end).unwrap_or_default();
        if end != file["end"] {
            problems.push(format!("expected the end {}, got {end}", file["end"]));
        }
        if check.offers_chat != (file["offers_chat"] == true) {
            problems.push(format!("unexpected: offers_chat is {}", check.offers_chat));
        }
        problems
    });
}

fn feedback(fixture: &Fixture) -> Feedback {
    let file = fixture.json();
    let feedback =
        json!({"responses": file["responses"], "scores": file.get("scores").unwrap_or(&json!({}))});
    serde_json::from_value(feedback).unwrap_or_else(|error| panic!("{}: {error}", fixture.name))
}

fn of_responses(responses: Vec<ResponseItem>) -> Feedback {
    Feedback {
        responses,
        ..Feedback::default()
    }
}

/// Compares the errors in any order.
fn compare(expected: &Value, errors: &[SubmissionError]) -> Vec<String> {
    let mut expected: Vec<Value> = expected.as_array().expect("a list of errors").clone();
    let params = expected
        .iter_mut()
        .filter_map(|error| error.get_mut("params")?.as_object_mut());
    for number in params.flat_map(Map::values_mut) {
        // `3` in a file is the engine's `3.0`.
        *number = json!(number.as_f64());
    }
    let mut problems = Vec::new();
    for error in errors.iter().map(as_json) {
        match expected.iter().position(|expected| *expected == error) {
            Some(at) => drop(expected.remove(at)),
            None => problems.push(format!("unexpected {error}")),
        }
    }
    problems.extend(expected.iter().map(|error| format!("missing {error}")));
    problems
}

fn as_json(error: &SubmissionError) -> Value {
    let mut json = json!({"pointer": error.pointer, "question_id": error.question_id, "key": error.key});
    let params: Map<String, Value> = error
        .params
        .iter()
        .map(|(name, number)| (name.to_owned(), json!(number)))
        .collect();
    if !params.is_empty() {
        json["params"] = params.into();
    }
    json
}

/// A check in quadratic time would take minutes for these.
#[test]
fn answers_with_thousands_of_options_are_checked_in_time() {
    let options: Vec<Value> = (0..4_000)
        .map(|at| json!({"id": format!("o-{at}"), "key": format!("k{at}"), "body": {"en": "Option"}}))
        .collect();
    let items = |style: &str| -> Vec<ResponseItem> {
        let item = |at: usize, option: &Value| ResponseItem {
            question_id: format!("q-{style}"),
            option_id: option["id"].as_str().map(str::to_owned),
            ranking: (style == "ranking").then(|| u32::try_from(at + 1).expect("few options")),
            ..ResponseItem::default()
        };
        // In descending order, in which inserting into a sorted list is slowest.
        options
            .iter()
            .rev()
            .enumerate()
            .map(|(at, option)| item(at, option))
            .collect()
    };
    let element = |style: &str| {
        json!({"id": style, "type": "question", "order": 1, "question": {
            "id": format!("q-{style}"), "key": style, "style": style, "body": {"en": "?"}, "options": options,
        }})
    };
    let flow = json!({
        "id": "f", "languages": [{"id": "l-en", "code": "en", "name": "English"}],
        "states": [
            {"id": "page", "isInitialState": true, "nextStateId": "thanks",
             "elements": [element("checklist"), element("ranking")]},
            {"id": "thanks", "style": "thank_you", "elements": []},
        ],
    });
    let flow = Arc::new(Flow::parse(&flow.to_string(), native()).expect("a flow"));
    let mut responses = items("checklist");
    responses.extend(items("ranking"));
    let mut feedback = of_responses(responses);
    let check = check_submission(&flow, &feedback, false, native());
    assert_eq!(check.errors, []);

    let twice = feedback.responses.first().cloned().expect("many responses");
    feedback.responses.push(twice);
    let check = check_submission(&flow, &feedback, false, native());
    assert_eq!(check.errors.len(), 1);
    assert_eq!(check.errors[0].pointer, "/responses/8000");
}

/// Anyone can send thousands of items, and the answer must not grow with them.
#[test]
fn at_most_100_errors_are_returned() {
    let flow = json!({
        "id": "f", "languages": [{"id": "l-en", "code": "en", "name": "English"}],
        "states": [
            {"id": "page", "isInitialState": true, "nextStateId": "thanks",
             "elements": [
                {"id": "e", "type": "question", "question": {
                    "id": "q", "key": "q", "style": "text", "isRequired": true, "body": {"en": "?"}}},
             ]},
            {"id": "thanks", "style": "thank_you", "elements": []},
        ],
    });
    let flow = Arc::new(Flow::parse(&flow.to_string(), native()).expect("a flow"));
    let responses: Vec<ResponseItem> = (0..20_000)
        .map(|at| ResponseItem {
            question_id: format!("unknown-{at}"),
            body: Some("text".to_owned()),
            ..ResponseItem::default()
        })
        .collect();
    let feedback = of_responses(responses);
    for partial in [false, true] {
        let check = check_submission(&flow, &feedback, partial, native());
        assert_eq!((check.errors.len(), check.errors_left_out), (100, 19_900));
    }
}
