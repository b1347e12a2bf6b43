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
    ("style answered", ANSWERED),
    ("style submitted", ANSWERED),
    ("style submitted", &["random"]),
    ("style shown", &["plain", "link", "random"]),
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
        &[
            "equal",
            "contains",
            "not_contains",
            "regex",
            "option",
            "option statement",
        ],
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
            "answer_all",
            "required",
            "invalid_email",
            "invalid_phone",
            "invalid_answer",
            "at_least_one",
            "min_selection",
            "max_selection",
            "number_between",
            "number_min",
            "number_max",
            "length_between",
            "length_min",
            "length_max",
            "value_between",
            "wrong_code",
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
            "skip",
            "language",
            "timer",
            "submitted",
            "preloaded",
            "clear_state",
            "reset",
            "look_up",
            "looked_up",
            "send_code",
            "code_sent",
            "verify_code",
            "code_verified",
            "unsubscribe",
            "unsubscribed",
            "offline",
            "online",
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
            "save_offline",
            "dynamic_request",
            "binding_request",
            "send_code",
            "verify_code",
            "unsubscribe",
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
    ("timer", &["state_change", "idle"]),
    ("channel", &["sms", "whatsapp", "push_notification"]),
    // How far a telephone number's proof has come (section 4.5).
    (
        "verification",
        &["unsent", "sending", "sent", "checking", "verified"],
    ),
    // `extra.matrix_question_type` of a matrix that is shown (section 3.4).
    ("matrix", &["conjoint", "maxdiff", "other"]),
    // What a feedback says beside the answers (sections 3.3 and 3.5).
    (
        "customer",
        &[
            "email",
            "name",
            "phone_number",
            "gender",
            "birth_year",
            "external_id",
            "schema",
            "custom_attributes",
        ],
    ),
    (
        "feedback",
        &[
            "device_id",
            "created_at",
            "node_id",
            "flow_id",
            "language_id",
            "origin_url",
            "user_id",
            "created_offline",
            "time_spent_in_seconds",
            "responses",
            "customer",
            "attachment_ids",
        ],
    ),
    (
        "response item",
        &[
            "question_id",
            "option_id",
            "body",
            "ranking",
            "active_storage_blob_id",
            "hidePersonalData",
        ],
    ),
];

/// The styles that a visitor answers; `plain` and `link` ask for nothing, and chance answers `random`.
const ANSWERED: &[&str] = &[
    "age",
    "agreement",
    "checklist",
    "custom_score",
    "customer_schema",
    "datepicker",
    "dropdown",
    "dynamic_multiple_choice",
    "dynamic_multiple_value",
    "dynamic_request",
    "email",
    "external_id",
    "file",
    "gender",
    "matrix",
    "naming",
    "numeric",
    "phone_number",
    "phone_verification",
    "ces",
    "radio",
    "ranking",
    "score",
    "screenshot",
    "slider",
    "star",
    "text",
    "textarea",
];

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

    /// The fields of an object that are there.
    fn add_fields(&mut self, list: &str, object: &Value) {
        let fields = object.as_object().into_iter().flatten();
        for (name, _) in fields.filter(|(_, value)| !value.is_null()) {
            self.add(list, name);
        }
    }

    fn look_at(&mut self, conversation: &Value, flow: &Value) {
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
            self.look_at_page(&expected["view"]);
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
            self.add("operator", text(rule, "/operator"));
            if rule["statementId"].is_string() {
                self.add("operator", "option statement");
            }
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
            self.add("style shown", text(element, "/style"));
            self.add("verification", text(element, "/verification"));
            self.add("matrix", text(element, "/matrixForm"));
        }
    }

    fn look_at_trigger(&mut self, trigger: &Value) {
        let words = |names: [&str; 2]| names.map(|name| text(trigger, name)).join(" ");
        self.add("trigger", words(["/controlType", "/ruleType"]).trim());
        self.add("trigger on", words(["/scope", "/action"]).trim());
    }
}

/// Styles by question id, and by the ids of a matrix's statements.
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
