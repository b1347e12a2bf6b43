//! Settling: what answers show and hide.
//!
//! A trigger is on while its source is on the path and the source's answer passes; of several triggers on one target
//! the last one that is on wins, and without any the target's own `isVisible` holds. So what is visible is a function
//! of the answers and the path, and nothing has to be undone by hand.
//!
//! Hiding clears (specification, section 4.3): what became hidden loses its answer, which may turn further triggers
//! off, in rounds, until nothing changes. Each round only clears, so the rounds end even where triggers form a cycle.

use super::answers::{mark, with_question};
use super::{Page, Session};
use crate::answer::Answer;
use crate::flow::{Element, ElementIx, Flow, TriggerIx};
use crate::trigger::Target;

/// How often one settling lets an answer that stays while it is hidden speak again: triggers in a circle would never
/// come to rest.
const FLIPS: usize = 2;

/// Something that triggers touched: what it is and whether it was visible before.
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

impl Session {
    /// Brings triggers in line after these answers, or their place on the path, changed; returns what was touched.
    /// What becomes hidden elsewhere than `clearing` says keeps what it holds.
    pub(super) fn settle(&mut self, mut changed: Vec<ElementIx>, clearing: Clearing) -> Vec<Touched> {
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
                let may_clear = clearing == Clearing::Everywhere || self.is_on_path(element.state);
                if touched.was_visible && may_clear && self.clear(&flow, touched.target) {
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
        if let Some(question) = question {
            self.judge_anew(at, question);
        }
        true
    }
}

fn without(options: &[u32], gone: u32) -> Vec<u32> {
    options.iter().copied().filter(|option| *option != gone).collect()
}
