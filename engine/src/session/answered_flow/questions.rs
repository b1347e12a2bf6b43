//! Finding questions in a flow.

use crate::flow::{Element, Flow};
use crate::position::ElementIx;
use crate::question::Question;

/// Returns an element that has a question, with the question.
pub(crate) fn question_at(flow: &Flow, at: ElementIx) -> Option<(&Element, &Question)> {
    let element = flow.element(at)?;
    Some((element, element.question.as_deref()?))
}

/// Returns the question with this id, and its element.
pub(crate) fn question_by_id<'a>(flow: &'a Flow, id: &str) -> Option<(ElementIx, &'a Element, &'a Question)> {
    let at = flow.element_of_question(id)?;
    let (element, question) = question_at(flow, at)?;
    Some((at, element, question))
}
