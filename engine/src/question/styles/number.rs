//! `numeric`, `age`, `slider`, `score`, `star`, `ces` and `custom_score`: a number within bounds.

use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

/// Tolerated distance from a multiple of `step`, in steps: sums of decimal fractions are not exact.
const STEP_TOLERANCE: f64 = 1e-9;

/// Additional tolerance for each step that the number and the lower bound are away from zero: both are rounded to `f64`.
const STEP_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A number that shows how a language writes thousands and fractions.
const EXAMPLE: f64 = 1234.5;

/// A number where only whole ones are valid.
const WHOLE_EXAMPLE: f64 = 42.0;

/// The styles whose answer is a number.
pub(super) struct Number {
    bounds: Bounds,
    /// Whether only whole numbers are valid; with `halves`, unless the question has a `step`.
    whole: bool,
    halves: bool,
    /// Whether each number is drawn as a button, instead of an input or a slider.
    has_buttons: bool,
}

/// The fields of the question that bound the number. They also decide which message a violation gets.
enum Bounds {
    /// `lowerLimit`, with this default, and `upperLimit`; both may be absent.
    Limits { lower: Option<f64> },
    /// `min` and `max`, with these defaults.
    Scale { min: f64, max: f64 },
    /// `min` and `max`, without defaults.
    OpenScale,
}

impl Number {
    pub(super) const NUMERIC: Self = Self {
        bounds: Bounds::Limits { lower: None },
        whole: false,
        halves: false,
        has_buttons: false,
    };

    pub(super) const AGE: Self = Self {
        bounds: Bounds::Limits { lower: Some(0.0) },
        whole: true,
        halves: false,
        has_buttons: false,
    };

    pub(super) const SLIDER: Self = Self {
        bounds: Bounds::Scale { min: 0.0, max: 100.0 },
        whole: false,
        halves: false,
        has_buttons: false,
    };

    pub(super) const SCORE: Self = Self::buttons(0.0, 10.0);
    pub(super) const STAR: Self = Self {
        halves: true,
        ..Self::buttons(1.0, 5.0)
    };
    pub(super) const CES: Self = Self::buttons(1.0, 7.0);

    pub(super) const CUSTOM_SCORE: Self = Self {
        bounds: Bounds::OpenScale,
        whole: false,
        halves: false,
        has_buttons: true,
    };

    const fn buttons(min: f64, max: f64) -> Self {
        Self {
            bounds: Bounds::Scale { min, max },
            whole: true,
            halves: false,
            has_buttons: true,
        }
    }

    /// Returns whether the number may be typed.
    fn is_typed(&self) -> bool {
        !matches!(self.bounds, Bounds::Scale { .. })
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
}

#[cfg(feature = "session")]
impl AnswerBehavior for Number {
    fn completes_on_selection(&self, _: &Question) -> bool {
        self.has_buttons
    }

    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        if let Some(number) = input.number {
            return number.is_finite().then_some(Answer::Number(number));
        }
        // What comes from elsewhere is read in every way, and is then no answer. What a visitor typed stays in the field.
        let is_typed = self.is_typed() && input.date.is_none();
        let text = input.text.as_deref().filter(|_| is_typed);
        text.map(|text| Answer::Text(text.into()))
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Number(number) = *answer else {
            let example = if self.whole { WHOLE_EXAMPLE } else { EXAMPLE };
            return Some(Message::with(MessageKey::InvalidNumber, &[("example", example)]));
        };
        let is_off_step = question.step.is_some_and(|step| {
            let low = self.scale(question).0.unwrap_or(0.0);
            let steps = (number - low) / step;
            let rounding = (number.abs() + low.abs()) / step * STEP_ROUNDING;
            (steps - steps.round()).abs() > rounding.max(STEP_TOLERANCE)
        });
        let is_whole = self.whole && !(self.halves && question.step.is_some());
        let is_invalid = is_off_step || (is_whole && number.trunc() != number);
        self.validate_bounds(question, number)
            .or(is_invalid.then(|| MessageKey::InvalidAnswer.into()))
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
}
