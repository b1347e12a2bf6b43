//! Masks personal data before it is stored. The stored flow decides what is personal, not the client (docs/masking.md).

use base::masking::mask;
use engine::{Flow, ResponseItem};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;

/// Masks the answers that the flow flags as personal, and the same data in the customer. `newest` is the newest revision of
/// the flow, if it is another one: what it flags is masked as well, because its author knows better by now.
pub(super) fn mask_personal_data(
    responses: Vec<ResponseItem>,
    customer: Option<Value>,
    flow: &Flow,
    newest: Option<&Flow>,
) -> (Vec<ResponseItem>, Option<Value>) {
    let mut masked = HashMap::new();
    let responses = responses
        .into_iter()
        .map(|item| mask_item(item, flow, newest, &mut masked))
        .collect();
    let customer = customer.map(|mut customer| {
        mask_known_texts(&mut customer, &masked);
        for flow in std::iter::once(flow).chain(newest) {
            mask_customer_fields(&mut customer, flow);
        }
        customer
    });
    (responses, customer)
}

/// Sets the flag of an answer and masks its personal data. Adds each masked text and its replacement to `masked`. An
/// unknown question counts as personal: masking too much can be corrected, showing too much cannot.
fn mask_item(
    mut item: ResponseItem,
    flow: &Flow,
    newest: Option<&Flow>,
    masked: &mut HashMap<String, String>,
) -> ResponseItem {
    let is_flagged = |flow: &Flow| {
        let question = flow
            .element(flow.element_of_response(&item.question_id)?)?
            .question
            .as_deref()?;
        Some(question.hide_personal_data)
    };
    item.hide_personal_data = is_flagged(flow).unwrap_or(true) || newest.and_then(is_flagged) == Some(true);
    if item.hide_personal_data
        && let Some(body) = &mut item.body
        && let Some(replacement) = masked_text(body)
    {
        masked.insert(std::mem::replace(body, replacement.clone()), replacement);
    }
    item
}

/// Replaces the masked answers where the customer repeats them.
fn mask_known_texts(value: &mut Value, masked: &HashMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(replacement) = masked.get(text) {
                text.clone_from(replacement);
            }
        }
        Value::Array(values) => values
            .iter_mut()
            .for_each(|value| mask_known_texts(value, masked)),
        Value::Object(members) => members
            .values_mut()
            .for_each(|value| mask_known_texts(value, masked)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Masks the customer's fields that flagged questions fill. They can hold the answer to a question that has been hidden
/// since, which is not among the responses.
fn mask_customer_fields(customer: &mut Value, flow: &Flow) {
    let questions = flow
        .elements
        .iter()
        .filter_map(|element| element.question.as_deref());
    let fields = questions
        .filter(|question| question.hide_personal_data)
        .filter_map(|question| question.customer_field_name());
    for (field, name) in fields {
        let value = customer.get_mut(field);
        let value = match name {
            Some(name) => value.and_then(|schema| schema.get_mut(name)),
            None => value,
        };
        if let Some(value) = value {
            mask_value(value);
        }
    }
}

/// Masks all texts of a value. A number that must be masked, such as that of a card, becomes a text.
pub(super) fn mask_value(value: &mut Value) {
    let replacement = match value {
        Value::String(text) => masked_text(text),
        Value::Number(number) => masked_text(&number.to_string()),
        Value::Array(values) => return values.iter_mut().for_each(mask_value),
        Value::Object(members) => return members.values_mut().for_each(mask_value),
        Value::Null | Value::Bool(_) => None,
    };
    if let Some(replacement) = replacement {
        *value = replacement.into();
    }
}

/// Returns the masked text; `None` if there is nothing to mask.
fn masked_text(text: &str) -> Option<String> {
    match mask(text) {
        Cow::Owned(masked) => Some(masked),
        Cow::Borrowed(_) => None,
    }
}
