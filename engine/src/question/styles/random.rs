//! `random`: the session's seed selects an option, for example to form the groups of an experiment. Rules and response
//! items treat it like a selection by the visitor (docs/engine.md#random-questions).

use crate::answer::Answer;
use crate::question::model::Question;

/// Selects one of the visible options by `seed`, independently for each question of a flow.
pub(super) fn select_option(question: &Question, seed: u32) -> Option<Answer> {
    let mut visible = (0..).zip(&question.options).filter(|(_, option)| option.visible);
    let count = u32::try_from(visible.clone().count()).ok()?;
    // FNV-1a over the seed and the question's id: small, identical on every platform, and spread well enough.
    let bytes = seed.to_le_bytes().into_iter().chain(question.id.bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let place = (hash ^ (hash >> 15)).checked_rem(count)?;
    let (at, _) = visible.nth(place as usize)?;
    Some(Answer::Options(vec![at], "".into()))
}
