//! Fixes of findings: each mends what it is for, and breaks nothing.
#![cfg(feature = "native")]
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails loudly is a good test"
)]

use engine::{Finding, Flow, check_flow, native};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The flow of `fixtures/flows`, in which nothing is found.
fn visit() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/flows/visit.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn check(flow: &Value) -> Vec<Finding> {
    check_flow(&flow.to_string(), native())
}

/// Returns the flow as the fix of its only finding, which has this code, leaves it.
fn fixed(code: &str, flow: &Value) -> Option<Value> {
    let found = check(flow);
    let [finding] = &*found else {
        panic!("one {code} is expected: {found:#?}");
    };
    assert_eq!(finding.code.name, code);
    let mut fixed = flow.clone();
    let fix = finding.fix.as_ref()?;
    assert!(fix.apply(&mut fixed), "{fix}");
    Some(fixed)
}

#[test]
fn fixed_flows_of_one_defect_have_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/broken/one-defect");
    let mut fixable = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let code = path.file_stem().unwrap().to_str().unwrap();
        let Ok(flow) = serde_json::from_str(&fs::read_to_string(&path).unwrap()) else {
            continue;
        };
        let flow: Value = flow;
        if check(&flow).len() != 1 {
            continue;
        }
        if let Some(fixed) = fixed(code, &flow) {
            assert_eq!(check(&fixed), [], "{code}");
            fixable.push(code.to_owned());
        }
    }
    fixable.sort();
    assert_eq!(
        fixable,
        [
            "no-initial-page",
            "silence-without-effect",
            "unknown-field",
            "unknown-word"
        ]
    );
}

/// A change of the flow `visit`.
type Defect = fn(&mut Value);

fn add_transition(flow: &mut Value, transition: Value) {
    flow["transitions"].as_array_mut().unwrap().push(transition);
}

#[test]
fn every_defect_with_one_obvious_repair_is_mended() {
    let defects: &[(&str, Defect)] = &[
        ("unknown-field", |flow| flow["nmae"] = json!("Visit")),
        ("unknown-field", |flow| {
            flow["name"] = json!(null);
            flow["nmae"] = json!("Visit");
        }),
        ("unknown-word", |flow| flow["progress"] = json!("Steps")),
        ("unknown-word", |flow| {
            flow["silence"] = json!([{"code": "longflow", "at": "/x", "reason": "Kept"}])
        }),
        ("unknown-word", |flow| {
            flow["silence"] = json!([{"code": "weather", "reason": "Kept"}])
        }),
        ("wrong-value", |flow| {
            flow["states"][0]["elements"][0]["question"]["isRequired"] = json!("true")
        }),
        ("wrong-value", |flow| {
            flow["states"][0]["elements"][0]["question"]["max"] = json!(" 10 ")
        }),
        ("wrong-value", |flow| flow["name"] = json!(5)),
        ("misplaced-field", |flow| {
            let rule = &mut flow["transitions"][0]["rules"][0];
            rule["optionIds"] = json!(["o-good"]);
        }),
        ("never-taken", |flow| {
            let mut way = flow["transitions"][0].clone();
            way["toStateId"] = json!(flow["states"][0]["nextStateId"]);
            add_transition(flow, way);
        }),
        ("idle-trigger", |flow| {
            flow["states"][0]["elements"][0]["triggers"] = json!([{"key": "t", "controlType": "value", "ruleType": "answered",
                "scope": "element", "action": "make_visible"}]);
        }),
        ("silence-without-effect", |flow| {
            flow["silence"] = json!([{"code": "long-flow", "reason": "Kept"}])
        }),
    ];
    for (code, inject) in defects {
        let mut flow = visit();
        inject(&mut flow);
        let fixed = fixed(code, &flow).unwrap_or_else(|| panic!("{code} has no fix in {flow:#}"));
        let found = check(&fixed);
        // The silence whose code was corrected has no effect.
        let is_left = |finding: &Finding| finding.code.name != "silence-without-effect";
        assert!(!found.iter().any(is_left), "{code}: {found:#?}");
        Flow::parse(&fixed.to_string(), native()).unwrap();
    }
}

#[test]
fn what_only_the_author_knows_has_no_fix() {
    let defects: &[(&str, Defect)] = &[
        // Near to `min` and `max`.
        ("unknown-field", |flow| {
            flow["states"][0]["elements"][0]["question"]["mix"] = json!(1)
        }),
        // Near to `pace`, but `Visit` is none.
        ("unknown-field", |flow| flow["pacee"] = json!("Visit")),
        // The right name is there, too.
        ("unknown-field", |flow| flow["nmae"] = json!("Visit")),
        ("unknown-word", |flow| {
            flow["states"][0]["elements"][0]["question"]["style"] = json!("thing")
        }),
        ("wrong-value", |flow| {
            flow["states"][0]["elements"][0]["question"]["isRequired"] = json!("yes")
        }),
        // The order of the transitions may be wrong, or their rules.
        ("never-taken", |flow| {
            let mut way = flow["transitions"][0].clone();
            way["toStateId"] = json!(flow["states"][0]["nextStateId"]);
            let rule = json!({"elementId": way["rules"][0]["elementId"], "operator": "answered"});
            way["rules"].as_array_mut().unwrap().push(rule);
            add_transition(flow, way);
        }),
        // `isVisible` may be missing there.
        ("idle-trigger", |flow| {
            let target = flow["states"][0]["elements"][1]["id"].clone();
            flow["states"][0]["elements"][0]["triggers"] = json!([{"key": "t", "controlType": "value", "ruleType": "answered",
                "scope": "element", "action": "make_visible", "targetIds": [target]}]);
        }),
        ("misplaced-field", |flow| {
            flow["states"][0]["elements"][0]["question"]["terms"] = json!({"en": "All", "tr": "Hepsi"});
        }),
    ];
    for (code, inject) in defects {
        let mut flow = visit();
        if *code == "unknown-field" {
            flow["name"] = json!("Visit");
        }
        inject(&mut flow);
        assert_eq!(fixed(code, &flow), None, "{code}");
    }
}

#[test]
fn warnings_beside_an_error_have_no_fix() {
    let mut flow = visit();
    let second = &mut flow["states"][1];
    second["isInitalState"] = json!(true);
    second["nonsense"] = json!(1);
    flow["states"][0]
        .as_object_mut()
        .unwrap()
        .remove("isInitialState");
    let found = check(&flow);
    let fix = |code: &str| {
        let finding = found.iter().find(|finding| finding.code.name == code).unwrap();
        finding.fix.is_some()
    };
    assert!(!fix("no-initial-page"), "{found:#?}");
    assert!(fix("unknown-field"), "{found:#?}");
}
