//! Taking in answers: the visitor's, those that are filled in, and those of chance.

use super::settling::{Clearing, Touched};
use super::{FlowEffect, Page, Progress, Session};
use crate::answer::{Answer, AnswerInput};
use crate::flow::{Element, Flow};
use crate::message::Message;
use crate::position::ElementIx;
use crate::question::Question;

impl Session {
    /// The visitor answered a question of the current page, or cleared it.
    pub(super) fn answered(
        &mut self,
        question_id: &str,
        input: Option<&AnswerInput>,
        effects: &mut Vec<FlowEffect>,
    ) {
        let flow = self.flow.clone();
        let Some((at, element, question)) = asked(&flow, question_id) else {
            return;
        };
        let answerable = self.page == Page::State(element.state)
            && !self.has_ended()
            && !matches!(self.progress, Progress::Submitting(_))
            && question.expects_answer()
            && self.is_visible(element);
        if !answerable {
            return;
        }
        let before = self.answer(at).cloned();
        let Some(touched) = self.set_answer(at, question, input, false) else {
            return;
        };
        self.first_response.get_or_insert(self.elapsed - self.began);
        self.judge_anew(at, question);
        if self.notice.take().is_some() {
            self.stale.status = true;
        }
        if self.answer(at) != before.as_ref() {
            self.scroll(at, element, &touched, effects);
        }
        self.save_partially(effects);
    }

    /// Stores an answer and settles what it shows and hides, or returns `None` where it does not belong to the
    /// question. A preset is not the visitor's own.
    pub(super) fn set_answer(
        &mut self,
        at: ElementIx,
        question: &Question,
        input: Option<&AnswerInput>,
        is_preset: bool,
    ) -> Option<Vec<Touched>> {
        let mut answer = match input {
            None => None,
            Some(input) => Some(question.parse_answer(input, self.answer(at))?),
        };
        if let Some(Answer::Options(options)) = &mut answer {
            options.retain(|option| self.is_option_visible(question, *option));
            if options.is_empty() {
                answer = None;
            }
        }
        match &mut answer {
            Some(Answer::Ranking(ranking)) => {
                ranking.retain(|option| self.is_option_visible(question, *option));
            }
            Some(Answer::Matrix(cells)) => {
                cells.retain(|(row, option)| self.is_cell_visible(question, *row, *option));
            }
            _ => {}
        }
        self.forget_extras(at);
        self.set_preset(at, is_preset && answer.is_some());
        self.store(at, answer);
        Some(self.settle(vec![at], Clearing::Everywhere))
    }

    pub(super) fn store(&mut self, at: ElementIx, answer: Option<Answer>) {
        if let Some(stored) = self.answers.get_mut(at.0 as usize) {
            *stored = answer;
            mark(&mut self.stale.changed, at);
        }
    }

    /// Says what is wrong with an element, or that nothing is.
    pub(super) fn set_message(&mut self, at: ElementIx, message: Option<Message>) {
        if let Some(stored) = self.messages.get_mut(at.0 as usize)
            && *stored != message
        {
            *stored = message;
            mark(&mut self.stale.changed, at);
        }
    }

    /// Says what is wrong with an answer now, where something was wrong.
    pub(super) fn judge_anew(&mut self, at: ElementIx, question: &Question) {
        if self.message(at).is_some() {
            let message = self.verdict(at, question);
            self.set_message(at, message);
        }
    }

    /// The element has to be shown whole again.
    pub(super) fn mark_shown(&mut self, at: ElementIx) {
        mark(&mut self.stale.shown, at);
    }

    /// Takes an answer back.
    pub(super) fn take_back(&mut self, at: ElementIx) {
        self.forget_extras(at);
        self.store(at, None);
        self.settle(vec![at], Clearing::Everywhere);
    }

    /// What is wrong with the answer to a question, if anything.
    pub(super) fn verdict(&self, at: ElementIx, question: &Question) -> Option<Message> {
        let verdict = question.validate(self.answer(at), self.offered(question));
        let unproven = question.requires_verification()
            && !self.checks_submission
            && !self.context.preview
            && self.counted_answer(at).is_some();
        verdict.or_else(|| {
            if unproven {
                self.verification_verdict(at).map(Into::into)
            } else {
                None
            }
        })
    }

    /// How many options are visible.
    fn offered(&self, question: &Question) -> usize {
        (0..)
            .zip(&question.options)
            .filter(|(at, _)| self.is_option_visible(question, *at))
            .count()
    }

    /// The seed makes the random choices, before the visitor sees anything.
    pub(super) fn choose_at_random(&mut self) {
        let flow = self.flow.clone();
        let mut chosen = Vec::new();
        for (at, element) in (0..).map(ElementIx).zip(&flow.elements) {
            let question = element.question.as_deref();
            if let Some(choice) = question.and_then(|question| question.random_answer(self.context.seed)) {
                self.store(at, Some(choice));
                self.set_preset(at, true);
                chosen.push(at);
            }
        }
        self.settle(chosen, Clearing::Everywhere);
    }

    /// The answer kept for an element, whether it counts now or not.
    pub(super) fn answer(&self, at: ElementIx) -> Option<&Answer> {
        self.answers.get(at.0 as usize)?.as_ref()
    }

    /// What is wrong with an element.
    pub(super) fn message(&self, at: ElementIx) -> Option<&Message> {
        self.messages.get(at.0 as usize)?.as_ref()
    }

    /// The answer that rules and payload see: given, not blank, visible and on the path.
    pub(super) fn counted_answer(&self, at: ElementIx) -> Option<&Answer> {
        let element = self.flow.element(at)?;
        let answer = self.answer(at).filter(|answer| !answer.is_empty())?;
        (self.is_on_path(element.state) && self.is_visible(element)).then_some(answer)
    }
}

/// An element that asks a question, with that question.
pub(super) fn with_question(flow: &Flow, at: ElementIx) -> Option<(&Element, &Question)> {
    let element = flow.element(at)?;
    Some((element, element.question.as_deref()?))
}

/// The element that asks this question, with that question.
pub(super) fn asked<'a>(flow: &'a Flow, question_id: &str) -> Option<(ElementIx, &'a Element, &'a Question)> {
    let at = flow.element_of_question(question_id)?;
    let (element, question) = with_question(flow, at)?;
    Some((at, element, question))
}

/// Notes an element once; they are kept in order, so that finding one among many is cheap.
pub(super) fn mark(marked: &mut Vec<ElementIx>, at: ElementIx) {
    if let Err(place) = marked.binary_search(&at) {
        marked.insert(place, at);
    }
}
