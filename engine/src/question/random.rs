//! `random`: the session's seed selects one of the options; rules and response items see it as selected. It makes
//! the groups of an experiment.

use super::{Behaviour, Question, choice::Choice};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::Message;
use crate::platform::Platform;

pub(super) struct Random;

/// The one choice that a random question is, once it has been made.
const CHOSEN: Choice = Choice { many: false };

impl Behaviour for Random {
    fn accept(&self, question: &Question, input: &AnswerInput, before: Option<&Answer>) -> Option<Answer> {
        CHOSEN.accept(question, input, before)
    }

    fn asks(&self) -> bool {
        false
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        CHOSEN.validate(question, answer)
    }

    fn build_items(
        &self,
        question: &Question,
        answer: &Answer,
        platform: &dyn Platform,
    ) -> Vec<ResponseItem> {
        CHOSEN.build_items(question, answer, platform)
    }

    #[cfg(feature = "native")]
    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> super::ReadItems {
        CHOSEN.read_items(question, items, platform)
    }
}

/// The visible option that `seed` selects; each question of a flow gets a choice of its own.
pub(crate) fn choose(question: &Question, seed: u32) -> Option<Answer> {
    let mut offered = (0..).zip(&question.options).filter(|(_, option)| option.visible);
    let count = u32::try_from(offered.clone().count()).ok()?;
    // FNV-1a over the seed and the question's id: small, the same everywhere, and it spreads well enough for this.
    let bytes = seed.to_le_bytes().into_iter().chain(question.id.bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let place = (hash ^ (hash >> 15)).checked_rem(count)?;
    let (at, _) = offered.nth(place as usize)?;
    Some(Answer::Options(vec![at]))
}
