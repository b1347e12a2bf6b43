//! What is visible, worked out the slow and obvious way: from the flow's JSON, the path and the answers, all at once
//! and from scratch, without a memory of what happened before. The session must always agree with this.

use serde_json::Value;
use std::collections::BTreeMap;

/// Answers as the view shows them, by question id.
pub(crate) type Answers = BTreeMap<String, Value>;

/// A flow, the states on the visitor's path, and the answers on them.
pub(crate) struct Reference<'a> {
    pub(crate) flow: &'a Value,
    pub(crate) path: &'a [String],
    pub(crate) answers: &'a Answers,
}

impl<'a> Reference<'a> {
    /// The visible elements of a state in order, each with the keys of its visible options.
    pub(crate) fn visible(&self, state_id: &str) -> Vec<(&'a str, Vec<&'a str>)> {
        let state = states(self.flow).find(|state| state["id"] == state_id);
        let mut elements: Vec<&Value> = state.map(elements_of).unwrap_or_default().iter().collect();
        elements.sort_by_key(|element| element["order"].as_i64());
        elements.retain(|element| self.is_visible(element, |trigger| targets_element(trigger, element)));
        elements
            .into_iter()
            .map(|element| (text(element, "id"), self.visible_options(element)))
            .collect()
    }

    fn visible_options(&self, element: &'a Value) -> Vec<&'a str> {
        let key = &element["question"]["key"];
        options(&element["question"])
            .filter(|option| self.is_visible(option, |trigger| targets_option(trigger, key, &option["key"])))
            .map(|option| text(option, "id"))
            .collect()
    }

    /// What the last trigger that is on says, in document order; else the thing's own `isVisible`.
    fn is_visible(&self, thing: &Value, is_target: impl Fn(&Value) -> bool) -> bool {
        let mut visible = thing["isVisible"].as_bool().unwrap_or(true);
        for (state, source) in sources(self.flow) {
            for trigger in list(source, "triggers")
                .iter()
                .filter(|trigger| is_target(trigger))
            {
                if self.is_on(state, source, trigger) {
                    visible = trigger["action"] == "make_visible";
                }
            }
        }
        visible
    }

    fn is_on(&self, state: &Value, source: &Value, trigger: &Value) -> bool {
        let on_path = self.path.iter().any(|id| state["id"] == **id);
        let question = &source["question"];
        let Some(answer) = self.answers.get(text(question, "id")).filter(|_| on_path) else {
            return false;
        };
        let texts = texts(question, answer);
        let value = text(trigger, "answerValue");
        if texts.is_empty() {
            false
        } else if trigger["controlType"] == "option" {
            texts.iter().any(|text| text == value)
        } else {
            let any = |test: fn(&str, &str) -> bool| texts.iter().any(|text| test(text, value));
            match text(trigger, "ruleType") {
                "equal" => any(is_equal),
                "not_equal" => !any(is_equal),
                "contains" => any(|text, value| text.contains(value)),
                "not_contains" => !any(|text, value| text.contains(value)),
                "greater" => {
                    any(|text, value| numbers(text, value).is_some_and(|(text, value)| text > value))
                }
                "less" => any(|text, value| numbers(text, value).is_some_and(|(text, value)| text < value)),
                _ => any(matches_pattern),
            }
        }
    }
}

/// What rules and triggers compare with: nothing for a blank answer.
fn texts(question: &Value, answer: &Value) -> Vec<String> {
    if let Some(text) = answer["text"].as_str() {
        let text = text.trim();
        return (!text.is_empty()).then(|| text.to_owned()).into_iter().collect();
    }
    if let Some(number) = answer["number"].as_f64() {
        return vec![number.to_string()];
    }
    let selected = list(answer, "optionIds");
    options(question)
        .filter(|option| selected.contains(&option["id"]))
        .map(|option| text(option, "key").to_owned())
        .collect()
}

fn is_equal(text: &str, value: &str) -> bool {
    text == value || numbers(text, value).is_some_and(|(text, value)| text == value)
}

fn numbers(text: &str, value: &str) -> Option<(f64, f64)> {
    Some((text.parse().ok()?, value.parse().ok()?))
}

/// The random flows have patterns of letters and digits only, perhaps with an anchor at one end.
fn matches_pattern(text: &str, pattern: &str) -> bool {
    let (text, pattern) = (text.to_lowercase(), pattern.to_lowercase());
    match (pattern.strip_prefix('^'), pattern.strip_suffix('$')) {
        (Some(start), _) => text.starts_with(start),
        (_, Some(end)) => text.ends_with(end),
        _ => text.contains(&pattern),
    }
}

fn targets_element(trigger: &Value, element: &Value) -> bool {
    list(trigger, "targetIds").contains(&element["id"])
}

fn targets_option(trigger: &Value, question_key: &Value, option_key: &Value) -> bool {
    list(trigger, "targetOptionIds")
        .iter()
        .any(|target| target["questionKey"] == *question_key && target["optionKey"] == *option_key)
}

/// Whether a trigger of a later page of the path changes something on an earlier one: such a page was left before its
/// last word was spoken.
pub(crate) fn reaches_back(flow: &Value, path: &[String]) -> bool {
    let place = |state: &Value| path.iter().position(|id| state["id"] == **id);
    let is_target = |trigger: &Value, element: &Value| {
        let key = &element["question"]["key"];
        let mut keys = options(&element["question"]).map(|option| &option["key"]);
        targets_element(trigger, element) || keys.any(|option| targets_option(trigger, key, option))
    };
    sources(flow).any(|(state, source)| {
        let Some(from) = place(state) else { return false };
        let earlier = states(flow).filter(|state| place(state).is_some_and(|to| to < from));
        let mut elements = earlier.flat_map(elements_of);
        elements.any(|element| {
            list(source, "triggers")
                .iter()
                .any(|trigger| is_target(trigger, element))
        })
    })
}

/// Every element, with its state, in document order.
pub(crate) fn sources(flow: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    states(flow).flat_map(|state| elements_of(state).iter().map(move |element| (state, element)))
}

fn states(flow: &Value) -> impl Iterator<Item = &Value> {
    list(flow, "states").iter()
}

fn elements_of(state: &Value) -> &[Value] {
    list(state, "elements")
}

fn options(question: &Value) -> impl Iterator<Item = &Value> {
    list(question, "options").iter()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}
