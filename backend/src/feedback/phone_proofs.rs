//! The proofs that a submission carries for phone numbers that have to be verified (docs/api.md#proof-of-a-number).

use crate::phone_verification::{PhoneKeys, VerifiedNumber};
use base::input::fault::{Fault, FaultKey, Faults};
use base::time::Millis;
use engine::{Feedback, Flow, ResponseItem};
use std::collections::BTreeSet;

/// Checks the proof of each phone number that the flow has verified, and takes it out of the response item: nobody reads it
/// again. Returns the ids of these questions.
///
/// # Errors
/// Each number without a valid proof.
pub(super) fn take_proofs(
    feedback: &mut Feedback,
    flow: &Flow,
    keys: &PhoneKeys,
    now: Millis,
) -> Result<BTreeSet<String>, Faults> {
    let mut verified = BTreeSet::new();
    let mut faults = Faults::default();
    for (at, item) in feedback.responses.iter_mut().enumerate() {
        let proof = item.verification_token.take().unwrap_or_default();
        let Some(address) = number_to_verify(item, flow) else {
            continue;
        };
        let number = VerifiedNumber {
            address,
            device_id: &feedback.device_id,
            node_id: &feedback.node_id,
            question_id: &item.question_id,
        };
        if keys.is_proof(&proof, &number, now) {
            verified.insert(item.question_id.clone());
        } else {
            faults.push(unverified(at, &item.question_id));
        }
    }
    faults.into_result()?;
    Ok(verified)
}

/// Returns the phone number of an item if the flow has it verified. An item without a number answers nothing.
fn number_to_verify<'a>(item: &'a ResponseItem, flow: &Flow) -> Option<&'a str> {
    let question = flow.question(&item.question_id)?;
    let number = item.body.as_deref().map(str::trim)?;
    (question.requires_verification() && !number.is_empty()).then_some(number)
}

fn unverified(at: usize, question_id: &str) -> Fault {
    let detail = "the proof that the number was verified for this device, node and question is missing, wrong or too old";
    Fault {
        question_id: Some(question_id.to_owned()),
        ..Fault::at(
            &format!("/responses/{at}/verification_token"),
            FaultKey::UnverifiedPhone,
            detail,
        )
    }
}
