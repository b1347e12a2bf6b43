//! `ranking`: all options, best first.

use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

pub(super) struct Ranking;

impl Behavior for Ranking {}

#[cfg(feature = "session")]
impl AnswerBehavior for Ranking {
    fn parse_answer(&self, question: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        let mut ranking = Vec::new();
        let mut is_ranked = vec![false; question.options.len()];
        for id in input.ranking.as_deref()? {
            let at = question.option_with_id(id)?;
            if std::mem::replace(is_ranked.get_mut(at as usize)?, true) {
                return None;
            }
            ranking.push(at);
        }
        Some(Answer::Ranking(ranking))
    }

    fn validate(&self, _: &Question, answer: &Answer) -> Option<Message> {
        (!matches!(answer, Answer::Ranking(_))).then(|| MessageKey::InvalidAnswer.into())
    }

    /// A ranking that leaves visible options out does not satisfy a required question.
    fn is_complete(&self, answer: &Answer, visible_options: usize) -> bool {
        matches!(answer, Answer::Ranking(ranking) if ranking.len() >= visible_options)
    }

    fn is_answerable(&self, _: &Question, visible_options: usize) -> bool {
        visible_options > 0
    }

    fn build_items(&self, question: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Ranking(ranking) = answer else {
            return Vec::new();
        };
        let item = |(place, at): (u32, &u32)| {
            let id = question.option(*at)?.id.as_ref().into();
            Some(ResponseItem {
                option_id: Some(id),
                ranking: Some(place),
                ..ResponseItem::default()
            })
        };
        (1..).zip(ranking).filter_map(item).collect()
    }
}
