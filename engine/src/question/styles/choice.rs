//! `radio`, `checklist` and similar styles: one or several options.

use super::random;
use super::text::validate_length;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

/// The styles whose answer is a selection of options.
pub(super) struct Choice {
    /// Whether the style always allows several options; `isMultiSelect` allows them for any style.
    many: bool,
    /// Whether the session's seed selects instead of the visitor.
    is_random: bool,
}

impl Choice {
    pub(super) const ONE: Self = Self {
        many: false,
        is_random: false,
    };

    pub(super) const MANY: Self = Self {
        many: true,
        ..Self::ONE
    };

    pub(super) const RANDOM: Self = Self {
        is_random: true,
        ..Self::ONE
    };
}

impl Behavior for Choice {
    fn expects_answer(&self) -> bool {
        !self.is_random
    }

    fn allows_multiple(&self, question: &Question) -> bool {
        self.many || question.multi_select
    }
}

#[cfg(feature = "session")]
impl AnswerBehavior for Choice {
    fn parse_answer(
        &self,
        question: &Question,
        input: &AnswerInput,
        previous: Option<&Answer>,
    ) -> Option<Answer> {
        let mut options = Vec::new();
        for id in input.option_ids.as_deref()? {
            let at = question.option_with_id(id)?;
            if let Err(place) = options.binary_search(&at) {
                options.insert(place, at);
            }
        }
        apply_exclusive(question, &mut options, previous);
        Some(Answer::Options(
            options,
            input.other_text.as_deref().unwrap_or_default().into(),
        ))
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Options(options, text) = answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        let count = options.len();
        if count > 1 && !self.allows_multiple(question) {
            return Some(MessageKey::InvalidAnswer.into());
        }
        if let Some(max) = question.max_selection.filter(|max| count > *max as usize) {
            return Some(Message::with(
                MessageKey::MaxSelection,
                &[("maxSelectionCount", f64::from(max))],
            ));
        }
        find_asking(question, options)?;
        if text.trim().is_empty() {
            Some(MessageKey::Required.into())
        } else {
            validate_length(question, text)
        }
    }

    /// An exclusive option alone satisfies any minimum.
    fn validate_minimum(
        &self,
        question: &Question,
        answer: &Answer,
        visible_options: usize,
    ) -> Option<Message> {
        let Answer::Options(options, _) = answer else {
            return None;
        };
        let visible_options = u32::try_from(visible_options).unwrap_or(u32::MAX);
        let min = question.min_selection?.min(visible_options);
        let is_enough = options.len() >= min as usize || options.iter().any(|at| is_exclusive(question, *at));
        (!is_enough)
            .then(|| Message::with(MessageKey::MinSelection, &[("minSelectionCount", f64::from(min))]))
    }

    fn is_answerable(&self, _: &Question, visible_options: usize) -> bool {
        visible_options > 0
    }

    fn completes_on_selection(&self, question: &Question) -> bool {
        !self.allows_multiple(question) && question.asking_option().is_none()
    }

    fn random_answer(&self, question: &Question, seed: u32) -> Option<Answer> {
        if self.is_random {
            random::select_option(question, seed)
        } else {
            None
        }
    }

    fn build_items(&self, question: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Options(options, text) = answer else {
            return Vec::new();
        };
        let item = |at: &u32| {
            let option = question.option(*at)?;
            Some(ResponseItem {
                option_id: Some(option.id.as_ref().into()),
                body: option.asks_for_text.then(|| text.trim().into()),
                ..ResponseItem::default()
            })
        };
        options.iter().filter_map(item).collect()
    }
}

/// Returns the selected option that asks for a text.
fn find_asking(question: &Question, options: &[u32]) -> Option<u32> {
    question.asking_option().filter(|at| options.contains(at))
}

fn is_exclusive(question: &Question, at: u32) -> bool {
    question.option(at).is_some_and(|option| option.exclusive)
}

/// Enforces exclusive options: selecting one deselects all others, and selecting any other deselects it.
fn apply_exclusive(question: &Question, options: &mut Vec<u32>, previous: Option<&Answer>) {
    let is_exclusive = |at: u32| is_exclusive(question, at);
    if options.len() < 2 || !options.iter().any(|at| is_exclusive(*at)) {
        return;
    }
    let was_selected =
        |at: u32| matches!(previous, Some(Answer::Options(previous, _)) if previous.contains(&at));
    match options
        .iter()
        .copied()
        .find(|at| is_exclusive(*at) && !was_selected(*at))
    {
        Some(newest) => *options = vec![newest],
        None => options.retain(|at| !is_exclusive(*at)),
    }
}
