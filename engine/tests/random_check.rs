//! The check of random flows: nothing is found in valid ones, and each injected defect raises its code.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails loudly is a good test"
)]

use engine::{Flow, apply_fixes, check_flow, native};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const FLOWS: u64 = 10_000;

const STYLES: &[&str] = &[
    "text",
    "textarea",
    "radio",
    "checklist",
    "dropdown",
    "ranking",
    "matrix",
    "score",
    "star",
    "ces",
    "slider",
    "numeric",
    "age",
    "email",
    "phone_number",
    "datepicker",
    "naming",
    "agreement",
    "file",
];

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        // The constants of Knuth's MMIX; the upper bits are the random ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

fn texts(text: &str) -> Value {
    json!({"en": format!("What about {text}?"), "tr": format!("{text} için ne dersiniz?")})
}

fn options(number: usize) -> Value {
    (0..number)
        .map(|at| json!({"id": format!("o{at}"), "key": format!("k{at}"), "body": texts(&format!("option {at}"))}))
        .collect()
}

fn question(name: &str, style: &str, numbers: &mut Numbers) -> Value {
    let mut question = json!({"id": format!("q-{name}"), "key": name, "style": style, "body": texts(name),
        "isRequired": numbers.below(2) == 0});
    if ["radio", "checklist", "dropdown", "ranking", "matrix"].contains(&style) {
        question["options"] = options(2 + numbers.below(4));
    }
    if style == "matrix" {
        question["statements"] =
            json!([{"id": format!("s-{name}"), "body": texts(&format!("row of {name}"))}]);
    }
    if numbers.below(3) == 0 {
        question["description"] = texts(&format!("details of {name}"));
    }
    json!({"id": format!("e-{name}"), "type": "question", "question": question})
}

/// Returns a flow of two to six pages in a row, each with a score, a choice and other questions, one of which the choice may
/// show; and with transitions that pass over pages.
fn valid_flow(numbers: &mut Numbers) -> Value {
    let pages = 2 + numbers.below(5);
    let mut states = Vec::new();
    let mut transitions = Vec::new();
    for page in 0..pages {
        let mut elements = vec![
            question(&format!("score{page}"), "score", numbers),
            question(&format!("choice{page}"), "radio", numbers),
        ];
        for at in 0..numbers.below(4) {
            let style = STYLES[numbers.below(STYLES.len())];
            let mut element = question(&format!("{style}{page}x{at}"), style, numbers);
            if at == 0 && numbers.below(2) == 0 {
                element["isVisible"] = json!(false);
                elements[1]["triggers"] = json!([{"key": "t", "controlType": "option", "answerValue": "k0", "scope": "element",
                    "action": "make_visible", "targetIds": [element["id"]]}]);
            }
            if page > 0 && numbers.below(3) == 0 {
                let pipe = format!("{{{{score{}}}}}", page - 1);
                element["question"]["placeholder"] =
                    json!({"en": format!("After {pipe}"), "tr": format!("{pipe} sonra")});
            }
            elements.push(element);
        }
        let button = if page + 1 == pages { "submit" } else { "next_page" };
        elements.push(json!({"id": format!("e-go{page}"), "type": button, "body": texts("going on")}));
        states.push(json!({"id": format!("p{page}"), "isInitialState": page == 0, "nextStateId": format!("p{}", page + 1),
            "elements": elements}));
        if numbers.below(2) == 0 {
            let rule = match numbers.below(3) {
                0 => {
                    json!({"elementId": format!("e-score{page}"), "operator": "greater", "value": numbers.below(10).to_string()})
                }
                1 => {
                    json!({"elementId": format!("e-score{page}"), "operator": "equal", "value": numbers.below(11)})
                }
                _ => {
                    json!({"elementId": format!("e-choice{page}"), "operator": "option", "optionIds": ["o1"]})
                }
            };
            transitions.push(
                json!({"fromStateId": format!("p{page}"), "toStateId": format!("p{pages}"), "rules": [rule]}),
            );
        }
    }
    states.push(json!({"id": format!("p{pages}"), "style": "thank_you",
        "elements": [{"id": "e-thanks", "type": "label", "body": texts("thanks")}]}));
    json!({"id": "random", "languages": [{"id": "l-en", "code": "en"}, {"id": "l-tr", "code": "tr"}],
        "defaultLanguageId": "l-en", "states": states, "transitions": transitions})
}

/// What breaks a flow, given the number of one of its pages.
type Defect = fn(&mut Value, usize);

fn score(flow: &mut Value, page: usize) -> &mut Value {
    &mut flow["states"][page]["elements"][0]["question"]
}

fn choice(flow: &mut Value, page: usize) -> &mut Value {
    &mut flow["states"][page]["elements"][1]["question"]
}

fn add_rules(flow: &mut Value, page: usize, rules: Value) {
    let transition = json!({"fromStateId": format!("p{page}"), "rules": rules});
    flow["transitions"].as_array_mut().unwrap().insert(0, transition);
}

const DEFECTS: &[(&str, Defect)] = &[
    ("unknown-field", |flow, page| {
        score(flow, page)["required"] = json!(true)
    }),
    ("unknown-word", |flow, page| {
        score(flow, page)["style"] = json!("scores")
    }),
    ("unknown-reference", |flow, page| {
        flow["states"][page]["nextStateId"] = json!("gone")
    }),
    ("duplicate", |flow, page| {
        score(flow, page)["key"] = json!(format!("choice{page}"))
    }),
    ("wrong-value", |flow, page| {
        score(flow, page)["isRequired"] = json!(1)
    }),
    ("misplaced-field", |flow, page| {
        score(flow, page)["terms"] = texts("terms")
    }),
    ("impossible-bounds", |flow, page| {
        score(flow, page)["max"] = json!(-1)
    }),
    ("no-options", |flow, page| {
        choice(flow, page)["options"] = json!([])
    }),
    ("broken-pipe", |flow, page| {
        score(flow, page)["description"] = json!("You said {{it")
    }),
    ("pipe-without-answer", |flow, page| {
        score(flow, page)["description"] = json!(format!("You said {{{{score{page}}}}}"));
    }),
    ("event-name", |flow, page| {
        flow["states"][page]["elements"][1]["triggers"] = json!([{"key": "t", "controlType": "option", "answerValue": "k0",
            "scope": "event", "targetEvents": ["not a name"]}]);
    }),
    ("missing-translation", |flow, page| {
        score(flow, page)["body"] = json!({"en": "How was it?"})
    }),
    ("untranslated", |flow, page| {
        score(flow, page)["body"] = json!({"en": "How was the day?", "tr": "How was the day?"});
    }),
    ("never-taken", |flow, page| {
        add_rules(flow, page, json!([]));
    }),
    ("impossible-rule", |flow, page| {
        add_rules(
            flow,
            page,
            json!([{"elementId": format!("e-score{page}"), "operator": "greater", "value": "10"}]),
        );
    }),
    ("impossible-rule", |flow, page| {
        add_rules(
            flow,
            page,
            json!([{"elementId": format!("e-choice{page}"), "operator": "equal", "value": "gone"}]),
        );
    }),
    ("contradicting-rules", |flow, page| {
        let rule = |operator: &str, value: &str| json!({"elementId": format!("e-score{page}"), "operator": operator, "value": value});
        add_rules(flow, page, json!([rule("less", "3"), rule("greater", "6")]));
    }),
    ("dead-end", |flow, _| {
        let last = flow["states"].as_array().unwrap().len() - 2;
        let id = json!(format!("p{last}"));
        flow["states"][last]["nextStateId"] = id.clone();
        flow["transitions"]
            .as_array_mut()
            .unwrap()
            .retain(|way| way["fromStateId"] != id);
    }),
    ("idle-trigger", |flow, page| {
        flow["states"][page]["elements"][0]["triggers"] = json!([{"key": "t", "controlType": "value", "ruleType": "equal",
            "answerValue": "7", "scope": "element", "action": "make_visible", "targetIds": [format!("e-choice{page}")]}]);
    }),
    ("never-shown", |flow, page| {
        score(flow, page)["isRequired"] = json!(true);
        flow["states"][page]["elements"][0]["isVisible"] = json!(false);
    }),
    ("duplicate-question", |flow, page| {
        score(flow, page)["body"] = texts(&format!("choice{page}"));
    }),
    ("unmasked-personal-data", |flow, page| {
        let question = score(flow, page);
        question["style"] = json!("text");
        question["body"] = json!({"en": "Your credit card?", "tr": "Kartınız?"});
        flow["transitions"] = json!([]);
    }),
    ("unknown-field", |flow, page| {
        let next = flow["states"][page]
            .as_object_mut()
            .unwrap()
            .remove("nextStateId");
        flow["states"][page]["next_state_id"] = json!(next);
    }),
    ("wrong-value", |flow, page| {
        score(flow, page)["isRequired"] = json!("false");
    }),
    ("misplaced-field", |flow, page| {
        let rule = json!({"elementId": format!("e-choice{page}"), "operator": "not_equal", "value": "k0", "optionIds": ["o0"]});
        add_rules(flow, page, json!([rule]));
    }),
    ("no-initial-page", |flow, _| {
        flow["states"][0]["isInitialState"] = json!(false);
    }),
    ("never-taken", |flow, page| {
        for _ in 0..2 {
            add_rules(
                flow,
                page,
                json!([{"elementId": format!("e-score{page}"), "operator": "answered"}]),
            );
        }
    }),
    ("idle-trigger", |flow, page| {
        flow["states"][page]["elements"][0]["triggers"] = json!([{"key": "t", "controlType": "value", "ruleType": "equal",
            "answerValue": "7", "scope": "element", "action": "make_visible", "targetIds": []}]);
    }),
    ("silence-without-reason", |flow, _| {
        flow["silence"] = json!([{"code": "long-flow", "reason": ""}])
    }),
    ("silence-without-effect", |flow, _| {
        flow["silence"] = json!([{"code": "no-language", "reason": "None"}])
    }),
];

#[test]
fn nothing_is_found_in_valid_flows() {
    for seed in 0..FLOWS {
        let flow = valid_flow(&mut Numbers(seed));
        let found = check_flow(&flow.to_string(), native());
        assert!(found.is_empty(), "{seed}: {found:#?} in {flow:#}");
    }
}

#[test]
fn each_injected_defect_raises_its_code() {
    let mut mended = BTreeSet::new();
    for (seed, (code, inject)) in (0..FLOWS).zip(DEFECTS.iter().cycle()) {
        let mut numbers = Numbers(seed);
        let mut flow = valid_flow(&mut numbers);
        let page = numbers.below(flow["states"].as_array().unwrap().len() - 1);
        inject(&mut flow, page);
        let found = check_flow(&flow.to_string(), native());
        let raised = found.iter().filter(|finding| finding.code.name == *code);
        let fixable = raised.clone().filter(|finding| finding.fix.is_some()).count();
        if raised.clone().next().is_none() {
            panic!("{seed}: no {code} but {found:#?} in {flow:#}");
        }
        if raised.count() == fixable {
            mended.insert(*code);
            assert_mended(code, flow);
        }
    }
    let expected = [
        "idle-trigger",
        "misplaced-field",
        "never-taken",
        "no-initial-page",
        "silence-without-effect",
        "unknown-field",
        "unknown-word",
        "wrong-value",
    ];
    assert_eq!(mended, expected.into());
}

/// Asserts that fixes remove a finding, and leave a flow that can be parsed.
fn assert_mended(code: &str, mut flow: Value) {
    for _ in 0..10 {
        let found = check_flow(&flow.to_string(), native());
        let fixes = found.iter().filter_map(|finding| finding.fix.as_ref());
        if apply_fixes(fixes, &mut flow).is_empty() {
            assert!(
                !found.iter().any(|finding| finding.code.name == code),
                "{found:#?} in {flow:#}"
            );
            Flow::parse(&flow.to_string(), native()).unwrap();
            return;
        }
    }
    panic!("there are fixes again and again for {flow:#}");
}
