//! `score`: a whole number on a scale, 0 to 10 unless the question says otherwise.

use super::{Behaviour, Misfit, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::{Platform, parse_number};

/// The scale of a score that names no bounds (`wire.md`, Answer).
pub(crate) const SCORE_BOUNDS: (f64, f64) = (0.0, 10.0);

pub(super) struct Score;

impl Behaviour for Score {
    fn accept(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input
            .number
            .filter(|number| number.is_finite())
            .map(Answer::Number)
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Number(number) = *answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        let (min, max) = (
            question.min.unwrap_or(SCORE_BOUNDS.0),
            question.max.unwrap_or(SCORE_BOUNDS.1),
        );
        if number < min || number > max {
            return Some(Message::with(
                MessageKey::ValueBetween,
                &[("min", min), ("max", max)],
            ));
        }
        (number.trunc() != number).then(|| MessageKey::InvalidAnswer.into())
    }

    fn build_items(
        &self,
        question: &Question,
        answer: &Answer,
        platform: &dyn Platform,
    ) -> Vec<ResponseItem> {
        let Answer::Number(number) = answer else {
            return Vec::new();
        };
        let body = platform.text_from(*number);
        let option = question.option_with_key(&body).and_then(|at| question.option(at));
        let option_id = option.map(|option| option.id.as_ref().into());
        vec![ResponseItem {
            option_id,
            body: Some(body),
            ..ResponseItem::default()
        }]
    }

    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> Result<AnswerInput, (usize, Misfit)> {
        let [item] = items else {
            return Err((1, Misfit::InvalidAnswer));
        };
        let option = match item.option_id.as_deref() {
            None => None,
            Some(id) => {
                let at = question.option_with_id(id).ok_or((0, Misfit::UnknownOption))?;
                question.option(at)
            }
        };
        let text = item.body.as_deref().or(option.map(|option| &*option.key));
        let number = text
            .and_then(|text| parse_number(text, platform))
            .ok_or((0, Misfit::InvalidAnswer))?;
        match option {
            Some(option) if *option.key != *platform.text_from(number) => Err((0, Misfit::InvalidAnswer)),
            _ => Ok(AnswerInput::number(number)),
        }
    }
}
