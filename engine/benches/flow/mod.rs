//! The flow of the benchmark. It has the same structure as the one of `bench/engine/survey.mjs`.

use serde_json::{Value, json};

pub(crate) const QUESTIONS_PER_PAGE: usize = 10;

/// Builds pages of ten questions. Every odd question is a text that is visible while the question before it is answered
/// "bad"; the others are required. Two "bad" answers at the end of a page skip the next page.
pub(crate) fn flow_json(size: usize) -> String {
    let pages = size / QUESTIONS_PER_PAGE;
    let mut states: Vec<Value> = (0..pages).map(state).collect();
    states.push(json!({"id": state_id(pages), "style": "thank_you", "elements": []}));
    let transitions: Vec<Value> = (0..pages).map(|page| skip_of_next(page, pages)).collect();
    json!({
        "id": "bench",
        "languages": [{"id": "l1", "code": "en"}, {"id": "l2", "code": "tr"}],
        "states": states,
        "transitions": transitions,
    })
    .to_string()
}

fn state(page: usize) -> Value {
    let first = page * QUESTIONS_PER_PAGE;
    let mut elements: Vec<Value> = (first..first + QUESTIONS_PER_PAGE).map(element).collect();
    elements.push(json!({"id": format!("next{page}"), "type": "next_page", "order": QUESTIONS_PER_PAGE}));
    json!({
        "id": state_id(page),
        "isInitialState": page == 0,
        "nextStateId": state_id(page + 1),
        "elements": elements,
    })
}

fn element(number: usize) -> Value {
    let is_choice = number.is_multiple_of(2);
    json!({
        "id": element_id(number),
        "type": "question",
        "order": number % QUESTIONS_PER_PAGE,
        "isVisible": is_choice,
        "question": {
            "id": format!("q{number}"),
            "key": format!("question_{number}"),
            "style": if is_choice { "radio" } else { "textarea" },
            "body": {"en": format!("How was number {number}?"), "tr": format!("{number} nasıldı?")},
            "isRequired": is_choice,
            "options": is_choice.then(|| options(number)),
        },
        "triggers": is_choice.then(|| [trigger(number)]),
    })
}

fn options(number: usize) -> [Value; 5] {
    ["good", "fair", "bad", "very_bad", "unknown"]
        .map(|key| json!({"id": option_id(number, key), "key": key, "body": {"en": key, "tr": key}}))
}

fn trigger(number: usize) -> Value {
    json!({
        "key": format!("t{number}"),
        "controlType": "option",
        "answerValue": "bad",
        "scope": "element",
        "action": "make_visible",
        "targetIds": [element_id(number + 1)],
    })
}

fn skip_of_next(page: usize, pages: usize) -> Value {
    let last = (page + 1) * QUESTIONS_PER_PAGE;
    let rule = |number| json!({"elementId": element_id(number), "optionIds": [option_id(number, "bad")]});
    json!({
        "fromStateId": state_id(page),
        "toStateId": state_id((page + 2).min(pages)),
        "rules": [rule(last - 4), rule(last - 2)],
    })
}

fn state_id(page: usize) -> String {
    format!("s{page}")
}

fn element_id(number: usize) -> String {
    format!("e{number}")
}

fn option_id(number: usize, key: &str) -> String {
    format!("q{number}-{key}")
}
