//! The body of a submission. See docs/engine.md#payload.

use super::answered_flow::AnsweredFlow;
use super::customer::build_customer;
use super::model::Session;
use super::verification::Verification;
use crate::feedback::{Feedback, ResponseItem};
use crate::time::rfc3339;

/// Builds the feedback from the answers so far.
pub(super) fn build_feedback(session: &Session) -> Feedback {
    let Session {
        context,
        answered,
        clock,
        ..
    } = session;
    let responses = build_responses(answered);
    let now = context.now + clock.now();
    Feedback {
        device_id: context.device_id.clone(),
        created_at: rfc3339(now),
        node_id: context.node.id.clone(),
        flow_id: answered.flow().id.as_ref().into(),
        flow_revision: answered.flow().revision,
        user_id: context.user_id.clone(),
        widget_code: context.widget_code.clone(),
        origin_url: context.origin_url.clone(),
        language_id: session
            .current_language()
            .map(|language| language.id.as_ref().into()),
        created_offline: session.is_offline,
        time_spent_in_seconds: whole_seconds(clock.visitor_time()),
        attachment_ids: responses
            .iter()
            .filter_map(|item| item.active_storage_blob_id.clone())
            .collect(),
        customer: build_customer(answered, &context.customer, now),
        responses,
        scores: answered.add_up().by_key(),
    }
}

/// Builds the response items of the valid answers that count, in order of the path, then of the page.
pub(crate) fn build_responses(answered: &AnsweredFlow) -> Vec<ResponseItem> {
    let mut responses = Vec::new();
    for (at, question) in answered.questions_on_path() {
        if let Some(answer) = answered.counted_answer(at)
            && answered.validate(at, question).is_none()
        {
            let mut items = question.build_items(answer, answered.platform());
            if let Some(first) = items.first_mut() {
                first.binding_id = answered.records().look_up(at).binding_id().map(Into::into);
            }
            if let Verification::Verified { proof } = answered.records().verification(at) {
                let with_proof =
                    |item: &mut ResponseItem| item.verification_token = Some(proof.as_ref().into());
                items.iter_mut().for_each(with_proof);
            }
            responses.extend(items);
        }
    }
    responses
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, which is what is wanted"
)]
fn whole_seconds(milliseconds: f64) -> u32 {
    (milliseconds / 1000.0) as u32
}
