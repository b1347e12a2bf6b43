//! Questions that no answer satisfies: bounds that exclude each other, and choices that nothing is offered for.

use super::Findings;
use crate::flow::Flow;
use crate::question::{Question, QuestionOption, Style};

/// Finds what is wrong with a question.
pub(super) fn check(flow: &Flow, question: &Question, place: &str, findings: &mut Findings) {
    check_lengths(question, place, findings);
    check_numbers(question, place, findings);
    check_counts(question, place, findings);
    check_offer(flow, question, place, findings);
}

fn check_lengths(question: &Question, place: &str, findings: &mut Findings) {
    if is_above(question.min_length, question.max_length) {
        findings.error(
            format!("{place}/maxResponseLength"),
            "must not be below `minResponseLength`",
        );
    }
}

/// The bounds of numbers, with the style's own where the flow names none.
fn check_numbers(question: &Question, place: &str, findings: &mut Findings) {
    let has_limits = matches!(question.style, Style::Numeric | Style::Age);
    if has_limits {
        let (low, high) = question.scale();
        if is_above(low, high) {
            findings.error(
                format!("{place}/upperLimit"),
                "must not be below `lowerLimit`, which is 0 for an age that names none",
            );
        }
    }
    let (low, high) = if has_limits {
        (question.min, question.max)
    } else {
        question.scale()
    };
    if low.zip(high).is_some_and(|(low, high)| low >= high) {
        match (question.max, high) {
            (None, Some(high)) => findings.error(
                format!("{place}/min"),
                &format!("must be below `max`, which is {high} where it is not given"),
            ),
            _ => findings.error(format!("{place}/max"), "must be above `min`"),
        }
    }
}

fn check_counts(question: &Question, place: &str, findings: &mut Findings) {
    let is_choice = question.requires_options() && question.style != Style::Ranking;
    if is_above(question.min_selection, question.max_selection) {
        findings.error(
            format!("{place}/maxSelectionCount"),
            "must not be below `minSelectionCount`",
        );
    } else if is_choice && question.max_selection == Some(0) {
        findings.error(format!("{place}/maxSelectionCount"), "must be above 0");
    }
    let Some(min) = question.min_selection else { return };
    // An exclusive option is never one of several.
    let together = question.options.iter().filter(|option| !option.exclusive).count();
    let message = if is_choice && min > 1 && !question.allows_multiple() {
        "only one option can be selected; `isMultiSelect` allows several"
    } else if min as usize > together.max(1) || question.options.is_empty() && min > 0 {
        "there are fewer options than that"
    } else {
        return;
    };
    findings.error(format!("{place}/minSelectionCount"), message);
}

/// What there is to choose from.
fn check_offer(flow: &Flow, question: &Question, place: &str, findings: &mut Findings) {
    let is_ever_offered = |option: &QuestionOption| {
        let mut triggers = option.visibility_triggers.iter();
        option.visible
            || triggers.any(|at| {
                let trigger = flow.triggers.get(at.0 as usize);
                trigger.is_some_and(|trigger| trigger.shows)
            })
    };
    let offers = |options: &[QuestionOption]| options.iter().any(is_ever_offered);
    let wants_answer = question.required && question.expects_answer();
    if question.style == Style::Matrix {
        let mut rows = question.statements.iter();
        if question.statements.is_empty() && wants_answer {
            findings.error(
                format!("{place}/statements"),
                "a required matrix needs statements",
            );
        } else if wants_answer && !rows.any(|row| offers(question.options_of(row))) {
            findings.error(
                format!("{place}/options"),
                "a required matrix needs options that are offered at some time",
            );
        }
    } else if question.requires_options() && question.options.is_empty() {
        findings.error(
            format!("{place}/options"),
            "a question of this style needs options",
        );
    } else if question.requires_options() && wants_answer && !offers(&question.options) {
        findings.error(
            format!("{place}/options"),
            "a required question needs options that are offered at some time",
        );
    }
}

fn is_above<T: PartialOrd>(low: Option<T>, high: Option<T>) -> bool {
    low.zip(high).is_some_and(|(low, high)| low > high)
}
