//! Questions that no answer satisfies: bounds that exclude each other, choices without options, look-ups of nothing.

use super::findings::Findings;
use super::{prefill, scales};
use crate::codes::{IMPOSSIBLE_BOUNDS, MISPLACED_FIELD, MISSING_FIELD, NO_OPTIONS, UNANSWERABLE};
use crate::flow::model::Flow;
use crate::platform::PlatformRef;
use crate::question::{AnswerKind, Question, QuestionOption, Style};

pub(super) fn check(
    flow: &Flow,
    question: &Question,
    pointer: &str,
    platform: PlatformRef,
    findings: &mut Findings,
) {
    check_lengths(question, pointer, findings);
    check_counts(question, pointer, findings);
    check_options(flow, question, pointer, findings);
    scales::check(question, pointer, platform, findings);
    check_look_up(question, pointer, findings);
    check_asking_options(question, pointer, findings);
    check_exclusive_options(question, pointer, findings);
    prefill::check(question, pointer, findings);
    check_fields_of_other_styles(question, pointer, findings);
    check_points(question, pointer, findings);
}

/// Finds options that ask for a text where no answer could hold it.
fn check_asking_options(question: &Question, pointer: &str, findings: &mut Findings) {
    let is_choice = question.requires_options() && !matches!(question.style, Style::Ranking | Style::Random);
    let rows = question.statements.iter().flat_map(|row| &row.options);
    let asking = (0..)
        .zip(&question.options)
        .filter(|(_, option)| option.asks_for_text);
    for (count, (at, _)) in asking.enumerate() {
        let message = match count {
            _ if !is_choice => "the answer to a question of this style has no place for a text",
            0 => continue,
            _ => "only one option of a question can ask for a text",
        };
        findings.add(
            &MISPLACED_FIELD,
            format_args!("{pointer}/options/{at}/asksForText"),
            message,
        );
    }
    if rows.into_iter().any(|option| option.asks_for_text) {
        let message = "the options of a row cannot ask for a text";
        findings.add(&MISPLACED_FIELD, format_args!("{pointer}/statements"), message);
    }
}

/// Finds exclusive options where nothing else could be selected beside them.
fn check_exclusive_options(question: &Question, pointer: &str, findings: &mut Findings) {
    let is_choice = question.requires_options() && !matches!(question.style, Style::Ranking | Style::Random);
    let message = "is for choices of which several can be selected";
    let mut report = |options: &[QuestionOption], pointer: &str| {
        for (at, _) in (0..).zip(options).filter(|(_, option)| option.exclusive) {
            findings.add(
                &MISPLACED_FIELD,
                format_args!("{pointer}/options/{at}/isExclusive"),
                message,
            );
        }
    };
    if !is_choice || !question.allows_multiple() {
        report(&question.options, pointer);
    }
    for (at, row) in question.statements.iter().enumerate() {
        report(&row.options, &format!("{pointer}/statements/{at}"));
    }
}

/// Finds fields that mean nothing for the question's style.
fn check_fields_of_other_styles(question: &Question, pointer: &str, findings: &mut Findings) {
    if !question.terms.is_empty() && question.answer_style() != Style::Agreement {
        let message = "only an `agreement` has terms";
        findings.add(&MISPLACED_FIELD, format_args!("{pointer}/terms"), message);
    }
    if question.schema_type.is_some() && !question.options.is_empty() {
        let message = "is for a field without options: the answer is one of them";
        findings.add(&MISPLACED_FIELD, format_args!("{pointer}/schemaType"), message);
    }
}

/// Finds points that no answer adds.
fn check_points(question: &Question, pointer: &str, findings: &mut Findings) {
    let kind = question.answer_kind();
    if !question.points.0.is_empty() && kind != AnswerKind::Number {
        let message = "multiplies the answered number, and the answer is none: give the options points";
        findings.add(&MISPLACED_FIELD, format_args!("{pointer}/scores"), message);
    }
    if matches!(kind, AnswerKind::Options | AnswerKind::Rows) {
        return;
    }
    let with_points = (0..)
        .zip(&question.options)
        .filter(|(_, option)| !option.points.0.is_empty());
    for (at, _) in with_points {
        let message = "is for options that visitors select";
        findings.add(
            &MISPLACED_FIELD,
            format_args!("{pointer}/options/{at}/scores"),
            message,
        );
    }
}

fn check_lengths(question: &Question, pointer: &str, findings: &mut Findings) {
    let bounds = question.min_length.zip(question.max_length);
    if bounds.is_some_and(|(min, max)| min > max) {
        findings.add(
            &IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/maxResponseLength"),
            "must not be below `minResponseLength`",
        );
    } else if question
        .min_length
        .is_some_and(|min| min > question.longest_text())
    {
        findings.add(
            &IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/minResponseLength"),
            "a text has at most 10,000 characters unless `maxResponseLength` says otherwise",
        );
    }
}

fn check_counts(question: &Question, pointer: &str, findings: &mut Findings) {
    let is_choice = question.requires_options() && question.style != Style::Ranking;
    let bounds = question.min_selection.zip(question.max_selection);
    if bounds.is_some_and(|(min, max)| min > max) {
        findings.add(
            &IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/maxSelectionCount"),
            "must not be below `minSelectionCount`",
        );
    } else if is_choice && question.max_selection == Some(0) {
        let message = "must be above 0";
        findings.add(
            &IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/maxSelectionCount"),
            message,
        );
    }
    let Some(min) = question.min_selection else { return };
    // An exclusive option cannot be selected together with others.
    let combinable = question.options.iter().filter(|option| !option.exclusive).count();
    let message = if is_choice && min > 1 && !question.allows_multiple() {
        "only one option can be selected; `isMultiSelect` allows several"
    } else if min as usize > combinable.max(1) || question.options.is_empty() && min > 0 {
        "there are fewer options than that"
    } else {
        return;
    };
    findings.add(
        &IMPOSSIBLE_BOUNDS,
        format_args!("{pointer}/minSelectionCount"),
        message,
    );
}

/// Finds look-ups that nothing carries out, and those of answers that are no text, which a connector could not be sent.
fn check_look_up(question: &Question, pointer: &str, findings: &mut Findings) {
    let has_text = !matches!(
        question.style,
        Style::File
            | Style::Link
            | Style::Matrix
            | Style::Naming
            | Style::Plain
            | Style::Random
            | Style::Ranking
            | Style::Screenshot
    );
    let (code, message) = if question.is_dynamic_request() && question.binding_model.is_none() {
        let message = "a `dynamic_request` needs the id of the connector that looks up its answer";
        (&MISSING_FIELD, message)
    } else if question.binding_model.is_some() && !has_text {
        let message = "the answer to a question of this style cannot be looked up";
        (&MISPLACED_FIELD, message)
    } else {
        if question.is_looked_up() {
            check_option_keys(question, pointer, findings);
        }
        return;
    };
    findings.add(code, format_args!("{pointer}/bindingModel"), message);
}

/// Finds options that a connector could not be told about: an option's text is its key.
fn check_option_keys(question: &Question, pointer: &str, findings: &mut Findings) {
    for (at, option) in question.options.iter().enumerate() {
        if option.key.is_empty() {
            let message = "is missing, but required where the answer is looked up";
            findings.add(
                &MISSING_FIELD,
                format_args!("{pointer}/options/{at}/key"),
                message,
            );
        }
    }
}

fn check_options(flow: &Flow, question: &Question, pointer: &str, findings: &mut Findings) {
    let can_be_visible = |option: &QuestionOption| {
        let mut triggers = option.visibility_triggers.iter();
        option.visible
            || triggers.any(|at| {
                let trigger = flow.triggers.get(at.0 as usize);
                trigger.is_some_and(|trigger| trigger.shows)
            })
    };
    let has_visible = |options: &[QuestionOption]| options.iter().any(&can_be_visible);
    let is_required = question.required && question.expects_answer();
    if question.style == Style::Matrix {
        let mut rows = question.statements.iter();
        if question.statements.is_empty() {
            let message = "a matrix needs statements";
            findings.add(&NO_OPTIONS, format_args!("{pointer}/statements"), message);
        } else if let Some(at) = rows.position(|row| question.options_of(row).is_empty()) {
            let id = question.statements.get(at).map_or("", |row| &row.id);
            let message = format!("the statement `{id}` has no options, neither its own nor the question's");
            findings
                .add(&NO_OPTIONS, format_args!("{pointer}/options"), message)
                .with("statement", id);
        } else if is_required && !rows_have_visible(question, has_visible) {
            findings.add(
                &UNANSWERABLE,
                format_args!("{pointer}/options"),
                "a required matrix needs options that can be visible",
            );
        }
    } else if question.requires_options() && question.options.is_empty() {
        findings.add(
            &NO_OPTIONS,
            format_args!("{pointer}/options"),
            "a question of this style needs options",
        );
    } else if question.requires_options() && is_required && !has_visible(&question.options) {
        findings.add(
            &UNANSWERABLE,
            format_args!("{pointer}/options"),
            "a required question needs options that can be visible",
        );
    }
}

/// Returns whether a row of a matrix has what `has_visible` asks for. Many rows can share the options of the question.
fn rows_have_visible(question: &Question, has_visible: impl Fn(&[QuestionOption]) -> bool) -> bool {
    let mut rows = question.statements.iter();
    let is_shared = rows.clone().any(|row| row.options.is_empty());
    is_shared && has_visible(&question.options) || rows.any(|row| has_visible(&row.options))
}
