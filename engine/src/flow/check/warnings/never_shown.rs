//! Required questions that no way shows.

use super::super::findings::{Findings, Pointers};
use crate::codes::NEVER_SHOWN;
use crate::flow::model::Flow;
use crate::question::Question;

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for (element, pointer) in flow.elements.iter().zip(&pointers.elements) {
        let question = element.question.as_deref();
        let is_required =
            question.is_some_and(|question| question.required && Question::expects_answer(question));
        let mut triggers = element.visibility_triggers.iter();
        let is_shown = triggers.any(|at| {
            flow.triggers
                .get(at.0 as usize)
                .is_some_and(|trigger| trigger.shows)
        });
        if is_required && !element.visible && !is_shown {
            let message = "hides a required question that no trigger shows: remove the question, or let a trigger show it";
            findings
                .add(&NEVER_SHOWN, format_args!("{pointer}/isVisible"), message)
                .with("element", &element.id);
        }
    }
}
