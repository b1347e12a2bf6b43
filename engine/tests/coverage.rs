//! Says which parts of the specification no conversation shows: a list here, something in `fixtures` for each entry.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod support;

use serde_json::Value;
use std::collections::BTreeSet;

/// What there is, by where it must occur: the whole of what is built so far.
const LISTS: &[(&str, &[&str])] = &[
    // An answer to a question of that style, and its place in a payload (specification, section 3.4).
    ("style answered", STYLES),
    ("style submitted", STYLES),
    // A view with such an element (section 2.3).
    (
        "element shown",
        &[
            "question",
            "next_page",
            "label",
            "submit",
            "footer",
            "button_link",
            "gauge",
        ],
    ),
    // A transition's rule (section 4.3).
    (
        "operator",
        &["equal", "contains", "not_contains", "regex", "option"],
    ),
    // A trigger's `controlType`, and for values its `ruleType` (section 3.4, wire.md).
    (
        "trigger",
        &[
            "option",
            "value equal",
            "value not_equal",
            "value contains",
            "value not_contains",
            "value regex",
            "value greater",
            "value less",
        ],
    ),
    (
        "trigger on",
        &[
            "element make_visible",
            "element make_invisible",
            "option make_visible",
            "option make_invisible",
            "event",
        ],
    ),
    // A message in a view, under a question or for the page (section 5).
    (
        "message",
        &[
            "required",
            "invalid_email",
            "invalid_answer",
            "at_least_one",
            "min_selection",
            "max_selection",
            "length_between",
            "length_min",
            "length_max",
            "value_between",
            "prevent_multiple_feedback",
            "system_error",
        ],
    ),
    (
        "event",
        &[
            "start",
            "answered",
            "next",
            "back",
            "language",
            "timer",
            "submitted",
        ],
    ),
    (
        "effect",
        &[
            "submit_feedback",
            "schedule",
            "post_to_host",
            "scroll_to",
            "focus",
            "open_chat",
            "store_feedback",
            "remove_feedback",
            "record_submitted",
            "count_quota",
        ],
    ),
    (
        "host message",
        &[
            "PSN_REDIRECT_TO_STORE",
            "PSN_END_OF_FLOW",
            "PSN_FEEDBACK_SUBMITTED",
        ],
    ),
    ("page", &["normal", "thank_you", "chat"]),
];

const STYLES: &[&str] = &["text", "textarea", "email", "radio", "checklist", "score"];

#[test]
fn every_list_of_the_specification_is_shown() {
    let mut seen = Seen::default();
    for fixture in support::fixtures("conversations") {
        let flow = serde_json::from_str(&fixture.flow()).expect("a flow is JSON");
        seen.look_at(&fixture.json(), &flow);
    }
    let entries = LISTS
        .iter()
        .flat_map(|(list, names)| names.iter().map(move |name| format!("{list}: {name}")));
    let missing: Vec<String> = entries.filter(|entry| !seen.0.contains(entry)).collect();
    assert!(
        missing.is_empty(),
        "no conversation shows\n{}",
        missing.join("\n")
    );
}

/// What occurred, as `list: name`.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    fn add(&mut self, list: &str, name: &str) {
        self.0.insert(format!("{list}: {name}"));
    }

    fn look_at(&mut self, conversation: &Value, flow: &Value) {
        let styles = styles_by_question(flow);
        let style_of = |question: &Value| {
            let known = styles.iter().find(|(id, _)| *id == question);
            known.map(|(_, style)| style.as_str().unwrap_or("text"))
        };
        for event in list(conversation, "/events") {
            self.add("event", text(event, "/type"));
            if let Some(style) = style_of(&event["questionId"]) {
                self.add("style answered", style);
            }
        }
        for expected in list(conversation, "/expect") {
            self.look_at_page(&expected["view"]);
            for effect in list(expected, "/effects") {
                self.add("effect", text(effect, "/type"));
                self.add("host message", text(effect, "/message"));
                for item in list(effect, "/feedback/responses") {
                    if let Some(style) = style_of(&item["question_id"]) {
                        self.add("style submitted", style);
                    }
                }
            }
        }
        for rule in list(flow, "/transitions").iter().flat_map(|t| list(t, "/rules")) {
            self.add("operator", text(rule, "/operator"));
        }
        for trigger in elements(flow).flat_map(|element| list(element, "/triggers")) {
            self.look_at_trigger(trigger);
        }
    }

    fn look_at_page(&mut self, view: &Value) {
        self.add("page", text(view, "/style"));
        self.add("message", text(view, "/notice/key"));
        for element in list(view, "/elements") {
            self.add("element shown", text(element, "/type"));
            self.add("message", text(element, "/message/key"));
        }
    }

    fn look_at_trigger(&mut self, trigger: &Value) {
        let words = |names: [&str; 2]| names.map(|name| text(trigger, name)).join(" ");
        self.add("trigger", words(["/controlType", "/ruleType"]).trim());
        self.add("trigger on", words(["/scope", "/action"]).trim());
    }
}

fn styles_by_question(flow: &Value) -> Vec<(&Value, &Value)> {
    elements(flow)
        .map(|element| (&element["question"]["id"], &element["question"]["style"]))
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
