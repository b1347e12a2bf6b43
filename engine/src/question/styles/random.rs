//! `random`: the session's seed selects an option, for example to form the groups of an experiment. Rules and response
//! items treat it like a selection by the visitor (docs/engine.md#random-questions).

use crate::answer::Answer;
use crate::chance::hash;
use crate::question::model::Question;

/// Selects one of the visible options by `seed`, independently for each question of a flow.
pub(super) fn select_option(question: &Question, seed: u32) -> Option<Answer> {
    let mut visible = (0..).zip(&question.options).filter(|(_, option)| option.visible);
    let count = u32::try_from(visible.clone().count()).ok()?;
    let hash = hash([&seed.to_le_bytes(), question.id.as_bytes()]);
    let place = (hash ^ (hash >> 15)).checked_rem(count)?;
    let (at, _) = visible.nth(place as usize)?;
    Some(Answer::Options(vec![at], "".into()))
}
