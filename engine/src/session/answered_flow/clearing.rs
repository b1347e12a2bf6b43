//! Clearing the answers of what is hidden. See docs/engine.md#visibility.

use super::element_records::Origin;
use super::model::AnsweredFlow;
use super::questions::question_at;
use super::visibility::VisibilityChange;
use crate::answer::Answer;
use crate::flow::Flow;
use crate::position::ElementIx;
use crate::question::Question;
use crate::trigger::Target;

/// Which hidden answers are cleared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clearing {
    Everywhere,
    /// Pages off the path keep their answers, because the visitor may come back to them.
    OnPath,
}

impl AnsweredFlow {
    /// Clears the targets that became hidden.
    pub(super) fn clear_hidden(&mut self, flow: &Flow, changes: &[VisibilityChange], clearing: Clearing) {
        for change in changes.iter().filter(|change| change.was_visible) {
            let at = change.target.element();
            let is_on_path = flow
                .element(at)
                .is_some_and(|element| self.path.contains(element.state));
            if clearing == Clearing::Everywhere || is_on_path {
                self.clear_target(flow, change.target);
            }
        }
    }

    pub(super) fn clear_target(&mut self, flow: &Flow, target: Target) {
        match target {
            Target::Element(at) => self.clear_element(flow, at),
            Target::Option(at, option) => self.clear_option(flow, at, option),
        }
    }

    /// Clears a hidden element, unless its value was preset.
    pub(super) fn clear_element(&mut self, flow: &Flow, at: ElementIx) {
        self.records.set_message(at, None);
        self.records.discard_files(at);
        if self.records.answer(at).is_some() && !self.records.is_preset(at) {
            self.replace_and_revalidate(flow, at, None, Origin::Visitor);
        }
    }

    /// Removes a hidden option from the answer.
    pub(super) fn clear_option(&mut self, flow: &Flow, at: ElementIx, option: u32) {
        let Some((_, question)) = question_at(flow, at) else {
            return;
        };
        let answer = self.records.answer(at);
        let Some(rest) = answer.and_then(|answer| self.without_option(answer, question, option)) else {
            return;
        };
        let origin = if self.records.is_preset(at) {
            Origin::Preset { by_look_up: false }
        } else {
            Origin::Visitor
        };
        self.replace_and_revalidate(flow, at, Some(rest).filter(|rest| !rest.is_empty()), origin);
    }

    fn replace_and_revalidate(&mut self, flow: &Flow, at: ElementIx, answer: Option<Answer>, origin: Origin) {
        self.records.replace_answer(at, answer, origin);
        if let Some((_, question)) = question_at(flow, at) {
            self.revalidate(at, question);
        }
    }

    /// Returns the answer without an option that it selects.
    pub(super) fn without_option(&self, answer: &Answer, question: &Question, option: u32) -> Option<Answer> {
        match answer {
            Answer::Options(options, text) if options.contains(&option) => {
                let keeps_text = question.asking_option() != Some(option);
                let text = if keeps_text { text.clone() } else { Box::default() };
                Some(Answer::Options(without(options, option), text))
            }
            Answer::Ranking(ranking) if ranking.contains(&option) => {
                Some(Answer::Ranking(without(ranking, option)))
            }
            Answer::Matrix(cells) if answer.selects_option(option, question, self.platform) => {
                let stays = |(row, at): &(u32, u32)| *at != option || !question.uses_shared_options(*row);
                Some(Answer::Matrix(cells.iter().copied().filter(stays).collect()))
            }
            _ => None,
        }
    }
}

fn without(options: &[u32], removed: u32) -> Vec<u32> {
    options
        .iter()
        .copied()
        .filter(|option| *option != removed)
        .collect()
}
