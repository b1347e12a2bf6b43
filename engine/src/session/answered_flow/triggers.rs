//! Applying triggers: what answers show and hide. See docs/engine.md#visibility.
//!
//! A trigger is on while its source is visible on the path and the source's answer satisfies its condition, or, with
//! `not_answered`, while no answer of its source counts. Of
//! several triggers on one target, the last one that is on decides; without any, the target's own `isVisible` does.
//! Visibility is therefore a function of answers and path, and nothing has to be undone explicitly.
//!
//! Triggers are applied in rounds until nothing changes. Each round evaluates only the triggers whose source appeared
//! or disappeared in the previous one. An element or option that is hidden keeps its answer meanwhile, but the answer
//! does not count: the next round may show it again. Where triggers form no circle, every round settles some of them
//! for good, so there are at most as many rounds as triggers.
//!
//! After the last round, whatever is hidden now and was visible before loses its answer. The answer did not count any
//! more, so this changes nothing else.
//!
//! Triggers in a circle (which `pulsen check` refuses) might alternate forever. After as many rounds as there are
//! triggers, hidden answers are cleared at once and elements that were hidden stay without effect. From then on
//! answers can only disappear, so the rounds end, and in the same way on every platform.

use super::active_triggers::Flips;
use super::clearing::Clearing;
use super::model::AnsweredFlow;
use super::position_set::PositionSet;
use super::questions::question_at;
use super::visibility::VisibilityChange;
use crate::answer::Answer;
use crate::flow::{Element, Flow};
use crate::position::{ElementIx, TriggerIx};
use crate::question::Question;
use crate::trigger::Target;
use std::borrow::Cow;

impl AnsweredFlow {
    /// Brings the triggers in line after these elements changed their answer or their place on the path. Returns what
    /// was shown or hidden.
    pub(super) fn apply_triggers(
        &mut self,
        mut changed: Vec<ElementIx>,
        clearing: Clearing,
    ) -> Vec<VisibilityChange> {
        let flow = self.flow.clone();
        let mut flips = self.triggers.start();
        let mut rounds = 0;
        loop {
            self.evaluate_triggers(&flow, &changed, &mut flips.round);
            changed.clear();
            if flips.round.members().is_empty() {
                break;
            }
            let visibility_changes = self.visibility_changes(&flow, &flips.round);
            flips.end_round();
            rounds += 1;
            let is_circle = rounds > flow.triggers.len();
            if rounds == flow.triggers.len() {
                self.clear_hidden(&flow, &self.visibility_changes(&flow, &flips.total), clearing);
            } else if is_circle {
                self.clear_hidden(&flow, &visibility_changes, clearing);
            }
            for change in visibility_changes {
                let at = change.target.element();
                if (change.was_visible || !is_circle) && changed.last() != Some(&at) {
                    changed.push(at);
                }
            }
        }
        self.finish_rounds(&flow, flips, clearing)
    }

    fn finish_rounds(&mut self, flow: &Flow, flips: Flips, clearing: Clearing) -> Vec<VisibilityChange> {
        let changes = self.visibility_changes(flow, &flips.total);
        self.triggers.finish(flips);
        self.clear_hidden(flow, &changes, clearing);
        for change in &changes {
            let at = change.target.element();
            if flow.element(at).is_some_and(|element| self.is_on_page(element)) {
                let is_element = matches!(change.target, Target::Element(_));
                self.records.note_visibility_change(at, is_element);
            }
        }
        changes
    }

    /// Evaluates the triggers of these sources and switches those that are not as they should be.
    fn evaluate_triggers(
        &mut self,
        flow: &Flow,
        sources: &[ElementIx],
        flipped: &mut PositionSet<TriggerIx>,
    ) {
        for source in sources {
            let Some((element, question)) = question_at(flow, *source) else {
                continue;
            };
            if element.triggers.is_empty() {
                continue;
            }
            let answer = self.triggering_answer(*source, element, question);
            let answer = answer.as_deref();
            for at in &element.triggers {
                let Some(trigger) = flow.triggers.get(at.0 as usize) else {
                    continue;
                };
                let condition = &trigger.condition;
                let is_on = (answer.is_some() || condition.awaits_answer())
                    && condition.holds(question, answer, self.platform);
                if is_on != self.triggers.is_on(*at) {
                    flipped.insert(*at);
                }
            }
        }
        self.triggers.flip_all(flipped);
    }

    /// Returns the targets whose visibility changed because these triggers flipped, each once.
    fn visibility_changes(&self, flow: &Flow, flipped: &PositionSet<TriggerIx>) -> Vec<VisibilityChange> {
        let mut changes: Vec<VisibilityChange> = Vec::new();
        for at in flipped.members() {
            let Some(trigger) = flow.triggers.get(at.0 as usize) else {
                continue;
            };
            for target in &trigger.targets {
                let Some((triggers, own)) = visibility_triggers(flow, *target) else {
                    continue;
                };
                // Only the last trigger that flipped or is on can have decided, before or now.
                let mut last = triggers.iter().rev();
                if last.find(|other| flipped.contains(**other) || self.triggers.is_on(**other)) != Some(at) {
                    continue;
                }
                let decide = |is_on: &dyn Fn(TriggerIx) -> bool| {
                    let last = triggers.iter().rev().find(|other| is_on(**other));
                    last.and_then(|last| flow.triggers.get(last.0 as usize))
                        .map_or(own, |trigger| trigger.shows)
                };
                let was_visible = decide(&|other| self.triggers.is_on(other) != flipped.contains(other));
                let is_listed = changes.last().is_some_and(|change| change.target == *target);
                if !is_listed && was_visible != decide(&|other| self.triggers.is_on(other)) {
                    changes.push(VisibilityChange {
                        target: *target,
                        was_visible,
                    });
                }
            }
        }
        changes
    }

    /// Returns the answer that an element's triggers are evaluated with. A hidden answer has no effect, even before
    /// it is cleared: the submission check could not follow it.
    fn triggering_answer(
        &self,
        at: ElementIx,
        element: &Element,
        question: &Question,
    ) -> Option<Cow<'_, Answer>> {
        if !self.path.contains(element.state) || !self.is_visible(element) {
            return None;
        }
        let mut answer = Cow::Borrowed(self.records.answer(at)?);
        for option in self.hidden_options(question, at) {
            if let Some(rest) = self.without_option(&answer, question, option) {
                answer = Cow::Owned(rest);
            }
        }
        Some(answer).filter(|answer| !answer.is_empty())
    }
}

/// Returns the triggers on a target, and whether it is visible without them.
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
