//! Where an answer leads the visitor's eye.

use super::settling::Touched;
use super::{FlowEffect, Session};
use crate::flow::Element;
use crate::position::ElementIx;
use crate::question::{Question, Style};
use crate::trigger::Target;

/// How long a newly shown question waits to be scrolled to (specification, section 9).
const SCROLL_DELAY_MS: u32 = 400;

impl Session {
    /// Brings into view what the visitor looks for now: a question that the answer has shown, else the next question
    /// after a pick.
    pub(super) fn scroll(
        &self,
        at: ElementIx,
        element: &Element,
        touched: &[Touched],
        effects: &mut Vec<FlowEffect>,
    ) {
        let shown = touched.iter().filter_map(|touched| match touched.target {
            Target::Element(at) if !touched.was_visible => self.shown_question(at),
            _ => None,
        });
        let mut shown = shown.filter(|shown| shown.state == element.state);
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
            .is_some_and(Question::completes_on_selection)
            && self.answer(at).is_some_and(|answer| !answer.is_empty());
        if !is_picked {
            return None;
        }
        let elements = self.flow.state(element.state)?.elements.iter();
        let mut below = elements.skip_while(|other| **other != at).skip(1);
        below.find_map(|other| self.shown_question(*other))
    }

    /// An element that is a question for the eye; what chance decides is not.
    fn shown_question(&self, at: ElementIx) -> Option<&Element> {
        let element = self.flow.element(at)?;
        let is_seen = element
            .question
            .as_deref()
            .is_some_and(|question| question.style != Style::Random);
        (is_seen && self.is_shown(at, element)).then_some(element)
    }
}
