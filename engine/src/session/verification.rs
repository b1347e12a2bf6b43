//! Proving a telephone number: send a code, wait, check it, try again (specification, section 5).

use super::answers::{asked, with_question};
use super::{FlowEffect, Session};
use crate::answer::Answer;
use crate::message::MessageKey;
use crate::position::ElementIx;

/// How far the proof of one number has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Verification {
    /// No code has been asked for.
    #[default]
    Unsent,
    /// The code is being sent; the one that the visitor has, if any, counts until then.
    Sending { earlier: Option<Box<str>> },
    /// The number has changed while the network was asked about the one before: its answer has to pass first.
    Abandoned,
    /// The code is with the visitor; another one can be asked for.
    Sent { id: Box<str> },
    /// What the visitor typed is being checked.
    Checking { id: Box<str> },
    /// The number is the visitor's.
    Verified,
}

impl Session {
    /// The visitor wants a code, or another one.
    pub(super) fn send_code(&mut self, question_id: &str, effects: &mut Vec<FlowEffect>) {
        let Some(at) = self.verified_question(question_id) else {
            return;
        };
        let earlier = match self.verification(at) {
            Verification::Unsent => None,
            Verification::Sent { id } => Some(id.clone()),
            _ => return,
        };
        if self.context.preview {
            return;
        }
        let flow = self.flow.clone();
        let Some((_, question)) = with_question(&flow, at) else {
            return;
        };
        let address = match self.counted_answer(at) {
            Some(answer @ Answer::Phone(phone)) if question.validate(Some(answer), 0).is_none() => {
                phone.trim().into()
            }
            _ => return self.set_message(at, Some(MessageKey::InvalidPhone.into())),
        };
        self.set_message(at, None);
        self.set_verification(at, Verification::Sending { earlier });
        effects.push(FlowEffect::SendCode {
            question_id: question_id.into(),
            address,
        });
    }

    /// The server has sent the code, or could not.
    pub(super) fn code_sent(&mut self, question_id: &str, status: u32, id: Option<&str>) {
        let Some(at) = self.asked_about(question_id) else {
            return;
        };
        let Verification::Sending { earlier } = self.verification(at).clone() else {
            return;
        };
        match id {
            Some(id) if status == 200 => {
                self.set_message(at, None);
                self.set_verification(at, Verification::Sent { id: id.into() });
            }
            _ => {
                let before = earlier.map_or(Verification::Unsent, |id| Verification::Sent { id });
                self.set_verification(at, before);
                self.set_message(at, Some(MessageKey::SystemError.into()));
            }
        }
    }

    /// The visitor has typed the code. It must be there to be checked.
    pub(super) fn verify_code(
        &mut self,
        question_id: &str,
        code: Option<&str>,
        effects: &mut Vec<FlowEffect>,
    ) {
        let Some(at) = self.verified_question(question_id) else {
            return;
        };
        let Verification::Sent { id } = self.verification(at).clone() else {
            return;
        };
        let Some(token) = code.map(str::trim).filter(|code| !code.is_empty()) else {
            return self.set_message(at, Some(MessageKey::Required.into()));
        };
        self.set_message(at, None);
        self.set_verification(at, Verification::Checking { id: id.clone() });
        effects.push(FlowEffect::VerifyCode {
            question_id: question_id.into(),
            verification_id: id,
            token: token.into(),
        });
    }

    /// The code was right, wrong, or could not be checked.
    pub(super) fn code_verified(&mut self, question_id: &str, status: u32) {
        let Some(at) = self.asked_about(question_id) else {
            return;
        };
        let Verification::Checking { id } = self.verification(at).clone() else {
            return;
        };
        if status == 200 {
            self.set_message(at, None);
            return self.set_verification(at, Verification::Verified);
        }
        self.set_verification(at, Verification::Sent { id });
        let key = match status {
            // Refused, unknown, expired, not in order. Any other failure says nothing about the code.
            400 | 404 | 410 | 422 => MessageKey::WrongCode,
            _ => MessageKey::SystemError,
        };
        self.set_message(at, Some(key.into()));
    }

    /// What an unproven number lacks: the code, which must be present (specification, section 5).
    pub(super) fn verification_verdict(&self, at: ElementIx) -> Option<MessageKey> {
        (*self.verification(at) != Verification::Verified).then_some(MessageKey::Required)
    }

    /// The question that a result from the network is about, wherever the visitor is by now. A result about a number
    /// that has changed since only ends the waiting.
    fn asked_about(&mut self, question_id: &str) -> Option<ElementIx> {
        let at = self.flow.element_of_question(question_id)?;
        if *self.verification(at) == Verification::Abandoned {
            self.set_verification(at, Verification::Unsent);
        }
        Some(at)
    }

    fn verified_question(&self, question_id: &str) -> Option<ElementIx> {
        let (at, element, question) = asked(&self.flow, question_id)?;
        let fits = question.requires_verification() && self.is_on_page(element) && self.is_visible(element);
        fits.then_some(at)
    }
}
