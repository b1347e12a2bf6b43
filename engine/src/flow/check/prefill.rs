//! Answers from the page's address, and hidden fields (docs/flows.md#prefilled-answers).

use super::findings::Findings;
use crate::codes::{IMPOSSIBLE_BOUNDS, MISPLACED_FIELD, WRONG_VALUE};
use crate::question::{HIDDEN_FIELD_LENGTH, Question, Style};

/// The most bytes of a parameter's name.
const MAX_NAME: usize = 64;

pub(super) fn check(question: &Question, pointer: &str, findings: &mut Findings) {
    if question.style == Style::HiddenField {
        check_hidden_field(question, pointer, findings);
    }
    let Some(name) = &question.prefill else { return };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let (code, message) = if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(is_name) {
        let message = "the name of a parameter has at most 64 letters, digits, `_`, `-` and `.`";
        (&WRONG_VALUE, message)
    } else if !takes_text(question) {
        (
            &MISPLACED_FIELD,
            "an address cannot answer a question of this style",
        )
    } else {
        return;
    };
    findings.add(code, format_args!("{pointer}/prefill"), message);
}

fn check_hidden_field(question: &Question, pointer: &str, findings: &mut Findings) {
    let mut report = |code, field: &str, message: &str| {
        findings.add(code, format_args!("{pointer}/{field}"), message);
    };
    if question.required {
        report(
            &MISPLACED_FIELD,
            "isRequired",
            "no visitor could answer a hidden field",
        );
    }
    if question.binding_model.is_some() {
        report(
            &MISPLACED_FIELD,
            "bindingModel",
            "no visitor finishes with a hidden field",
        );
    }
    if !question.options.is_empty() {
        report(
            &MISPLACED_FIELD,
            "options",
            "the answer to a hidden field is a text",
        );
    }
    if question
        .max_length
        .is_some_and(|length| length > HIDDEN_FIELD_LENGTH)
    {
        let message = "a hidden field has at most 1,000 characters";
        report(&IMPOSSIBLE_BOUNDS, "maxResponseLength", message);
    }
}

/// Returns whether a text can be read as an answer.
fn takes_text(question: &Question) -> bool {
    !matches!(
        question.style,
        Style::File | Style::Link | Style::Matrix | Style::Plain | Style::Random | Style::Screenshot
    )
}
