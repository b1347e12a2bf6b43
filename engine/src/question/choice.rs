//! `radio`, `checklist` and their like: one or several of the options.

use super::{Behaviour, Question, random};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;

/// A family of styles whose answer is selected options.
pub(super) struct Choice {
    /// Whether several options may be selected by the style's nature; `isMultiSelect` allows it for any style.
    many: bool,
    /// Whether the session's seed selects, and nobody is asked.
    by_chance: bool,
}

impl Choice {
    pub(super) const ONE: Self = Self {
        many: false,
        by_chance: false,
    };

    pub(super) const MANY: Self = Self {
        many: true,
        ..Self::ONE
    };

    pub(super) const BY_CHANCE: Self = Self {
        by_chance: true,
        ..Self::ONE
    };
}

impl Behaviour for Choice {
    fn accept(&self, question: &Question, input: &AnswerInput, before: Option<&Answer>) -> Option<Answer> {
        let mut options = Vec::new();
        for id in input.option_ids.as_deref()? {
            let at = question.option_with_id(id)?;
            if let Err(place) = options.binary_search(&at) {
                options.insert(place, at);
            }
        }
        keep_exclusive(question, &mut options, before);
        Some(Answer::Options(options))
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Options(options) = answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        let count = options.len();
        if count > 1 && !self.takes_many(question) {
            return Some(MessageKey::InvalidAnswer.into());
        }
        let max = question.max_selection.filter(|max| count > *max as usize)?;
        Some(Message::with(
            MessageKey::MaxSelection,
            &[("maxSelectionCount", f64::from(max))],
        ))
    }

    /// An exclusive option says as much as any number of others.
    fn validate_amount(&self, question: &Question, answer: &Answer, offered: usize) -> Option<Message> {
        let Answer::Options(options) = answer else {
            return None;
        };
        let offered = u32::try_from(offered).unwrap_or(u32::MAX);
        let min = question.min_selection?.min(offered);
        let is_enough = options.len() >= min as usize || options.iter().any(|at| is_exclusive(question, *at));
        (!is_enough)
            .then(|| Message::with(MessageKey::MinSelection, &[("minSelectionCount", f64::from(min))]))
    }

    fn offers(&self, _: &Question, offered: usize) -> bool {
        offered > 0
    }

    fn is_complete_by_a_pick(&self, question: &Question) -> bool {
        !self.takes_many(question)
    }

    fn asks(&self) -> bool {
        !self.by_chance
    }

    fn choose_at_random(&self, question: &Question, seed: u32) -> Option<Answer> {
        if self.by_chance {
            random::choose(question, seed)
        } else {
            None
        }
    }

    #[cfg(feature = "native")]
    fn needs_options(&self) -> bool {
        true
    }

    fn takes_many(&self, question: &Question) -> bool {
        self.many || question.multi_select
    }

    fn build_items(&self, question: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Options(options) = answer else {
            return Vec::new();
        };
        let item = |at: &u32| {
            let id = question.option(*at)?.id.as_ref().into();
            Some(ResponseItem {
                option_id: Some(id),
                ..ResponseItem::default()
            })
        };
        options.iter().filter_map(item).collect()
    }

    #[cfg(feature = "native")]
    fn read_items(&self, question: &Question, items: &[&ResponseItem], _: &dyn Platform) -> super::ReadItems {
        let mut ids = std::collections::BTreeMap::new();
        for (at, item) in items.iter().enumerate() {
            let (option, id) = super::items::option_of(item, at, |id| question.option_with_id(id))?;
            if ids.insert(option, id).is_some() {
                return Err((at, super::Misfit::InvalidAnswer));
            }
        }
        let input = AnswerInput::options(ids.into_values());
        match self.accept(question, &input, None) {
            // An exclusive option beside others: no visitor can have selected that.
            Some(Answer::Options(kept)) if kept.len() < items.len() => Err((0, super::Misfit::InvalidAnswer)),
            _ => Ok(input),
        }
    }
}

fn is_exclusive(question: &Question, at: u32) -> bool {
    question.option(at).is_some_and(|option| option.exclusive)
}

/// An exclusive option stands alone: newly selected it deselects the others, and any other deselects it.
fn keep_exclusive(question: &Question, options: &mut Vec<u32>, before: Option<&Answer>) {
    let is_exclusive = |at: u32| is_exclusive(question, at);
    if options.len() < 2 || !options.iter().any(|at| is_exclusive(*at)) {
        return;
    }
    let was_selected = |at: u32| matches!(before, Some(Answer::Options(before)) if before.contains(&at));
    match options
        .iter()
        .copied()
        .find(|at| is_exclusive(*at) && !was_selected(*at))
    {
        Some(newest) => *options = vec![newest],
        None => options.retain(|at| !is_exclusive(*at)),
    }
}
