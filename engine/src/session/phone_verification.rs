//! Phone verification: sending a code and checking it. See docs/engine.md#phone-verification.

use super::answered_flow::{AnsweredFlow, question_by_id};
use super::request_ids::RequestIds;
use super::verification::Verification;
use super::{FlowEffect, RequestResult};
use crate::answer::Answer;
use crate::contact_text::contact_text;
use crate::message::{Message, MessageKey};
use crate::position::ElementIx;

/// Requests a code, or another one.
pub(super) fn send_code(
    answered: &mut AnsweredFlow,
    question_id: &str,
    requests: &mut RequestIds,
    effects: &mut Vec<FlowEffect>,
) {
    let flow = answered.flow().clone();
    let Some((at, element, question)) = question_by_id(&flow, question_id) else {
        return;
    };
    if !question.requires_verification() || !answered.is_on_page(element) || !answered.is_visible(element) {
        return;
    }
    let previous = match answered.records().verification(at) {
        Verification::Unsent => None,
        Verification::Sent { id } => Some(id.clone()),
        _ => return,
    };
    let address = match answered.counted_answer(at) {
        Some(answer @ Answer::Phone(phone)) if question.validate(Some(answer), 0).is_none() => {
            contact_text(phone).into()
        }
        _ => {
            let message = Some(MessageKey::InvalidPhone.into());
            return answered.records_mut().set_message(at, message);
        }
    };
    let request = requests.next();
    set(answered, at, Verification::Sending { request, previous }, None);
    effects.push(FlowEffect::SendCode {
        request_id: request.number(),
        question_id: question_id.into(),
        address,
    });
}

/// Ends the sending of a code, which `body.id` names if it was sent.
pub(super) fn finish_sending(answered: &mut AnsweredFlow, question_id: &str, result: &RequestResult) {
    let Some(at) = answered.flow().element_of_question(question_id) else {
        return;
    };
    let Verification::Sending { request, previous } = answered.records().verification(at) else {
        return;
    };
    if !request.matches(result.request_id) {
        return;
    }
    let before = match previous {
        Some(id) => Verification::Sent { id: id.clone() },
        None => Verification::Unsent,
    };
    let RequestResult { status, body, .. } = result;
    match (status, body.id.as_deref()) {
        (200, Some(id)) => set(answered, at, Verification::Sent { id: id.into() }, None),
        (429, _) => set(answered, at, before, Some(MessageKey::TooManyCodes.into())),
        (422, _) if body.code.as_deref() == Some(MessageKey::PhoneCountry.name()) => {
            set(answered, at, before, Some(MessageKey::PhoneCountry.into()));
        }
        _ => set(answered, at, before, Some(MessageKey::SystemError.into())),
    }
    answered
        .records_mut()
        .set_resend_pause(at, body.resend_after_in_seconds);
}

/// Requests a check of the code that the visitor typed.
pub(super) fn verify_code(
    answered: &mut AnsweredFlow,
    question_id: &str,
    code: &str,
    requests: &mut RequestIds,
    effects: &mut Vec<FlowEffect>,
) {
    let flow = answered.flow().clone();
    let Some((at, element, question)) = question_by_id(&flow, question_id) else {
        return;
    };
    if !question.requires_verification() || !answered.is_on_page(element) || !answered.is_visible(element) {
        return;
    }
    let Verification::Sent { id } = answered.records().verification(at).clone() else {
        return;
    };
    let token = code.trim();
    if token.is_empty() {
        let message = Some(MessageKey::Required.into());
        return answered.records_mut().set_message(at, message);
    }
    let request = requests.next();
    let checking = Verification::Checking {
        request,
        id: id.clone(),
    };
    set(answered, at, checking, None);
    effects.push(FlowEffect::VerifyCode {
        request_id: request.number(),
        question_id: question_id.into(),
        verification_id: id,
        token: token.into(),
    });
}

/// Ends the check of a code. `body.token` is the proof if the code was right.
pub(super) fn finish_checking(answered: &mut AnsweredFlow, question_id: &str, result: &RequestResult) {
    let Some(at) = answered.flow().element_of_question(question_id) else {
        return;
    };
    let Verification::Checking { request, id } = answered.records().verification(at) else {
        return;
    };
    if !request.matches(result.request_id) {
        return;
    }
    let sent = Verification::Sent { id: id.clone() };
    let RequestResult { status, body, .. } = result;
    match (status, body.token.clone()) {
        (200, Some(proof)) => set(answered, at, Verification::Verified { proof }, None),
        // Malformed or not the one that was sent. No other failure says anything about the code.
        (400 | 422, _) => set(answered, at, sent, Some(wrong_code(body.tries_left))),
        (404 | 410, _) => set(answered, at, sent, Some(MessageKey::CodeExpired.into())),
        _ => set(answered, at, sent, Some(MessageKey::SystemError.into())),
    }
}

fn wrong_code(tries_left: Option<u32>) -> Message {
    match tries_left {
        Some(0) => MessageKey::CodeExpired.into(),
        Some(tries) => Message::with(MessageKey::WrongCode, &[("triesLeft", tries.into())]),
        None => MessageKey::WrongCode.into(),
    }
}

fn set(answered: &mut AnsweredFlow, at: ElementIx, verification: Verification, message: Option<Message>) {
    let records = answered.records_mut();
    records.set_verification(at, verification);
    records.set_message(at, message);
}
