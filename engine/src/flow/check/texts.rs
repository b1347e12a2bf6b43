//! All texts of a flow that visitors read, with their JSON pointers.

use super::findings::Pointers;
use crate::flow::model::Flow;
use crate::question::{Question, QuestionOption};
use crate::texts::Texts;
use std::fmt::Display;

/// Gets the JSON pointer of a text, as yet not written out, and the text in all languages.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&dyn Display, &Texts);

/// Calls `visit` for each text.
pub(super) fn visit_texts(flow: &Flow, pointers: &Pointers, visit: Visit<'_>) {
    for (at, state) in flow.states.iter().enumerate() {
        if let Some(title) = &state.title {
            visit(&format_args!("/states/{at}/title"), title);
        }
    }
    for (element, pointer) in flow.elements.iter().zip(&pointers.elements) {
        match &element.question {
            Some(question) => visit_question(question, &format!("{pointer}/question"), visit),
            None => visit(&format_args!("{pointer}/body"), &element.body),
        }
        visit(&format_args!("{pointer}/button"), &element.button);
    }
}

fn visit_question(question: &Question, pointer: &str, visit: Visit<'_>) {
    for (field, texts) in [
        ("body", &question.body),
        ("description", &question.description),
        ("placeholder", &question.placeholder),
        ("terms", &question.terms),
        ("minLabel", &question.min_label),
        ("maxLabel", &question.max_label),
    ] {
        visit(&format_args!("{pointer}/{field}"), texts);
    }
    visit_options(&question.options, pointer, visit);
    for (at, row) in question.statements.iter().enumerate() {
        let pointer = format!("{pointer}/statements/{at}");
        visit(&format_args!("{pointer}/body"), &row.body);
        visit_options(&row.options, &pointer, visit);
    }
}

fn visit_options(options: &[QuestionOption], pointer: &str, visit: Visit<'_>) {
    for (at, option) in options.iter().enumerate() {
        visit(&format_args!("{pointer}/options/{at}/body"), &option.body);
    }
}
