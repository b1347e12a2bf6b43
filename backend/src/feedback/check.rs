//! Checks a submission against the flow revision that it names.

use super::evidence::Evidence;
use super::personal_data::mask_personal_data;
use super::submission::Submission;
use crate::chat::FIRST_EPOCH;
use crate::flows::LoadedFlow;
use crate::http::fault::{Fault, Faults};
use crate::records::FeedbackNode;
use crate::store::{CheckedSubmission, FeedbackStatus, NewFeedback};
use crate::time::now;
use engine::{StateStyle, check_submission};

/// Checks that a visitor of the flow could have sent a submission, and prepares it for the store. `newest` is the newest
/// revision of the flow, if it is another one; `new_id` becomes the id of the feedback if it is a new one.
///
/// # Errors
/// Each answer that a visitor of this flow could not have given, each required answer that is missing, and attributes that
/// the host's server had to sign.
pub(crate) fn check(
    submission: Submission,
    node: &FeedbackNode,
    flow: &LoadedFlow,
    newest: Option<&LoadedFlow>,
    evidence: Evidence,
    new_id: String,
) -> Result<CheckedSubmission, Faults> {
    let Submission {
        feedback,
        customer,
        created_at,
        status,
        continues,
        key,
        tracking,
        signature: _,
    } = submission;
    let is_partial = status == FeedbackStatus::Partial;
    let check = check_submission(&flow.flow, &feedback.responses, is_partial, engine::native());
    let mut faults: Faults = check.errors.into_iter().map(Fault::from).collect();
    faults.leave_out(check.errors_left_out);
    faults.into_result()?;
    evidence.check_attributes(customer.as_ref())?;
    let opens_chat = check.end == Some(StateStyle::Chat);
    let received_at = now();
    let once_within = node.once_within().max(evidence.once_within());
    let proven = evidence.prove(customer, received_at);
    let newest = newest.map(|newest| &*newest.flow);
    let (responses, customer) = mask_personal_data(feedback.responses, proven.fields, &flow.flow, newest);
    Ok(CheckedSubmission {
        new_id,
        continues,
        key,
        once_within,
        quota: node.quota_at(received_at),
        feedback: NewFeedback {
            status,
            device_id: feedback.device_id,
            node_id: feedback.node_id,
            flow_id: feedback.flow_id,
            flow_revision: flow.revision,
            user_id: proven.user_id.or(feedback.user_id),
            language_id: feedback.language_id,
            origin_url: feedback.origin_url,
            created_at,
            created_offline: feedback.created_offline,
            time_spent_in_seconds: feedback.time_spent_in_seconds,
            received_at,
            responses: serde_json::json!(responses).to_string(),
            customer: customer.map(|customer| customer.to_string()),
            tracking: tracking.map(|tracking| tracking.to_string()),
            customer_verified: proven.is_verified,
            attributes_verified: proven.attributes_verified,
            verified_customer: proven.key,
            chat_epoch: opens_chat.then_some(FIRST_EPOCH),
        },
    })
}
