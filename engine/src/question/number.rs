//! `numeric`, `age`, `slider`, `score`, `star`, `ces`, `custom_score`: a number, within bounds.

use super::{Behavior, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;

/// How far from a multiple of `step` a number may lie, in steps: sums of decimal fractions are never exact.
const STEP_TOLERANCE: f64 = 1e-9;

/// How far it may lie for each step that number and lower end are from zero: both are rounded to what an `f64` holds.
const STEP_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A family of styles whose answer is a number.
pub(super) struct Number {
    /// What bounds the number, and which message says so.
    bounds: Bounds,
    /// Whether only whole numbers count.
    whole: bool,
    /// Whether the numbers are buttons; else they are typed or slid to.
    picked: bool,
}

/// Where a number's bounds come from.
enum Bounds {
    /// `lowerLimit` and `upperLimit`, each of which may be missing; else this lower one.
    Limits { lower: Option<f64> },
    /// `min` and `max`: the two ends of a scale, with these defaults.
    Scale { min: f64, max: f64 },
    /// `min` and `max`, without defaults.
    OpenScale,
}

impl Number {
    pub(super) const NUMERIC: Self = Self {
        bounds: Bounds::Limits { lower: None },
        whole: false,
        picked: false,
    };

    pub(super) const AGE: Self = Self {
        bounds: Bounds::Limits { lower: Some(0.0) },
        whole: true,
        picked: false,
    };

    pub(super) const SLIDER: Self = Self {
        bounds: Bounds::Scale { min: 0.0, max: 100.0 },
        whole: false,
        picked: false,
    };

    pub(super) const SCORE: Self = Self::buttons(0.0, 10.0);
    pub(super) const STAR: Self = Self::buttons(1.0, 5.0);
    pub(super) const CES: Self = Self::buttons(1.0, 7.0);

    pub(super) const CUSTOM_SCORE: Self = Self {
        bounds: Bounds::OpenScale,
        whole: false,
        picked: true,
    };

    const fn buttons(min: f64, max: f64) -> Self {
        Self {
            bounds: Bounds::Scale { min, max },
            whole: true,
            picked: true,
        }
    }

    fn validate_bounds(&self, question: &Question, number: f64) -> Option<Message> {
        let (low, high) = self.scale(question);
        if low.is_none_or(|low| number >= low) && high.is_none_or(|high| number <= high) {
            return None;
        }
        let params = |names: [&'static str; 2]| {
            let [low_name, high_name] = names;
            let low = low.map(|low| (low_name, low));
            low.into_iter()
                .chain(high.map(|high| (high_name, high)))
                .collect::<Vec<_>>()
        };
        Some(match (&self.bounds, low, high) {
            (Bounds::Limits { .. }, Some(_), Some(_)) => {
                Message::with(MessageKey::NumberBetween, &params(["lowerlimit", "upperlimit"]))
            }
            (_, Some(_), None) => Message::with(MessageKey::NumberMin, &params(["lowerlimit", ""])),
            (_, None, Some(_)) => Message::with(MessageKey::NumberMax, &params(["", "upperlimit"])),
            _ => Message::with(MessageKey::ValueBetween, &params(["min", "max"])),
        })
    }
}

impl Behavior for Number {
    fn scale(&self, question: &Question) -> (Option<f64>, Option<f64>) {
        match self.bounds {
            Bounds::Limits { lower } => (question.lower_limit.or(lower), question.upper_limit),
            Bounds::Scale { min, max } => (question.min.or(Some(min)), question.max.or(Some(max))),
            Bounds::OpenScale => (question.min, question.max),
        }
    }

    fn completes_on_selection(&self, _: &Question) -> bool {
        self.picked
    }

    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input
            .number
            .filter(|number| number.is_finite())
            .map(Answer::Number)
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Number(number) = *answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        let off_step = question.step.is_some_and(|step| {
            let low = self.scale(question).0.unwrap_or(0.0);
            let steps = (number - low) / step;
            let rounding = (number.abs() + low.abs()) / step * STEP_ROUNDING;
            (steps - steps.round()).abs() > rounding.max(STEP_TOLERANCE)
        });
        let misfit = off_step || (self.whole && number.trunc() != number);
        self.validate_bounds(question, number)
            .or(misfit.then(|| MessageKey::InvalidAnswer.into()))
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
        let body = platform.format_number(*number);
        let mut options = question.options.iter();
        let option = options.find(|option| option.has_key_equal_to(*number, platform));
        let option_id = option.map(|option| option.id.as_ref().into());
        vec![ResponseItem {
            option_id,
            body: Some(body),
            ..ResponseItem::default()
        }]
    }

    #[cfg(feature = "native")]
    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> super::ReadItemsResult {
        let [item] = items else {
            return Err((1, super::ResponseItemError::InvalidAnswer));
        };
        let option = match item.option_id.as_deref() {
            None => None,
            Some(id) => {
                let at = question
                    .option_with_id(id)
                    .ok_or((0, super::ResponseItemError::UnknownOption))?;
                question.option(at)
            }
        };
        let text = item.body.as_deref().or(option.map(|option| &*option.key));
        let number = text
            .and_then(|text| crate::platform::parse_number(text, platform))
            .ok_or((0, super::ResponseItemError::InvalidAnswer))?;
        match option {
            Some(option) if !option.has_key_equal_to(number, platform) => {
                Err((0, super::ResponseItemError::InvalidAnswer))
            }
            _ => Ok(AnswerInput::number(number)),
        }
    }
}
