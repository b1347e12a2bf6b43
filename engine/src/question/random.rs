//! `random`: the session's seed selects one of the options; rules and response items see it as selected. It makes
//! the groups of an experiment.

use super::Question;
use crate::answer::Answer;

/// The visible option that `seed` selects; each question of a flow gets a choice of its own.
pub(super) fn choose(question: &Question, seed: u32) -> Option<Answer> {
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
