//! Settling: what answers show and hide.
//!
//! A trigger is on while its source is on the path and visible and the source's answer passes; of several triggers on
//! one target the last one that is on wins, and without any the target's own `isVisible` holds. So what is visible is a
//! function of the answers and the path, and nothing has to be undone by hand.
//!
//! What is visible comes first. What a hidden element or option holds is silent meanwhile, not gone: the next round may
//! show it again. Triggers are pulled round by round until nothing changes, each round only those whose source came or
//! went in the one before. Where triggers form no circle, every round sets some for good, so there are at most as many
//! rounds as triggers.
//!
//! Then hiding clears (specification, section 4.3): what is hidden now and was visible before loses its answer. It was
//! silent already, so that changes nothing else.
//!
//! Triggers in a circle (which `pulsen check` refuses) may never come to rest. After as many rounds as there are
//! triggers, what is hidden is cleared at once and what stays while it is hidden is silent for good: from then on there
//! is only less to say, so that ends too, and in the same way wherever it runs.

use super::answers::{mark, with_question};
use super::{Page, Session};
use crate::answer::Answer;
use crate::flow::{Element, Flow};
use crate::position::{ElementIx, TriggerIx};
use crate::question::Question;
use crate::trigger::Target;
use std::borrow::Cow;

/// Something that triggers showed or hid: what it is and whether it was visible before.
pub(super) struct Touched {
    pub(super) target: Target,
    pub(super) was_visible: bool,
}

/// Where hiding clears.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clearing {
    Everywhere,
    /// Pages off the path keep their answers: the visitor may come back to them.
    OnPath,
}

/// Triggers that are no longer as they were.
#[derive(Default)]
struct Turned {
    /// Each one that was turned; once more for each time that it was turned back and again.
    list: Vec<TriggerIx>,
    /// One bit for each trigger, as far as one was turned: whether it differs from what it was.
    bits: Vec<u32>,
}

impl Turned {
    fn has(&self, at: TriggerIx) -> bool {
        let word = self.bits.get(at.0 as usize / 32);
        word.is_some_and(|word| word >> (at.0 % 32) & 1 == 1)
    }

    fn turn(&mut self, at: TriggerIx) {
        let place = at.0 as usize / 32;
        if self.bits.len() <= place {
            self.bits.resize(place + 1, 0);
        }
        if let Some(word) = self.bits.get_mut(place) {
            *word ^= 1 << (at.0 % 32);
        }
        if self.has(at) {
            self.list.push(at);
        }
    }

    /// Forgets them; returns each that differs, once.
    fn take(&mut self) -> Vec<TriggerIx> {
        let mut taken = std::mem::take(&mut self.list);
        taken.retain(|at| {
            let differs = self.has(*at);
            if differs && let Some(word) = self.bits.get_mut(at.0 as usize / 32) {
                *word ^= 1 << (at.0 % 32);
            }
            differs
        });
        taken
    }

    /// Keeps each that differs, once.
    fn tidy(&mut self) {
        for at in self.take() {
            self.turn(at);
        }
    }
}

impl Session {
    /// Brings triggers in line after these answers, or their place on the path, changed; returns what was shown or
    /// hidden by that. What becomes hidden elsewhere than `clearing` says keeps what it holds.
    pub(super) fn settle(&mut self, mut changed: Vec<ElementIx>, clearing: Clearing) -> Vec<Touched> {
        let flow = self.flow.clone();
        let mut all = Turned::default();
        let mut round = Turned::default();
        let mut rounds = 0;
        loop {
            self.pull_triggers(&flow, &changed, &mut round);
            changed.clear();
            if round.list.is_empty() {
                break;
            }
            let touched = self.touched(&flow, &round);
            for at in round.take() {
                all.turn(at);
            }
            rounds += 1;
            let in_circle = rounds > flow.triggers.len();
            if rounds == flow.triggers.len() {
                all.tidy();
                self.clear_hidden(&flow, &self.touched(&flow, &all), clearing);
            } else if in_circle {
                self.clear_hidden(&flow, &touched, clearing);
            }
            for touched in touched {
                let at = touched.target.element();
                if (touched.was_visible || !in_circle) && changed.last() != Some(&at) {
                    changed.push(at);
                }
            }
        }
        all.tidy();
        let touched = self.touched(&flow, &all);
        self.clear_hidden(&flow, &touched, clearing);
        for touched in &touched {
            let at = touched.target.element();
            if flow
                .element(at)
                .is_some_and(|element| self.page == Page::State(element.state))
            {
                self.stale.order |= matches!(touched.target, Target::Element(_));
                mark(&mut self.stale.shown, at);
            }
        }
        touched
    }

    /// Sets the triggers of these sources, and notes which ones that turned.
    fn pull_triggers(&mut self, flow: &Flow, sources: &[ElementIx], turned: &mut Turned) {
        for source in sources {
            let Some((element, question)) = with_question(flow, *source) else {
                continue;
            };
            if element.triggers.is_empty() {
                continue;
            }
            let answer = self.pulling_answer(*source, element, question);
            let answer = answer.as_deref();
            for at in &element.triggers {
                let Some(trigger) = flow.triggers.get(at.0 as usize) else {
                    continue;
                };
                let on = answer.is_some() && trigger.condition.holds(question, answer, self.platform);
                if on != self.is_trigger_on(*at) && !turned.has(*at) {
                    turned.turn(*at);
                }
            }
        }
        for at in &turned.list {
            if let Some(on) = self.triggers_on.get_mut(at.0 as usize) {
                *on = !*on;
            }
        }
    }

    /// What these triggers showed or hid, each thing once.
    fn touched(&self, flow: &Flow, turned: &Turned) -> Vec<Touched> {
        let mut touched = Vec::new();
        for at in &turned.list {
            let Some(trigger) = flow.triggers.get(at.0 as usize) else {
                continue;
            };
            for target in &trigger.targets {
                let Some((visibility_triggers, own)) = visibility_triggers(flow, *target) else {
                    continue;
                };
                // What comes before the last one that turned or is on had nothing to say and has not now.
                let mut last = visibility_triggers.iter().rev();
                if last.find(|other| turned.has(**other) || self.is_trigger_on(**other)) != Some(at) {
                    continue;
                }
                let says = |is_on: &dyn Fn(TriggerIx) -> bool| {
                    let last = visibility_triggers.iter().rev().find(|other| is_on(**other));
                    last.and_then(|last| flow.triggers.get(last.0 as usize))
                        .map_or(own, |trigger| trigger.shows)
                };
                let was_visible = says(&|other| self.is_trigger_on(other) != turned.has(other));
                let is_known = touched
                    .last()
                    .is_some_and(|known: &Touched| known.target == *target);
                if !is_known && was_visible != says(&|other| self.is_trigger_on(other)) {
                    touched.push(Touched {
                        target: *target,
                        was_visible,
                    });
                }
            }
        }
        touched
    }

    /// Takes away what these hold, where they became hidden.
    fn clear_hidden(&mut self, flow: &Flow, touched: &[Touched], clearing: Clearing) {
        for touched in touched.iter().filter(|touched| touched.was_visible) {
            let element = flow.element(touched.target.element());
            let is_on_path = element.is_some_and(|element| self.is_on_path(element.state));
            if clearing == Clearing::Everywhere || is_on_path {
                self.clear(flow, touched.target);
            }
        }
    }

    /// The answer that pulls an element's triggers. What is hidden is silent, whether it is there to stay or about to
    /// be cleared, as it is for rules and the payload: the server could not follow it.
    fn pulling_answer(
        &self,
        at: ElementIx,
        element: &Element,
        question: &Question,
    ) -> Option<Cow<'_, Answer>> {
        if !self.is_on_path(element.state) || !self.is_visible(element) {
            return None;
        }
        let mut answer = Cow::Borrowed(self.answer(at)?);
        for target in self.hidden_options(question, at) {
            if let Target::Option(_, option) = target
                && let Some(rest) = self.without_option(&answer, question, option)
            {
                answer = Cow::Owned(rest);
            }
        }
        Some(answer).filter(|answer| !answer.is_empty())
    }

    /// Takes away what a hidden target holds, unless it is there to stay.
    pub(super) fn clear(&mut self, flow: &Flow, target: Target) {
        let at = target.element();
        if let Target::Element(_) = target {
            self.set_message(at, None);
        }
        let is_preset = self.is_preset(at);
        let Some((_, question)) = with_question(flow, at) else {
            return;
        };
        let rest = match (target, self.answer(at)) {
            (Target::Element(_), Some(_)) if !is_preset => None,
            (Target::Option(_, option), Some(answer)) => {
                match self.without_option(answer, question, option) {
                    Some(rest) => Some(rest).filter(|rest| !rest.is_empty()),
                    None => return,
                }
            }
            _ => return,
        };
        self.forget_extras(at);
        self.set_preset(at, is_preset && rest.is_some());
        self.store(at, rest);
        self.judge_anew(at, question);
    }

    /// The answer without an option that it selects.
    fn without_option(&self, answer: &Answer, question: &Question, option: u32) -> Option<Answer> {
        match answer {
            Answer::Options(options) if options.contains(&option) => {
                Some(Answer::Options(without(options, option)))
            }
            Answer::Ranking(ranking) if ranking.contains(&option) => {
                Some(Answer::Ranking(without(ranking, option)))
            }
            Answer::Matrix(cells) if answer.selects_option(option, question, self.platform) => {
                let is_left = |(row, at): &(u32, u32)| *at != option || !question.uses_shared_options(*row);
                Some(Answer::Matrix(cells.iter().copied().filter(is_left).collect()))
            }
            _ => None,
        }
    }
}

/// The triggers on a target, and whether it is visible without them.
fn visibility_triggers(flow: &Flow, target: Target) -> Option<(&[TriggerIx], bool)> {
    let element = flow.element(target.element())?;
    match target {
        Target::Element(_) => Some((&element.visibility_triggers, element.visible)),
        Target::Option(_, at) => {
            let option = element.question.as_deref()?.option(at)?;
            Some((&option.visibility_triggers, option.visible))
        }
    }
}

fn without(options: &[u32], gone: u32) -> Vec<u32> {
    options.iter().copied().filter(|option| *option != gone).collect()
}
