//! The check of flows as large as the limits allow: each of these took minutes or hours if the check compared all parts with each other.
#![cfg(feature = "native")]

use engine::{check_flow, native};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The limits of docs/flows.md#limits.
const PAGES: usize = 2_000;
const TRIGGERS: usize = 10_000;
/// Of a text.
const PIPES: usize = 20;
/// Of values with four digits.
const RULES: usize = 12_000;

/// Returns how often each code is found.
fn found(flow: &Value) -> BTreeMap<&'static str, usize> {
    let mut found = BTreeMap::new();
    for finding in check_flow(&flow.to_string(), native()) {
        *found.entry(finding.code.name).or_default() += 1;
    }
    found
}

fn element(id: &str, style: &str) -> Value {
    json!({"id": format!("e-{id}"), "type": "question",
        "question": {"id": format!("q-{id}"), "key": id, "style": style, "body": format!("What about {id}?")}})
}

/// Returns a flow of one page.
fn page(elements: Vec<Value>) -> Value {
    let submit = json!({"id": "submit", "type": "submit"});
    let elements: Vec<_> = elements.into_iter().chain([submit]).collect();
    json!({"id": "f", "languages": [{"id": "l", "code": "en"}], "states": [{"id": "s", "elements": elements}]})
}

fn rule(operator: &str, value: usize) -> Value {
    json!({"elementId": "e-a", "operator": operator, "value": value.to_string()})
}

#[test]
fn rules_that_contradict_each_other() {
    for style in ["numeric", "text"] {
        let mut flow = page(vec![element("a", style)]);
        let (free, bound) = (RULES / 2, RULES / 2);
        let rules = (0..free).map(|at| rule("not_equal", at));
        let rules: Vec<_> = rules.chain((0..bound).map(|at| rule("equal", at))).collect();
        flow["transitions"] = json!([{"fromStateId": "s", "rules": rules}]);
        assert_eq!(found(&flow), [("contradicting-rules", bound)].into(), "{style}");
    }
}

#[test]
fn transitions_of_one_page() {
    let mut flow = page(vec![element("a", "numeric"), element("b", "text")]);
    let number = RULES / 2;
    let shared = json!({"elementId": "e-b", "operator": "answered"});
    let transitions: Vec<_> = (0..number)
        .map(|at| json!({"fromStateId": "s", "rules": [shared, rule("equal", at)]}))
        .chain([
            json!({"fromStateId": "s", "rules": [shared, rule("equal", number - 1), rule("less", 9_999)]}),
        ])
        .collect();
    flow["transitions"] = transitions.into();
    assert_eq!(found(&flow), [("never-taken", 1)].into());
}

#[test]
fn pipes_that_name_questions_of_all_pages() {
    let pages = (0..PAGES).map(|at| {
        let page = format!("p{at}");
        // From the last page to the first one.
        let next = at.checked_sub(1).map(|next| format!("p{next}"));
        let others = (0..PIPES).map(|other| (at + PAGES / PIPES * other + 1) % PAGES);
        let pipes: String = others
            .filter(|other| *other > at)
            .map(|other| format!("{{{{p{other}}}}}"))
            .collect();
        let label = json!({"id": format!("l{at}"), "type": "label", "body": format!("Before: {pipes}")});
        let button = json!({"id": format!("go{at}"), "type": "next_page"});
        let elements = [element(&page, "text"), label, button];
        json!({"id": page, "isInitialState": at == PAGES - 1, "nextStateId": next, "elements": elements})
    });
    let flow =
        json!({"id": "f", "languages": [{"id": "l", "code": "en"}], "states": pages.collect::<Vec<_>>()});
    assert_eq!(found(&flow), [("long-flow", 1)].into());
}

#[test]
fn triggers_with_one_target() {
    let trigger = json!({"controlType": "value", "ruleType": "answered", "scope": "element", "action": "make_visible",
        "targetIds": ["e-b", "e-b", "e-b", "e-b", "e-b"]});
    let mut source = element("a", "text");
    source["triggers"] = vec![trigger; TRIGGERS].into();
    let flow = page(vec![source, element("b", "text")]);
    assert_eq!(found(&flow), [("idle-trigger", TRIGGERS)].into());
}

#[test]
fn options_that_all_rows_of_a_matrix_share() {
    let mut matrix = element("b", "matrix");
    let rows: Vec<_> = (0..10_000)
        .map(|at| json!({"id": format!("r{at}"), "body": "Row"}))
        .collect();
    let question = matrix["question"].as_object_mut().unwrap();
    question.insert("isRequired".into(), json!(true));
    question.insert("statements".into(), rows.into());
    question.insert(
        "options".into(),
        json!([{"id": "o", "key": "o", "isVisible": false}]),
    );
    let trigger = json!({"controlType": "value", "ruleType": "answered", "scope": "option", "action": "make_invisible",
        "targetOptionIds": [{"questionKey": "b", "optionKey": "o"}]});
    let mut source = element("a", "text");
    source["triggers"] = vec![trigger; TRIGGERS].into();
    assert_eq!(found(&page(vec![source, matrix])), [("unanswerable", 1)].into());
}

#[test]
fn silences_of_many_findings() {
    let numbers = 0..9_000;
    let mut flow = page(
        numbers
            .clone()
            .map(|at| element(&format!("a{at}"), "text"))
            .collect(),
    );
    let mut silence = vec![json!({"code": "long-flow", "reason": "Kept"})];
    for at in numbers {
        // Each text is missing in the other language.
        flow["states"][0]["elements"][at]["question"]["body"] = json!({"en": format!("What about {at}?")});
        let pointer = format!("/states/0/elements/{at}");
        silence.push(json!({"code": "missing-translation", "at": pointer, "reason": "Kept"}));
    }
    flow["languages"] = json!([{"id": "en", "code": "en"}, {"id": "tr", "code": "tr"}]);
    silence.push(json!({"code": "missing-translation", "reason": "Kept"}));
    flow["silence"] = silence.into();
    assert_eq!(found(&flow), [("silence-without-effect", 1)].into());
}
