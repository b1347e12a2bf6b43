//! Fails if a style, operator, message, event, effect or field exists that no conversation of `fixtures` covers.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod lists;
mod support;

use lists::LISTS;
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn conversations_cover_every_entry_of_the_lists() {
    let mut seen = Seen::default();
    for fixture in support::fixtures("conversations") {
        let flow = serde_json::from_str(&fixture.flow()).expect("a flow is JSON");
        seen.add_conversation(&fixture.json(), &flow);
    }
    let entries = LISTS
        .iter()
        .flat_map(|(list, names)| names.iter().map(move |name| format!("{list}: {name}")));
    let missing: Vec<String> = entries.filter(|entry| !seen.0.contains(entry)).collect();
    assert!(
        missing.is_empty(),
        "no conversation covers\n{}",
        missing.join("\n")
    );
}

/// Entries that occurred, as `list: name`.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    fn add(&mut self, list: &str, name: &str) {
        self.0.insert(format!("{list}: {name}"));
    }

    /// Adds the fields of an object that are not null.
    fn add_fields(&mut self, list: &str, object: &Value) {
        let fields = object.as_object().into_iter().flatten();
        for (name, _) in fields.filter(|(_, value)| !value.is_null()) {
            self.add(list, name);
        }
    }

    fn add_conversation(&mut self, conversation: &Value, flow: &Value) {
        let styles = styles_by_question(flow);
        let style_of = |question: &Value| {
            let known = styles.iter().find(|(id, _)| *id == question);
            known.map(|(_, style)| style.as_str().unwrap_or("text"))
        };
        for event in list(conversation, "/events") {
            self.add("event", text(event, "/type"));
            self.add("timer", text(event, "/timer"));
            if let Some(style) = style_of(&event["questionId"]) {
                self.add("style answered", style);
            }
        }
        for expected in list(conversation, "/expect") {
            self.add_page(&expected["view"]);
            for effect in list(expected, "/effects") {
                self.add("effect", text(effect, "/type"));
                self.add("host message", text(effect, "/message"));
                self.add("channel", text(effect, "/channel"));
                self.add_fields("feedback", &effect["feedback"]);
                self.add_fields("customer", &effect["feedback"]["customer"]);
                for item in list(effect, "/feedback/responses") {
                    self.add_fields("response item", item);
                    if let Some(style) = style_of(&item["question_id"]) {
                        self.add("style submitted", style);
                    }
                }
            }
        }
        for rule in list(flow, "/transitions").iter().flat_map(|t| list(t, "/rules")) {
            self.add_rule(rule);
        }
        let states = list(flow, "/states").iter();
        let questions = elements(flow).map(|element| &element["question"]);
        for record in states.chain(questions) {
            for field in ["optionOrder", "statementOrder", "questionOrder"] {
                if record[field] == "random" {
                    self.add("random", field);
                }
            }
        }
        for trigger in elements(flow).flat_map(|element| list(element, "/triggers")) {
            self.add_trigger(trigger);
        }
    }

    fn add_rule(&mut self, rule: &Value) {
        for rule in list(rule, "/any") {
            self.add("operator", "any");
            self.add_rule(rule);
        }
        if rule["score"].is_string() {
            return self.add("operator", &format!("score {}", text(rule, "/operator")));
        }
        self.add("operator", text(rule, "/operator"));
        if rule["statementId"].is_string() {
            self.add("operator", "option statement");
        }
    }

    fn add_page(&mut self, view: &Value) {
        self.add("page", text(view, "/style"));
        self.add("message", text(view, "/notice/key"));
        self.add("progress", text(view, "/progress/style"));
        for element in list(view, "/elements") {
            self.add("element shown", text(element, "/type"));
            self.add("message", text(element, "/message/key"));
            self.add("style shown", text(element, "/style"));
            self.add("verification", text(element, "/verification"));
            self.add("matrix", text(element, "/matrixForm"));
        }
    }

    fn add_trigger(&mut self, trigger: &Value) {
        let join = |names: [&str; 2]| names.map(|name| text(trigger, name)).join(" ");
        self.add("trigger", join(["/controlType", "/ruleType"]).trim());
        self.add("trigger on", join(["/scope", "/action"]).trim());
    }
}

/// Returns the style of each question, by the ids of the question and of its statements.
fn styles_by_question(flow: &Value) -> Vec<(&Value, &Value)> {
    elements(flow)
        .map(|element| &element["question"])
        .flat_map(|question| {
            let statements = list(question, "/statements").iter();
            let ids = statements
                .map(|statement| &statement["id"])
                .chain([&question["id"]]);
            ids.map(move |id| (id, &question["style"]))
        })
        .filter(|(id, _)| id.is_string())
        .collect()
}

fn elements(flow: &Value) -> impl Iterator<Item = &Value> {
    list(flow, "/states")
        .iter()
        .flat_map(|state| list(state, "/elements"))
}

fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value
        .pointer(pointer)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}
