//! Validating a page before the visitor leaves it. See docs/engine.md#validation.

use super::Uploads;
use super::answered_flow::{AnsweredFlow, question_at};
use super::progress::PageExit;
use crate::flow::State;
use crate::message::{Message, MessageKey};
use crate::position::ElementIx;

/// The outcome of a validation.
pub(super) struct PageValidation {
    /// A message about the page as a whole.
    pub(super) notice: Option<Message>,
    /// The first element that keeps the visitor on the page. A page that asks nothing may have none but a notice.
    pub(super) focus: Option<ElementIx>,
}

impl PageValidation {
    pub(super) fn is_valid(&self) -> bool {
        self.notice.is_none() && self.focus.is_none()
    }
}

/// Validates the visible questions of the current page, or only one of them, and sets their messages.
pub(super) fn validate_page(
    answered: &mut AnsweredFlow,
    exit: PageExit,
    only: Option<&str>,
) -> PageValidation {
    let flow = answered.flow().clone();
    let elements = answered.displayed_elements();
    let mut focus = None;
    for at in &elements {
        let Some((element, question)) = question_at(&flow, *at) else {
            continue;
        };
        if only.is_some_and(|only| only != &*question.id) {
            continue;
        }
        // A skip drops no file that the visitor has added.
        let must_pass = question.required || answered.records().uploads(*at) != Uploads::None;
        let is_checked = answered.is_visible(element) && (exit == PageExit::Next || must_pass);
        let message = if is_checked {
            answered.find_obstacle(*at, question)
        } else {
            None
        };
        if message.is_some() {
            focus = focus.or(Some(*at));
        }
        answered.records_mut().set_message(*at, message);
    }
    let is_empty = exit == PageExit::Next
        && focus.is_none()
        && only.is_none()
        && answered
            .current_state()
            .is_some_and(|state| ends_without_answer(answered, state));
    let mut notice = None;
    if is_empty {
        notice = Some(MessageKey::AtLeastOne.into());
        focus = elements.into_iter().find(|at| expects_answer(answered, *at));
    }
    PageValidation { notice, focus }
}

/// Clears invalid answers that are not required, before a skip chooses its way: the submission check never sees these
/// answers and has to find the same way.
pub(super) fn clear_invalid_optional(answered: &mut AnsweredFlow) {
    let flow = answered.flow().clone();
    let state = answered.path().page().state().and_then(|at| flow.state(at));
    for at in state.into_iter().flat_map(|state| &state.elements) {
        let Some((element, question)) = question_at(&flow, *at) else {
            continue;
        };
        let is_cleared = !question.required
            && answered.is_visible(element)
            && answered.records().answer(*at).is_some()
            && answered.validate(*at, question).is_some();
        if is_cleared {
            answered.clear_answer(*at);
        }
    }
}

/// Returns whether the flow would end although it asked something and nothing at all was answered.
fn ends_without_answer(answered: &AnsweredFlow, state: &State) -> bool {
    let mut is_unanswered = false;
    for (at, _) in answered.questions_on_path() {
        if expects_answer(answered, at) {
            if answered.counted_answer(at).is_some() {
                return false;
            }
            is_unanswered = true;
        }
    }
    let is_required = |at: &ElementIx| {
        expects_answer(answered, *at)
            && question_at(answered.flow(), *at).is_some_and(|(_, question)| question.required)
    };
    // The next page comes last: finding it can take many rules.
    is_unanswered && !state.elements.iter().any(is_required) && answered.is_end(answered.next_page())
}

fn expects_answer(answered: &AnsweredFlow, at: ElementIx) -> bool {
    question_at(answered.flow(), at)
        .is_some_and(|(element, question)| question.expects_answer() && answered.is_visible(element))
}
