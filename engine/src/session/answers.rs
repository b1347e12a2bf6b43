//! Taking in answers, and what they show and hide.
//!
//! A trigger is on while its source is on the path and the source's answer passes; of several triggers on one target
//! the last one that is on wins, and without any the target's own `isVisible` holds. So what is visible is a function
//! of the answers and the path, and nothing has to be undone by hand.
//!
//! Hiding clears (specification, section 4.3): what became hidden loses its answer, which may turn further triggers
//! off, in rounds, until nothing changes. Each round only clears, so the rounds end even where triggers form a cycle.

use super::{FlowEffect, Page, Progress, Session};
use crate::answer::{Answer, AnswerInput};
use crate::flow::{Element, ElementIx, ElementKind, Flow, TriggerIx};
use crate::message::Message;
use crate::question::{Question, Style, choose_at_random};
use crate::trigger::Target;

/// How long a newly shown question waits to be scrolled to (specification, section 9).
const SCROLL_DELAY_MS: u32 = 400;

/// How often one settling lets an answer that stays while it is hidden speak again: triggers in a circle would never
/// come to rest.
const FLIPS: usize = 2;

/// Something that triggers touched: what it is and whether it was visible before.
pub(super) struct Touched {
    target: Target,
    was_visible: bool,
}

impl Session {
    /// The visitor answered a question of the current page, or cleared it.
    pub(super) fn answered(
        &mut self,
        question_id: &str,
        input: Option<&AnswerInput>,
        effects: &mut Vec<FlowEffect>,
    ) {
        let flow = self.flow.clone();
        let Some(at) = flow.element_of_question(question_id) else {
            return;
        };
        let Some((element, question)) = with_question(&flow, at) else {
            return;
        };
        let answerable = self.page == Page::State(element.state)
            && !self.has_ended()
            && !matches!(self.progress, Progress::Submitting(_))
            && question.asks()
            && self.is_visible(element);
        if !answerable {
            return;
        }
        let before = self.answer(at).cloned();
        let Some(touched) = self.set_answer(at, question, input, false) else {
            return;
        };
        if self.message(at).is_some() {
            let message = self.verdict(at, question);
            self.set_message(at, message);
        }
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
            Some(input) => Some(question.accept(input, self.answer(at))?),
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
        Some(self.settle(vec![at], |_| true))
    }

    /// Brings triggers in line after these answers, or their place on the path, changed; returns what was touched.
    /// Only targets that `may_clear` allows lose what they hold.
    pub(super) fn settle(
        &mut self,
        mut changed: Vec<ElementIx>,
        may_clear: impl Fn(&Element) -> bool,
    ) -> Vec<Touched> {
        let flow = self.flow.clone();
        let mut all = Vec::new();
        let mut flips = Vec::new();
        while !changed.is_empty() {
            let round = self.pull_triggers(&flow, &changed);
            changed.clear();
            for touched in &round {
                let Some(element) = flow.element(touched.target.element()) else {
                    continue;
                };
                if touched.was_visible == self.is_target_visible(&flow, touched.target) {
                    continue;
                }
                if self.page == Page::State(element.state) {
                    self.stale.order |= matches!(touched.target, Target::Element(_));
                    mark(&mut self.stale.shown, touched.target.element());
                }
                let at = touched.target.element();
                if touched.was_visible && may_clear(element) && self.clear(&flow, touched.target) {
                    changed.push(at);
                } else if self.is_preset(at) && flips.iter().filter(|known| **known == at).count() < FLIPS {
                    flips.push(at);
                    changed.push(at);
                }
            }
            // What a later round touches again was as the earlier one found it.
            for touched in round {
                if !all.iter().any(|known: &Touched| known.target == touched.target) {
                    all.push(touched);
                }
            }
        }
        all
    }

    /// Sets the triggers of these sources, and returns each target that one of them has, as it was before.
    fn pull_triggers(&mut self, flow: &Flow, sources: &[ElementIx]) -> Vec<Touched> {
        let mut pulled: Vec<(TriggerIx, bool)> = Vec::new();
        let mut round: Vec<Touched> = Vec::new();
        for source in sources {
            let Some((element, question)) = with_question(flow, *source) else {
                continue;
            };
            let answer = self.pulling_answer(*source, element);
            for at in &element.triggers {
                let Some(trigger) = flow.triggers.get(at.0 as usize) else {
                    continue;
                };
                let on = answer.is_some() && trigger.condition.holds(question, answer, self.platform);
                if on == self.is_trigger_on(*at) {
                    continue;
                }
                pulled.push((*at, on));
                for target in &trigger.targets {
                    if !round.iter().any(|touched| touched.target == *target) {
                        let was_visible = self.is_target_visible(flow, *target);
                        round.push(Touched {
                            target: *target,
                            was_visible,
                        });
                    }
                }
            }
        }
        for (at, on) in pulled {
            if let Some(state) = self.triggers_on.get_mut(at.0 as usize) {
                *state = on;
            }
        }
        round
    }

    /// The answer that pulls an element's triggers. What a hidden question holds without having been asked is silent,
    /// as it is for rules and the payload: the server could not follow it.
    fn pulling_answer(&self, at: ElementIx, element: &Element) -> Option<&Answer> {
        let counts = self.is_on_path(element.state) && (!self.is_preset(at) || self.is_visible(element));
        self.answer(at).filter(|answer| counts && !answer.is_empty())
    }

    /// Takes away what a hidden target holds, unless it is there to stay; whether anything went.
    pub(super) fn clear(&mut self, flow: &Flow, target: Target) -> bool {
        let at = target.element();
        if let Target::Element(_) = target {
            self.set_message(at, None);
        }
        let is_preset = self.is_preset(at);
        let question = with_question(flow, at).map(|(_, question)| question);
        let rest = match (target, self.answer(at)) {
            (Target::Element(_), Some(_)) if !is_preset => None,
            (Target::Option(_, option), Some(Answer::Options(options))) if options.contains(&option) => {
                Some(Answer::Options(without(options, option)))
            }
            (Target::Option(_, option), Some(Answer::Ranking(ranking))) if ranking.contains(&option) => {
                Some(Answer::Ranking(without(ranking, option)))
            }
            (Target::Option(_, option), Some(answer @ Answer::Matrix(cells)))
                if question.is_some_and(|question| answer.selects(option, question, self.platform)) =>
            {
                let is_left = |(row, at): &(u32, u32)| {
                    *at != option || !question.is_some_and(|question| question.shares_options(*row))
                };
                Some(Answer::Matrix(cells.iter().copied().filter(is_left).collect()))
            }
            _ => return false,
        };
        self.forget_extras(at);
        let rest = rest.filter(|rest| !rest.is_empty());
        self.set_preset(at, is_preset && rest.is_some());
        self.store(at, rest);
        if self.message(at).is_some() {
            let message = question.and_then(|question| self.verdict(at, question));
            self.set_message(at, message);
        }
        true
    }

    /// Brings into view what the visitor looks for now: a question that the answer has shown, else the next question
    /// after a pick.
    fn scroll(&self, at: ElementIx, element: &Element, touched: &[Touched], effects: &mut Vec<FlowEffect>) {
        let shown = touched.iter().filter_map(|touched| match touched.target {
            Target::Element(at) if !touched.was_visible => self.flow.element(at),
            _ => None,
        });
        let mut shown = shown.filter(|shown| shown.state == element.state && self.is_visible_question(shown));
        let to = match (shown.next(), shown.next()) {
            (Some(_), Some(_)) => None,
            (Some(shown), None) => Some(shown),
            _ => self.next_question_after(at, element),
        };
        if let Some(to) = to {
            effects.push(FlowEffect::ScrollTo {
                element_id: to.id.clone(),
                after_ms: SCROLL_DELAY_MS,
            });
        }
    }

    /// The question below one that a pick has just completed.
    fn next_question_after(&self, at: ElementIx, element: &Element) -> Option<&Element> {
        let is_picked = element
            .question
            .as_deref()
            .is_some_and(Question::is_complete_by_a_pick)
            && self.answer(at).is_some_and(|answer| !answer.is_empty());
        if !is_picked {
            return None;
        }
        let elements = self.flow.state(element.state)?.elements.iter();
        let mut below = elements.skip_while(|other| **other != at).skip(1);
        below.find_map(|other| {
            self.flow
                .element(*other)
                .filter(|other| self.is_visible_question(other))
        })
    }

    fn is_visible_question(&self, element: &Element) -> bool {
        element.kind == ElementKind::Question && self.is_visible(element)
    }

    fn store(&mut self, at: ElementIx, answer: Option<Answer>) {
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

    /// The element has to be shown whole again.
    pub(super) fn mark_shown(&mut self, at: ElementIx) {
        mark(&mut self.stale.shown, at);
    }

    /// Takes an answer back.
    pub(super) fn take_back(&mut self, at: ElementIx) {
        self.forget_extras(at);
        self.store(at, None);
        self.settle(vec![at], |_| true);
    }

    /// What is wrong with the answer to a question, if anything.
    pub(super) fn verdict(&self, at: ElementIx, question: &Question) -> Option<Message> {
        let verdict = question.validate(self.answer(at), self.offered(question));
        let unproven = question.style == Style::PhoneVerification
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
        for (at, element) in (0..).map(ElementIx).zip(&flow.elements) {
            let random = element
                .question
                .as_deref()
                .filter(|question| question.style == Style::Random);
            if let Some(choice) = random.and_then(|question| choose_at_random(question, self.context.seed)) {
                self.store(at, Some(choice));
                self.set_preset(at, true);
                self.settle(vec![at], |_| true);
            }
        }
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

fn without(options: &[u32], gone: u32) -> Vec<u32> {
    options.iter().copied().filter(|option| *option != gone).collect()
}

fn mark(marked: &mut Vec<ElementIx>, at: ElementIx) {
    if !marked.contains(&at) {
        marked.push(at);
    }
}
