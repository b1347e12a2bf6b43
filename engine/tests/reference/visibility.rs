//! Visibility and navigation, computed from scratch: from the flow's JSON, the path and the answers alone.

use super::items::{has_key_equal_to, is_blank};
use super::json::{elements_of, list, options, sources, states, text};
use super::texts::{is_equal, matches_pattern, numbers, texts};
use serde_json::Value;
use std::collections::BTreeMap;

/// Answers in the form of the view, by question id.
pub(crate) type Answers = BTreeMap<String, Value>;

/// A flow, the states on the visitor's path, and the answers on them.
pub(crate) struct Reference<'a> {
    pub(crate) flow: &'a Value,
    pub(crate) path: &'a [String],
    pub(crate) answers: &'a Answers,
}

impl<'a> Reference<'a> {
    /// Returns the visible elements of a state in order, each with the ids of its visible options.
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

    /// Returns the same without hidden fields, which visitors never see.
    pub(crate) fn seen(&self, state_id: &str) -> Vec<(&'a str, Vec<&'a str>)> {
        let is_field =
            |id: &str| sources(self.flow).any(|(_, element)| element["id"] == id && is_hidden_field(element));
        let visible = self.visible(state_id).into_iter();
        visible.filter(|(id, _)| !is_field(id)).collect()
    }

    fn visible_options(&self, element: &'a Value) -> Vec<&'a str> {
        let key = &element["question"]["key"];
        options(&element["question"])
            .filter(|option| self.is_visible(option, |trigger| targets_option(trigger, key, &option["key"])))
            .map(|option| text(option, "id"))
            .collect()
    }

    /// Returns the visibility of an element or option: the last trigger that is on decides, in document order, or else
    /// the item's own `isVisible`.
    fn is_visible(&self, item: &Value, is_target: impl Fn(&Value) -> bool) -> bool {
        let mut visible = item["isVisible"].as_bool().unwrap_or(true);
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
        let question = &source["question"];
        let Some(answer) = self.triggering(state, source) else {
            return trigger["ruleType"] == "not_answered";
        };
        let texts = texts(question, answer);
        let value = text(trigger, "answerValue");
        if trigger["controlType"] == "option" {
            let option = options(question).find(|option| option["key"] == value);
            option.is_some_and(|option| selects(question, answer, &option["id"], None))
        } else {
            compare(text(trigger, "ruleType"), &texts, value)
        }
    }

    /// Returns the answer that the triggers of an element see: not blank, visible and on the path.
    fn triggering(&self, state: &Value, source: &Value) -> Option<&'a Value> {
        let on_path = self.path.iter().any(|id| state["id"] == **id);
        let answer = self.answers.get(text(&source["question"], "id"));
        let answer = answer.filter(|answer| on_path && !is_blank(answer))?;
        // A hidden field keeps its answer while a trigger hides it.
        let is_hidden =
            is_hidden_field(source) && !self.is_visible(source, |trigger| targets_element(trigger, source));
        (!is_hidden).then_some(answer)
    }

    /// Returns the answer that rules and the payload use: not blank, visible and on the path.
    pub(crate) fn counted(&self, element: &Value) -> Option<&'a Value> {
        let question = &element["question"];
        let (state, _) = sources(self.flow).find(|(_, other)| other["id"] == element["id"])?;
        let state = text(state, "id");
        let shown = self.path.iter().any(|id| id == state)
            && self.visible(state).iter().any(|(id, _)| element["id"] == *id);
        let answer = self.answers.get(text(question, "id")).filter(|_| shown)?;
        (!is_blank(answer)).then_some(answer)
    }

    /// Returns the next state, or `None` for the default thank-you.
    pub(crate) fn next_state(&self, state_id: &str) -> Option<&'a str> {
        let mut transitions = list(self.flow, "transitions").iter();
        let taken = transitions.find(|transition| {
            transition["fromStateId"] == state_id
                && list(transition, "rules").iter().all(|rule| self.holds(rule))
        });
        match taken {
            Some(transition) => transition["toStateId"].as_str(),
            None => states(self.flow).find(|state| state["id"] == state_id)?["nextStateId"].as_str(),
        }
    }

    fn holds(&self, rule: &Value) -> bool {
        if let Some(group) = rule["any"].as_array() {
            return group.iter().any(|rule| self.holds(rule));
        }
        if let Some(key) = rule["score"].as_str() {
            let value = rule["value"].to_string();
            let value = value.trim_matches('"').parse::<f64>().unwrap_or_default();
            let score = self.score(key);
            return match text(rule, "operator") {
                "equal" => (score - value).abs() < 1e-9,
                "not_equal" => (score - value).abs() > 1e-9,
                "greater" => score > value + 1e-9,
                _ => score < value - 1e-9,
            };
        }
        let element = sources(self.flow).find(|(_, element)| element["id"] == rule["elementId"]);
        let Some((_, element)) = element else { return false };
        let Some(answer) = self.counted(element) else {
            return ["not_equal", "not_contains", "not_answered"].contains(&text(rule, "operator"));
        };
        let question = &element["question"];
        match text(rule, "operator") {
            "option" => {
                let ids = list(rule, "optionIds").iter();
                let row = rule["statementId"].as_str();
                ids.into_iter().any(|id| selects(question, answer, id, row))
            }
            operator => compare(operator, &texts(question, answer), text(rule, "value")),
        }
    }

    /// Returns what the answers add to a score.
    fn score(&self, key: &str) -> f64 {
        let points = |of: &Value| of["scores"][key].as_f64().unwrap_or_default();
        let of_answer = |(_, element): (&Value, &'a Value)| {
            let (question, answer) = (&element["question"], self.counted(element)?);
            let with_id = |options: &Value, id: &Value| {
                let mut options = options.as_array().into_iter().flatten();
                options.find(|option| option["id"] == *id).map(points)
            };
            if let Some(number) = answer["number"].as_f64() {
                return Some((number * points(question)).clamp(-1e9, 1e9));
            }
            let selected = list(answer, "optionIds").iter();
            let of_options: f64 = selected.filter_map(|id| with_id(&question["options"], id)).sum();
            let of_row = |row: &Value| -> f64 {
                let own = list(row, "options");
                let options = if own.is_empty() {
                    &question["options"]
                } else {
                    &row["options"]
                };
                let picked = list(&answer["matrix"], text(row, "id")).iter();
                picked.filter_map(|id| with_id(options, id)).sum()
            };
            let of_rows: f64 = list(question, "statements").iter().map(of_row).sum();
            Some(of_options + of_rows)
        };
        sources(self.flow).filter_map(of_answer).sum()
    }

    /// Returns whether reaching the state completes the flow.
    pub(crate) fn is_end(&self, state_id: Option<&str>) -> bool {
        let style = states(self.flow).find(|state| Some(text(state, "id")) == state_id);
        style.is_none_or(|state| state["style"] == "thank_you" || state["style"] == "chat")
    }

    /// Returns the visible elements of a state as JSON, with the ids of their visible options.
    pub(crate) fn shown(&self, state_id: &str) -> Vec<(&'a Value, Vec<&'a str>)> {
        let visible = self.visible(state_id).into_iter();
        let find = |id: &str| sources(self.flow).find(|(_, element)| element["id"] == id);
        visible
            .filter_map(|(id, options)| Some((find(id)?.1, options)))
            .collect()
    }
}

fn is_hidden_field(element: &Value) -> bool {
    element["question"]["style"] == "hidden_field"
}

fn compare(operator: &str, texts: &[String], value: &str) -> bool {
    let any = |test: fn(&str, &str) -> bool| texts.iter().any(|text| test(text, value));
    match operator {
        "equal" => any(is_equal),
        "not_equal" => !any(is_equal),
        "contains" => any(|text, value| text.contains(value)),
        "not_contains" => !any(|text, value| text.contains(value)),
        "greater" => any(|text, value| numbers(text, value).is_some_and(|(text, value)| text > value)),
        "less" => any(|text, value| numbers(text, value).is_some_and(|(text, value)| text < value)),
        "answered" => true,
        "not_answered" => false,
        _ => any(matches_pattern),
    }
}

/// Returns whether an answer selects an option: in the given row, or in any row that uses the question's options.
fn selects(question: &Value, answer: &Value, option: &Value, row: Option<&str>) -> bool {
    if let Some(cells) = answer["matrix"].as_object() {
        let mut rows = list(question, "statements").iter().filter(|statement| match row {
            Some(row) => statement["id"] == row,
            None => list(statement, "options").is_empty(),
        });
        return rows.any(|statement| {
            let picked = cells.get(text(statement, "id")).and_then(Value::as_array);
            picked.is_some_and(|picked| picked.contains(option))
        });
    }
    if let Some(number) = answer["number"].as_f64() {
        let mut options = options(question);
        return options.any(|known| known["id"] == *option && has_key_equal_to(known, number));
    }
    list(answer, "optionIds").contains(option) || list(answer, "ranking").contains(option)
}

fn targets_element(trigger: &Value, element: &Value) -> bool {
    list(trigger, "targetIds").contains(&element["id"])
}

fn targets_option(trigger: &Value, question_key: &Value, option_key: &Value) -> bool {
    list(trigger, "targetOptionIds")
        .iter()
        .any(|target| target["questionKey"] == *question_key && target["optionKey"] == *option_key)
}

/// Returns whether a trigger of a later page of the path targets an earlier page, which the visitor left before its
/// final visibility was known.
pub(crate) fn reaches_back(flow: &Value, path: &[String]) -> bool {
    let position_of = |state: &Value| path.iter().position(|id| state["id"] == **id);
    let is_target = |trigger: &Value, element: &Value| {
        let key = &element["question"]["key"];
        let mut keys = options(&element["question"]).map(|option| &option["key"]);
        targets_element(trigger, element) || keys.any(|option| targets_option(trigger, key, option))
    };
    sources(flow).any(|(state, source)| {
        let Some(from) = position_of(state) else {
            return false;
        };
        let earlier = states(flow).filter(|state| position_of(state).is_some_and(|to| to < from));
        let mut elements = earlier.flat_map(elements_of);
        elements.any(|element| {
            list(source, "triggers")
                .iter()
                .any(|trigger| is_target(trigger, element))
        })
    })
}
