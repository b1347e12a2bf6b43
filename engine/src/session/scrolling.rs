//! Scrolling to the next question. See docs/engine.md#scrolling.

use super::FlowEffect;
use super::answered_flow::{AnsweredFlow, VisibilityChange};
use crate::flow::Element;
use crate::position::ElementIx;
use crate::question::Question;
use crate::trigger::Target;

const SCROLL_DELAY_MS: u32 = 400;

/// Scrolls to the only question of the page that an answer has shown, else to the next question after a selection that
/// completed the answer.
pub(super) fn scroll_after_answer(
    answered: &AnsweredFlow,
    at: ElementIx,
    element: &Element,
    changes: &[VisibilityChange],
    effects: &mut Vec<FlowEffect>,
) {
    let shown = changes.iter().filter_map(|change| match change.target {
        Target::Element(at) if !change.was_visible => visible_question(answered, at),
        _ => None,
    });
    let mut shown = shown.filter(|shown| shown.state == element.state);
    let target = match (shown.next(), shown.next()) {
        (Some(_), Some(_)) => None,
        (Some(shown), None) => Some(shown),
        _ => next_question_after(answered, at, element),
    };
    if let Some(target) = target {
        effects.push(FlowEffect::ScrollTo {
            element_id: target.id.clone(),
            after_ms: SCROLL_DELAY_MS,
        });
    }
}

fn next_question_after<'a>(
    answered: &'a AnsweredFlow,
    at: ElementIx,
    element: &Element,
) -> Option<&'a Element> {
    let question = element.question.as_deref();
    let is_complete = question.is_some_and(Question::completes_on_selection)
        && answered
            .records()
            .answer(at)
            .is_some_and(|answer| !answer.is_empty());
    if !is_complete {
        return None;
    }
    let elements = answered.displayed_elements().into_iter();
    let mut below = elements.skip_while(|other| *other != at).skip(1);
    below.find_map(|other| visible_question(answered, other))
}

/// Returns an element if it is a question that the visitor can see.
fn visible_question(answered: &AnsweredFlow, at: ElementIx) -> Option<&Element> {
    let element = answered.flow().element(at)?;
    let question = element.question.as_deref()?;
    (question.style.is_shown() && answered.is_visible(element)).then_some(element)
}
