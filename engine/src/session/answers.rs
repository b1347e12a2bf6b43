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
use crate::flow::{Element, ElementIx, ElementKind, Flow, StateIx, TriggerIx};
use crate::question::Question;
use crate::trigger::Target;

/// How long a newly shown question waits to be scrolled to (specification, section 9).
const SCROLL_DELAY_MS: u32 = 400;

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
            && self.is_visible(element);
        if !answerable {
            return;
        }
        let Some(touched) = self.set_answer(at, question, input) else {
            return;
        };
        if self.message(at).is_some() {
            let message = question.validate(self.answer(at));
            self.set_message(at, message);
        }
        if self.notice.take().is_some() {
            self.stale.status = true;
        }
        self.scroll_to_shown(element.state, &touched, effects);
        self.save_partially(effects);
    }

    /// Stores an answer and settles what it shows and hides, or returns `None` where it does not belong to the
    /// question.
    pub(super) fn set_answer(
        &mut self,
        at: ElementIx,
        question: &Question,
        input: Option<&AnswerInput>,
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
                if touched.was_visible && may_clear(element) && self.clear(&flow, touched.target) {
                    changed.push(touched.target.element());
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
            let on_path = self.is_on_path(element.state);
            let answer = self
                .answer(*source)
                .filter(|answer| on_path && !answer.is_empty());
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

    /// Takes away what a hidden target holds; whether there was an answer.
    pub(super) fn clear(&mut self, flow: &Flow, target: Target) -> bool {
        let at = target.element();
        if let Target::Element(_) = target {
            self.set_message(at, None);
        }
        let rest = match (target, self.answer(at)) {
            (Target::Element(_), Some(_)) => None,
            (Target::Option(_, option), Some(Answer::Options(options))) if options.contains(&option) => {
                let rest: Vec<u32> = options.iter().copied().filter(|other| *other != option).collect();
                (!rest.is_empty()).then_some(Answer::Options(rest))
            }
            _ => return false,
        };
        self.store(at, rest);
        if self.message(at).is_some() {
            let question = with_question(flow, at).map(|(_, question)| question);
            let message = question.and_then(|question| question.validate(self.answer(at)));
            self.set_message(at, message);
        }
        true
    }

    fn scroll_to_shown(&self, page: StateIx, touched: &[Touched], effects: &mut Vec<FlowEffect>) {
        let mut shown = touched.iter().filter_map(|touched| match touched.target {
            Target::Element(at) if !touched.was_visible => self.flow.element(at),
            _ => None,
        });
        let mut shown_here = shown.by_ref().filter(|element| {
            element.state == page && element.kind == ElementKind::Question && self.is_visible(element)
        });
        if let (Some(element), None) = (shown_here.next(), shown_here.next()) {
            effects.push(FlowEffect::ScrollTo {
                element_id: element.id.clone(),
                after_ms: SCROLL_DELAY_MS,
            });
        }
    }

    fn store(&mut self, at: ElementIx, answer: Option<Answer>) {
        if let Some(stored) = self.answers.get_mut(at.0 as usize) {
            *stored = answer;
            mark(&mut self.stale.changed, at);
        }
    }

    /// Says what is wrong with an element, or that nothing is.
    pub(super) fn set_message(&mut self, at: ElementIx, message: Option<crate::message::Message>) {
        if let Some(stored) = self.messages.get_mut(at.0 as usize)
            && *stored != message
        {
            *stored = message;
            mark(&mut self.stale.changed, at);
        }
    }

    /// The answer kept for an element, whether it counts now or not.
    pub(super) fn answer(&self, at: ElementIx) -> Option<&Answer> {
        self.answers.get(at.0 as usize)?.as_ref()
    }

    /// What is wrong with an element.
    pub(super) fn message(&self, at: ElementIx) -> Option<&crate::message::Message> {
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

fn mark(marked: &mut Vec<ElementIx>, at: ElementIx) {
    if !marked.contains(&at) {
        marked.push(at);
    }
}
