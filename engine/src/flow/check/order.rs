//! Random orders that put nothing in order, and pins that hold nothing (docs/flows.md#random-order).

use super::findings::{Findings, Pointers};
use crate::codes::{FOLLOW_UP_ABOVE, MISPLACED_FIELD, ORDER_OF_NOTHING};
use crate::flow::model::{Element, Flow};
use crate::question::{MatrixForm, Question, QuestionOption, Style};

const TOO_FEW: &str = "a random order needs two or more that can change places";

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for (at, state) in flow.states.iter().enumerate() {
        let elements = state.elements.iter().filter_map(|at| flow.element(*at));
        if state.random_questions && elements.filter(|element| element.can_move()).count() < 2 {
            let message =
                "a random order needs two or more questions that visitors answer and that are not pinned";
            findings.add(
                &ORDER_OF_NOTHING,
                format_args!("/states/{at}/questionOrder"),
                message,
            );
        }
    }
    for (element, pointer) in flow.elements.iter().zip(&pointers.elements) {
        check_pin(flow, element, pointer, findings);
        if let Some(question) = &element.question {
            let pointer = format!("{pointer}/question");
            check_options(question, &pointer, findings);
            check_statements(question, &pointer, findings);
        }
    }
}

/// Warns of triggers whose targets can be shown above the question that shows or hides them.
pub(super) fn check_triggers(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for (trigger, pointer) in flow.triggers.iter().zip(&pointers.triggers) {
        let Some(source) = flow.element(trigger.source) else {
            continue;
        };
        let is_random = flow
            .state(source.state)
            .is_some_and(|state| state.random_questions);
        let mut targets = trigger
            .targets
            .iter()
            .filter_map(|target| flow.element(target.element()));
        let is_loose = |target: &Element| {
            target.state == source.state && target.id != source.id && (target.can_move() || source.can_move())
        };
        if is_random && let Some(target) = targets.find(|target| is_loose(target)) {
            let message = format!(
                "the page has its questions in a random order, so `{}` can be above the question that it depends on; \
                 `isPinned` keeps both in place",
                target.id
            );
            findings
                .add(&FOLLOW_UP_ABOVE, pointer, message)
                .with("element", &target.id);
        }
    }
}

fn check_pin(flow: &Flow, element: &Element, pointer: &str, findings: &mut Findings) {
    let is_random = flow
        .state(element.state)
        .is_some_and(|state| state.random_questions);
    let is_movable = element.question.as_deref().is_some_and(Question::expects_answer);
    if element.pinned.is_some() && !(is_random && is_movable) {
        let message = "is for questions that visitors answer, on a page with the `questionOrder` `random`";
        findings.add(&MISPLACED_FIELD, format_args!("{pointer}/isPinned"), message);
    }
}

fn check_options(question: &Question, pointer: &str, findings: &mut Findings) {
    let rows = || question.statements.iter().enumerate();
    if question.random_options {
        let can_change =
            |options: &[QuestionOption]| options.iter().filter(|option| !option.is_pinned()).count() > 1;
        let is_matrix = question.style == Style::Matrix;
        let message = if !is_matrix && !question.requires_options() || question.style == Style::Random {
            "visitors do not choose from the options of this style, or their order has a meaning"
        } else if is_matrix && question.matrix_form == MatrixForm::Maxdiff {
            "the marks of a `maxdiff` have an order: the better one first"
        } else if !can_change(&question.options)
            && !rows().any(|(_, row)| is_matrix && can_change(&row.options))
        {
            TOO_FEW
        } else {
            return;
        };
        findings.add(&ORDER_OF_NOTHING, format_args!("{pointer}/optionOrder"), message);
        return;
    }
    let mut report = |options: &[QuestionOption], pointer: &str| {
        for (at, _) in (0..).zip(options).filter(|(_, option)| option.pinned.is_some()) {
            let message = "is for a question with the `optionOrder` `random`";
            findings.add(
                &MISPLACED_FIELD,
                format_args!("{pointer}/options/{at}/isPinned"),
                message,
            );
        }
    };
    report(&question.options, pointer);
    for (at, row) in rows() {
        report(&row.options, &format!("{pointer}/statements/{at}"));
    }
}

fn check_statements(question: &Question, pointer: &str, findings: &mut Findings) {
    let rows = question.statements.iter().enumerate();
    if question.random_statements {
        let movable = rows.filter(|(_, row)| row.pinned != Some(true)).count();
        let message = match question.style {
            Style::Matrix if movable > 1 => return,
            Style::Matrix => TOO_FEW,
            _ => "only a `matrix` shows its statements",
        };
        findings.add(
            &ORDER_OF_NOTHING,
            format_args!("{pointer}/statementOrder"),
            message,
        );
        return;
    }
    for (at, _) in rows.filter(|(_, row)| row.pinned.is_some()) {
        let message = "is for a matrix with the `statementOrder` `random`";
        findings.add(
            &MISPLACED_FIELD,
            format_args!("{pointer}/statements/{at}/isPinned"),
            message,
        );
    }
}
