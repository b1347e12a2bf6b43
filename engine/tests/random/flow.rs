//! Random valid flows as JSON, with triggers and transitions of every kind.
//!
//! A flow is built from bytes, so that proptest can shrink it: zero bytes make the simplest flow.

use super::pick;
use super::question::{KEYS, Triggers, question_element};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

const OPERATORS: &[&str] = &[
    "equal",
    "contains",
    "not_contains",
    "regex",
    "option",
    "not_equal",
    "greater",
    "less",
    "answered",
    "not_answered",
];
const RULE_TYPES: &[&str] = &[
    "equal",
    "not_equal",
    "contains",
    "not_contains",
    "regex",
    "greater",
    "less",
    "answered",
    "not_answered",
];
const VALUES: &[&str] = &["a", "b", "7", "ab", "10"];
const NUMBERS: &[&str] = &["7", "0", "9.5"];
const SCORES: &[&str] = &["x", "y"];
const POINTS: &[f64] = &[1.0, 0.1, -2.5, 7.0];
const PATTERNS: &[&str] = &["a", "^a", "7$", "B"];

#[derive(Debug, Clone)]
struct StateSeed {
    style: u8,
    next: u8,
    questions: Vec<[u8; 5]>,
}

/// Returns flows of up to `states` states.
pub(crate) fn flows(states: usize, triggers: Triggers) -> impl Strategy<Value = Value> {
    let state = (any::<u8>(), any::<u8>(), vec(any::<[u8; 5]>(), 0..5));
    let state = state.prop_map(|(style, next, questions)| StateSeed {
        style,
        next,
        questions,
    });
    let transition = (any::<[u8; 2]>(), vec(any::<[u8; 4]>(), 0..4));
    let saves = any::<bool>();
    (
        vec(state, 1..=states),
        vec(any::<[u8; 7]>(), 0..10),
        vec(transition, 0..6),
        saves,
        vec(any::<[u8; 3]>(), 0..6),
    )
        .prop_map(move |(states, trigger_seeds, transitions, saves, chains)| {
            let mut flow = FlowBuilder {
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
                "progress": if saves { "bar" } else { "steps" },
                "languages": [{"id": "l1", "code": "en"}, {"id": "l2", "code": "tr"}],
                "scores": [{"key": "x"}, {"key": "y"}], "states": flow.states, "transitions": transitions,
            })
        })
}

/// Sets what an operator compares with.
fn add_value(record: &mut Value, field: &str, operator: &str, seed: u8) {
    record[field] = json!(match operator {
        "answered" | "not_answered" => return,
        "regex" => pick(PATTERNS, seed),
        "greater" | "less" => pick(NUMBERS, seed),
        _ => pick(VALUES, seed),
    });
}

/// Has a question or its options add to scores, by chance.
fn add_points(question: &mut Value, [style, order, flags, bounds, options]: [u8; 5]) {
    let seed = order ^ flags ^ bounds;
    let style_name = question["style"].as_str().unwrap_or_default();
    let is_number = ["score", "numeric", "age", "slider", "star", "ces", "custom_score"]
        .contains(&style_name)
        || question["schemaType"] == "numeric" && question["options"].is_null();
    if is_number {
        question["scores"] = json!({pick(SCORES, seed): pick(POINTS, options)});
    } else if style_name != "ranking"
        && let Some(known) = question["options"].as_array_mut()
    {
        for (at, option) in (0..).zip(known) {
            option["scores"] =
                json!({pick(SCORES, seed.wrapping_add(at)): pick(POINTS, style.wrapping_add(at))});
        }
    }
}

struct FlowBuilder {
    states: Vec<Value>,
    /// State, position in the state, and number of each element with a question.
    questions: Vec<(usize, usize, usize)>,
    elements: usize,
}

impl FlowBuilder {
    fn add_state(&mut self, at: usize, seed: &StateSeed, states: usize, triggers: Triggers) {
        let style = if at == 0 {
            "normal"
        } else {
            pick(&["normal", "normal", "thank_you", "chat"], seed.style)
        };
        let mut elements = Vec::new();
        for question in &seed.questions {
            self.questions.push((at, elements.len(), self.elements));
            let mut element = question_element(self.elements, *question, triggers);
            add_points(&mut element["question"], *question);
            elements.push(element);
            self.elements += 1;
        }
        let texts = |kind: &str| {
            let piped = self.elements.saturating_sub(2);
            json!({"en": format!("{kind} {{{{k{piped}}}}} {{{{ q0 |none}}}}"), "tr": "yazı"})
        };
        let texts = ["label", "submit", "next_page"].map(|kind| (kind, texts(kind)));
        for (kind, body) in texts {
            let shown = kind == "submit" || seed.style < 128;
            elements.push(
                json!({"id": format!("e{}", self.elements), "type": kind, "order": 9,
                "isVisible": shown, "body": body, "isSkip": kind == "next_page"}),
            );
            self.elements += 1;
        }
        // Mostly forward, sometimes back, and from the last state to the default thank-you.
        let next = if seed.next < 200 {
            at + 1 + usize::from(seed.next % 2)
        } else {
            usize::from(seed.next) % states
        };
        let mut state =
            json!({"id": format!("s{at}"), "style": style, "isInitialState": at == 0, "elements": elements});
        if style == "thank_you" {
            state["redirectUrl"] = json!("https://shop.example/{{ q0 }}?a={{q1|none}}");
        }
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
            add_value(&mut trigger, "answerValue", rule, value);
        }
        let with_options: Vec<Value> = self.questions.iter()
            .filter(|(state, position, number)| {
                let question = &self.states[*state]["elements"][*position]["question"];
                targets.contains(number) && question["options"].is_array() && question["style"] != "random"
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

    /// Adds triggers on all options of one of the first four questions, which show or hide one of the three following
    /// elements. Several of these form chains in which an element's visibility changes several times.
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
        // Any selected option turns the trigger on.
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
            if option % 8 == 7 {
                rules.push(
                    json!({"score": pick(SCORES, *question), "value": pick(NUMBERS, *value),
                    "operator": pick(&["equal", "not_equal", "greater", "less"], *operator)}),
                );
                continue;
            }
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
                "option" => {
                    rule["operator"] = json!("equal");
                    rule["value"] = json!(pick(VALUES, *value));
                }
                operator => {
                    rule["operator"] = json!(operator);
                    add_value(&mut rule, "value", operator, *value);
                }
            }
            rules.push(rule);
        }
        // Those after the first one are a group of their own, by chance.
        if rules.len() > 1 && from % 2 == 1 {
            let group = rules.split_off(1);
            rules.push(json!({"any": group}));
        }
        json!({"fromStateId": state(from), "toStateId": state(to), "rules": rules})
    }
}
