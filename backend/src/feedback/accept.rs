//! Checks a submission against the flow revision that it names, and makes it ready to be stored.

use super::chat_token::FIRST_EPOCH;
use super::fault::Fault;
use super::submission::Submission;
use crate::flows::LoadedFlow;
use crate::records::Node;
use crate::store::{NewFeedback, Status};
use crate::time::now;
use engine::{ResponseItem, StateStyle, check_submission, mask};
use serde_json::Value;
use std::borrow::Cow;

/// How many faults are named at most. No visitor makes as many, and a body of a megabyte could hold 25,000.
const MAX_FAULTS: usize = 100;

/// Checks a submission by the engine's rules; `id` becomes the feedback's.
///
/// # Errors
/// Each answer that a visitor of this flow could not have given, and each that is missing.
pub(crate) fn check(
    submission: Submission,
    node: &Node,
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
    if !check.refusals.is_empty() {
        return Err(check
            .refusals
            .into_iter()
            .take(MAX_FAULTS)
            .map(Fault::from)
            .collect());
    }
    let opens_chat = check.end == Some(StateStyle::Chat);
    let mut masked = Vec::new();
    let responses: Vec<ResponseItem> = feedback
        .responses
        .into_iter()
        .map(|item| mask_flagged(item, flow, &mut masked))
        .collect();
    let customer = customer.map(|mut customer| {
        mask_again(&mut customer, &masked);
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
    masked: &mut Vec<(String, String)>,
) -> ResponseItem {
    let element = flow.flow.element_of_response(&item.question_id);
    let question = element.and_then(|at| flow.flow.element(at)?.question.as_deref());
    item.hide_personal_data = question.is_none_or(|question| question.hide_personal_data);
    if item.hide_personal_data
        && let Some(body) = &mut item.body
        && let Cow::Owned(hidden) = mask(body)
    {
        masked.push((std::mem::replace(body, hidden.clone()), hidden));
    }
    item
}

/// The same answers stand in the customer: there they are masked too.
fn mask_again(value: &mut Value, masked: &[(String, String)]) {
    match value {
        Value::String(text) => {
            if let Some((_, hidden)) = masked.iter().find(|(open, _)| open == text) {
                text.clone_from(hidden);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| mask_again(value, masked)),
        Value::Object(members) => members.values_mut().for_each(|value| mask_again(value, masked)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
