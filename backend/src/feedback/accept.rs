//! Checks a submission against the flow revision that it names, and makes it ready to be stored.

use super::chat_token::FIRST_EPOCH;
use super::fault::Fault;
use super::submission::Submission;
use crate::flows::LoadedFlow;
use crate::masking::mask;
use crate::records::FeedbackNode;
use crate::store::{NewFeedback, Status};
use crate::time::now;
use engine::{Flow, ResponseItem, StateStyle, check_submission};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;

/// How many faults are named at most. No visitor makes as many, and a body of a megabyte could hold 25,000.
const MAX_FAULTS: usize = 100;

/// Checks a submission by the engine's rules; `id` becomes the feedback's.
///
/// # Errors
/// Each answer that a visitor of this flow could not have given, and each that is missing.
pub(crate) fn check(
    submission: Submission,
    node: &FeedbackNode,
    flow: &LoadedFlow,
    id: String,
) -> Result<NewFeedback, Vec<Fault>> {
    let Submission {
        feedback,
        customer,
        created_at,
        status,
        continues,
        key,
        tracking,
    } = submission;
    let partial = status == Status::Partial;
    let check = check_submission(&flow.flow, &feedback.responses, partial, engine::native());
    if !check.errors.is_empty() {
        return Err(check
            .errors
            .into_iter()
            .take(MAX_FAULTS)
            .map(Fault::from)
            .collect());
    }
    let opens_chat = check.end == Some(StateStyle::Chat);
    let mut masked = HashMap::new();
    let responses: Vec<ResponseItem> = feedback
        .responses
        .into_iter()
        .map(|item| mask_flagged(item, flow, &mut masked))
        .collect();
    let customer = customer.map(|mut customer| {
        mask_again(&mut customer, &masked);
        mask_fields(&mut customer, &flow.flow);
        customer
    });
    Ok(NewFeedback {
        id,
        continues,
        key,
        once_within: node.once_within(),
        status,
        device_id: feedback.device_id,
        node_id: feedback.node_id,
        flow_id: feedback.flow_id,
        flow_revision: flow.revision,
        user_id: feedback.user_id,
        language_id: feedback.language_id,
        origin_url: feedback.origin_url,
        created_at,
        created_offline: feedback.created_offline,
        time_spent_in_seconds: feedback.time_spent_in_seconds,
        received_at: now(),
        responses: serde_json::json!(responses).to_string(),
        customer: customer.map(|customer| customer.to_string()),
        tracking: tracking.map(|tracking| tracking.to_string()),
        chat_epoch: opens_chat.then_some(FIRST_EPOCH),
    })
}

/// Flags an answer and masks the personal data in it, as the stored flow says, not as the client does. What was hidden
/// is added to `masked`, with what stands in its place. An id that no question has counts as personal: hiding too much
/// can be undone, showing too much cannot.
fn mask_flagged(
    mut item: ResponseItem,
    flow: &LoadedFlow,
    masked: &mut HashMap<String, String>,
) -> ResponseItem {
    let element = flow.flow.element_of_response(&item.question_id);
    let question = element.and_then(|at| flow.flow.element(at)?.question.as_deref());
    item.hide_personal_data = question.is_none_or(|question| question.hide_personal_data);
    if item.hide_personal_data
        && let Some(body) = &mut item.body
        && let Some(hidden) = hidden(body)
    {
        masked.insert(std::mem::replace(body, hidden.clone()), hidden);
    }
    item
}

/// The same answers stand in the customer: there they are masked too.
fn mask_again(value: &mut Value, masked: &HashMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(hidden) = masked.get(text) {
                text.clone_from(hidden);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| mask_again(value, masked)),
        Value::Object(members) => members.values_mut().for_each(|value| mask_again(value, masked)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Masks the fields of the customer that a flagged question can fill. What was filled in while its question was hidden
/// stands there and nowhere else, so no answer tells what it is.
fn mask_fields(customer: &mut Value, flow: &Flow) {
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
            mask_whole(value);
        }
    }
}

/// Masks the personal data in all texts of a value. A number may be a telephone's or a card's, and becomes a text then.
fn mask_whole(value: &mut Value) {
    let hidden = match value {
        Value::String(text) => hidden(text),
        Value::Number(number) => hidden(&number.to_string()),
        Value::Array(values) => return values.iter_mut().for_each(mask_whole),
        Value::Object(members) => return members.values_mut().for_each(mask_whole),
        Value::Null | Value::Bool(_) => None,
    };
    if let Some(hidden) = hidden {
        *value = hidden.into();
    }
}

/// The text without the personal data in it, if there is any.
fn hidden(text: &str) -> Option<String> {
    match mask(text) {
        Cow::Owned(hidden) => Some(hidden),
        Cow::Borrowed(_) => None,
    }
}
