//! Random questions of every style.

use super::pick;
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
    "hidden_field",
];
/// Styles that can have options.
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
/// Choices, one option of which may ask for a text.
const CHOICES: &[&str] = &[
    "radio",
    "checklist",
    "dropdown",
    "gender",
    "dynamic_multiple_value",
];
const SCHEMA_TYPES: &[&str] = &[
    "text",
    "textarea",
    "email",
    "numeric",
    "datepicker",
    "phone_number",
    "agreement",
];
/// Keys of the options of every question; the last option may be exclusive.
pub(super) const KEYS: &[&str] = &["a", "b", "7"];

/// The targets that triggers may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Triggers {
    /// Any element, so that triggers may form circles.
    Any,
    /// Only elements that follow in the document, so that there is no circle.
    Forward,
}

/// Builds an element with a random question.
pub(super) fn question_element(
    number: usize,
    [style, order, flags, bounds, options]: [u8; 5],
    triggers: Triggers,
) -> Value {
    // A random answer never changes, so circles of triggers around it would never settle.
    let style = match pick(STYLES, style) {
        // Many random questions, for chains of triggers that need no visitor.
        _ if triggers == Triggers::Forward && style >= 224 => "random",
        "random" if triggers == Triggers::Any => "radio",
        style => style,
    };
    let mut question = json!({
        "id": format!("q{number}"), "key": format!("k{number}"), "style": style,
        "body": {"en": format!("A question after {{{{k{}|nothing}}}}?", number.saturating_sub(1)), "tr": "Bir soru?"},
        "isRequired": flags % 4 == 3 && style != "hidden_field",
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
    if style == "agreement" {
        question["terms"] = json!({"en": "{{k0|You}} agree."});
    }
    if style == "customer_schema" && bounds % 2 == 1 {
        question["schemaType"] = json!(pick(SCHEMA_TYPES, bounds / 2));
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
                "isVisible": options >> at & 1 == 0, "isExclusive": at == 2 && options & 8 != 0,
                "asksForText": at == 1 && options & 16 != 0 && CHOICES.contains(&style)})
        };
        question["options"] = KEYS.iter().enumerate().map(option).collect();
    }
    json!({"id": format!("e{number}"), "type": "question", "order": order % 3,
        "isVisible": flags / 4 % 4 != 3, "question": question})
}
