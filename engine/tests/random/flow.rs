//! Random valid flows, as JSON: up to six states, every style, triggers and transitions of every kind.
//!
//! A flow grows from bytes, so that proptest can shrink it: zero bytes make the plainest flow.

use super::pick;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

const STYLES: &[&str] = &[
    "text",
    "radio",
    "checklist",
    "score",
    "textarea",
    "email",
    "random",
    "ranking",
    "matrix",
    "numeric",
    "age",
    "slider",
    "star",
    "ces",
    "custom_score",
    "naming",
    "agreement",
    "datepicker",
    "phone_number",
    "phone_verification",
    "file",
    "screenshot",
    "plain",
    "link",
    "external_id",
    "dynamic_request",
    "customer_schema",
    "dropdown",
    "gender",
    "dynamic_multiple_choice",
    "dynamic_multiple_value",
];
/// Styles that have options, or may have.
const WITH_OPTIONS: &[&str] = &[
    "radio",
    "checklist",
    "score",
    "random",
    "ranking",
    "matrix",
    "star",
    "ces",
    "customer_schema",
    "dropdown",
    "gender",
    "dynamic_multiple_choice",
    "dynamic_multiple_value",
];
const OPERATORS: &[&str] = &["equal", "contains", "not_contains", "regex", "option"];
const RULE_TYPES: &[&str] = &[
    "equal",
    "not_equal",
    "contains",
    "not_contains",
    "regex",
    "greater",
    "less",
];
/// Keys of every question's options; the last may be exclusive.
const KEYS: &[&str] = &["a", "b", "7"];
const VALUES: &[&str] = &["a", "b", "7", "ab", "10"];
const NUMBERS: &[&str] = &["7", "0", "9.5"];
const PATTERNS: &[&str] = &["a", "^a", "7$", "B"];

/// How free the triggers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Triggers {
    /// They may form circles.
    Any,
    /// Each changes only what comes after it in the document, so there is no circle.
    Forward,
}

#[derive(Debug, Clone)]
struct StateSeed {
    style: u8,
    next: u8,
    questions: Vec<[u8; 5]>,
}

/// Flows of up to `states` states.
pub(crate) fn flows(states: usize, triggers: Triggers) -> impl Strategy<Value = Value> {
    let state = (any::<u8>(), any::<u8>(), vec(any::<[u8; 5]>(), 0..5));
    let state = state.prop_map(|(style, next, questions)| StateSeed {
        style,
        next,
        questions,
    });
    let transition = (any::<[u8; 2]>(), vec(any::<[u8; 4]>(), 0..3));
    let saves = any::<bool>();
    (
        vec(state, 1..=states),
        vec(any::<[u8; 7]>(), 0..10),
        vec(transition, 0..6),
        saves,
        vec(any::<[u8; 3]>(), 0..6),
    )
        .prop_map(move |(states, trigger_seeds, transitions, saves, chains)| {
            let mut flow = Growing {
                states: Vec::new(),
                questions: Vec::new(),
                elements: 0,
            };
            for (at, seed) in states.iter().enumerate() {
                flow.add_state(at, seed, states.len(), triggers);
            }
            for seed in trigger_seeds {
                flow.add_trigger(seed, triggers);
            }
            if triggers == Triggers::Forward {
                for seed in chains {
                    flow.add_chain(seed);
                }
            }
            let transitions: Vec<Value> = transitions
                .iter()
                .map(|(ends, rules)| flow.transition(*ends, rules))
                .collect();
            json!({
                "id": "random", "revision": 1, "allowSavingIncompleteSurvey": saves,
                "languages": [{"id": "l1", "code": "en"}, {"id": "l2", "code": "tr"}],
                "states": flow.states, "transitions": transitions,
            })
        })
}

struct Growing {
    states: Vec<Value>,
    /// Where each question's element is: state, position, number.
    questions: Vec<(usize, usize, usize)>,
    elements: usize,
}

impl Growing {
    fn add_state(&mut self, at: usize, seed: &StateSeed, states: usize, triggers: Triggers) {
        let style = if at == 0 {
            "normal"
        } else {
            pick(&["normal", "normal", "thank_you", "chat"], seed.style)
        };
        let mut elements = Vec::new();
        for question in &seed.questions {
            self.questions.push((at, elements.len(), self.elements));
            elements.push(question_element(self.elements, *question, triggers));
            self.elements += 1;
        }
        for kind in ["label", "submit"] {
            let shown = kind == "submit" || seed.style < 128;
            elements.push(
                json!({"id": format!("e{}", self.elements), "type": kind, "order": 9,
                "isVisible": shown, "body": {"en": kind, "tr": "yazı"}}),
            );
            self.elements += 1;
        }
        // Mostly onward, sometimes back, and past the last state to the default thank-you.
        let next = if seed.next < 200 {
            at + 1 + usize::from(seed.next % 2)
        } else {
            usize::from(seed.next) % states
        };
        let mut state =
            json!({"id": format!("s{at}"), "style": style, "isInitialState": at == 0, "elements": elements});
        if next < states {
            state["nextStateId"] = json!(format!("s{next}"));
        }
        self.states.push(state);
    }

    fn add_trigger(
        &mut self,
        [source, target, other, kind, value, scope, action]: [u8; 7],
        triggers: Triggers,
    ) {
        if self.questions.is_empty() {
            return;
        }
        let (state, position, number) = pick(&self.questions, source);
        let first = if triggers == Triggers::Forward {
            number + 1
        } else {
            0
        };
        let targets: Vec<usize> = [target, other]
            .iter()
            .take(1 + usize::from(other % 2))
            .map(|seed| first + usize::from(*seed) % (self.elements - first))
            .collect();
        let mut trigger = json!({"key": "t", "action": pick(&["make_visible", "make_invisible"], action)});
        let has_options = self.states[state]["elements"][position]["question"]["options"].is_array();
        if kind % 8 == 7 && has_options {
            trigger["controlType"] = json!("option");
            trigger["answerValue"] = json!(pick(KEYS, value));
        } else {
            let rule = pick(RULE_TYPES, kind);
            trigger["controlType"] = json!("value");
            trigger["ruleType"] = json!(rule);
            trigger["answerValue"] = json!(match rule {
                "regex" => pick(PATTERNS, value),
                "greater" | "less" => pick(NUMBERS, value),
                _ => pick(VALUES, value),
            });
        }
        let with_options: Vec<Value> = self.questions.iter()
            .filter(|(state, position, number)| {
                targets.contains(number) && self.states[*state]["elements"][*position]["question"]["options"].is_array()
            })
            .map(|(_, _, number)| json!({"questionKey": format!("k{number}"), "optionKey": pick(KEYS, scope / 3)}))
            .collect();
        match scope % 3 {
            0 if !with_options.is_empty() => {
                trigger["scope"] = json!("option");
                trigger["targetOptionIds"] = json!(with_options);
            }
            _ => {
                trigger["scope"] = json!("element");
                trigger["targetIds"] = targets.iter().map(|number| json!(format!("e{number}"))).collect();
            }
        }
        let element = &mut self.states[state]["elements"][position];
        match element["triggers"].as_array_mut() {
            Some(known) => known.push(trigger),
            None => element["triggers"] = json!([trigger]),
        }
    }

    /// A trigger on any one of the first four questions' options, for or against one of the three elements that follow:
    /// a few of these make chains in which a thing comes and goes several times before it stays.
    fn add_chain(&mut self, [source, target, action]: [u8; 3]) {
        let with_options: Vec<(usize, usize, usize)> = self
            .questions
            .iter()
            .take(4)
            .copied()
            .filter(|(state, position, _)| {
                self.states[*state]["elements"][*position]["question"]["options"].is_array()
            })
            .collect();
        if with_options.is_empty() {
            return;
        }
        let (state, position, number) = pick(&with_options, source);
        let target = number + 1 + usize::from(target % 3);
        if target >= self.elements {
            return;
        }
        // Whatever is chosen, by a visitor or by chance, pulls.
        for key in KEYS {
            let trigger = json!({"key": "c", "controlType": "option", "answerValue": key, "scope": "element",
                "action": pick(&["make_visible", "make_invisible"], action), "targetIds": [format!("e{target}")]});
            let element = &mut self.states[state]["elements"][position];
            match element["triggers"].as_array_mut() {
                Some(known) => known.push(trigger),
                None => element["triggers"] = json!([trigger]),
            }
        }
    }

    fn transition(&self, [from, to]: [u8; 2], seeds: &[[u8; 4]]) -> Value {
        let state = |seed: u8| format!("s{}", usize::from(seed) % self.states.len());
        let mut rules = Vec::new();
        for [question, operator, value, option] in seeds.iter().filter(|_| !self.questions.is_empty()) {
            let (at, position, number) = pick(&self.questions, *question);
            let has_options = self.states[at]["elements"][position]["question"]["options"].is_array();
            let mut rule = json!({"elementId": format!("e{number}")});
            match pick(OPERATORS, *operator) {
                "option" if has_options => {
                    rule["operator"] = json!("option");
                    let question = &self.states[at]["elements"][position]["question"];
                    if question["statements"].is_array() && value % 2 == 1 {
                        rule["statementId"] = json!(format!("m{number}-0"));
                    }
                    rule["optionIds"] = json!([format!("o{number}-{}", option % 3)]);
                }
                "regex" => {
                    rule["operator"] = json!("regex");
                    rule["value"] = json!(pick(PATTERNS, *value));
                }
                "option" => {
                    rule["operator"] = json!("equal");
                    rule["value"] = json!(pick(VALUES, *value));
                }
                operator => {
                    rule["operator"] = json!(operator);
                    rule["value"] = json!(pick(VALUES, *value));
                }
            }
            rules.push(rule);
        }
        json!({"fromStateId": state(from), "toStateId": state(to), "rules": rules})
    }
}

fn question_element(
    number: usize,
    [style, order, flags, bounds, options]: [u8; 5],
    triggers: Triggers,
) -> Value {
    // A choice of chance is there for good: what triggers in a circle make of it never comes to rest.
    let style = match pick(STYLES, style) {
        // Many choices of chance, for chains that need no visitor.
        _ if triggers == Triggers::Forward && style >= 224 => "random",
        "random" if triggers == Triggers::Any => "radio",
        style => style,
    };
    let mut question = json!({
        "id": format!("q{number}"), "key": format!("k{number}"), "style": style,
        "body": {"en": "A question?", "tr": "Bir soru?"}, "isRequired": flags % 4 == 3,
    });
    if ["text", "naming", "email"].contains(&style) && bounds % 2 == 1 {
        question["minResponseLength"] = json!(bounds % 3);
        question["maxResponseLength"] = json!(if style == "email" { 12 } else { 3 });
    }
    if style == "numeric" && bounds % 2 == 1 {
        question["lowerLimit"] = json!(0);
    }
    if ["numeric", "age"].contains(&style) && bounds % 3 == 1 {
        question["upperLimit"] = json!(8);
    }
    if ["custom_score", "slider"].contains(&style) && bounds % 2 == 1 {
        question["max"] = json!(9);
    }
    if ["checklist", "dynamic_multiple_value"].contains(&style) && bounds % 2 == 1 {
        question["maxSelectionCount"] = json!(2);
    }
    if ["checklist", "dynamic_multiple_value"].contains(&style) && bounds % 3 == 1 {
        question["minSelectionCount"] = json!(2);
    }
    if bounds % 5 == 4 {
        question["isMultiSelect"] = json!(true);
    }
    if style == "matrix" {
        let form = pick(&["other", "conjoint", "maxdiff"], bounds);
        question["extra"] = json!({"matrix_question_type": form});
        question["statements"] = json!([{"id": format!("m{number}-0")}, {"id": format!("m{number}-1")}]);
        if bounds % 4 == 1 {
            let own = |key: &str| json!({"id": format!("o{number}-own-{key}"), "key": key});
            question["statements"][1]["options"] = json!([own("b"), own("x")]);
        }
    }
    if WITH_OPTIONS.contains(&style) && (style != "customer_schema" || bounds % 2 == 0) {
        let option = |(at, key): (usize, &&str)| {
            json!({"id": format!("o{number}-{at}"), "key": key, "body": {"en": key, "tr": key},
                "isVisible": options >> at & 1 == 0, "isExclusive": at == 2 && options & 8 != 0})
        };
        question["options"] = KEYS.iter().enumerate().map(option).collect();
    }
    json!({"id": format!("e{number}"), "type": "question", "order": order % 3,
        "isVisible": flags / 4 % 4 != 3, "question": question})
}
