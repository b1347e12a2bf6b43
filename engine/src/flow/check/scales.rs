//! Numeric questions that no number satisfies, and scales with too many buttons.

use super::findings::Findings;
use crate::question::{Question, Style};

/// Maximum number of buttons of a `score`, `star` or `ces` question (docs/flows.md#questions): 0 to 100.
const MAX_BUTTONS: f64 = 101.0;

pub(super) fn check(question: &Question, pointer: &str, findings: &mut Findings) {
    let is_ordered = check_bounds(question, pointer, findings);
    // Without an order, `step` and the number of buttons mean nothing.
    if is_ordered {
        check_steps(question, pointer, findings);
    }
}

/// Checks that each lower bound is below its upper bound, with the style's own bounds as defaults.
fn check_bounds(question: &Question, pointer: &str, findings: &mut Findings) -> bool {
    if has_limits(question) && is_above(question.scale()) {
        findings.error(
            format!("{pointer}/upperLimit"),
            "must not be below `lowerLimit`, which is 0 for an age without one",
        );
        return false;
    }
    let (low, high) = if has_limits(question) {
        (question.min, question.max)
    } else {
        question.scale()
    };
    if low.zip(high).is_none_or(|(low, high)| low < high) {
        return true;
    }
    match (question.max, high) {
        (None, Some(high)) => findings.error(
            format!("{pointer}/min"),
            &format!("must be below `max`, which is {high} by default"),
        ),
        _ => findings.error(format!("{pointer}/max"), "must be above `min`"),
    }
    false
}

/// Checks that the scale offers more than one valid number, and not too many buttons.
fn check_steps(question: &Question, pointer: &str, findings: &mut Findings) {
    let has_buttons = matches!(question.style, Style::Score | Style::Star | Style::Ces);
    let (low, high) = question.scale();
    let has_halves = question.style == Style::Star && question.step == Some(0.5);
    if has_halves && low.is_some_and(|low| is_fraction(low * 2.0)) {
        return findings.error(
            format!("{pointer}/min"),
            "must be a whole number or a half, as the answers of this question are",
        );
    }
    if has_halves {
        // Halves of stars have nothing to be whole.
    } else if has_buttons || question.style == Style::Age {
        if question.step.is_some_and(is_fraction) {
            return findings.error(
                format!("{pointer}/step"),
                match question.style {
                    Style::Star => "must be a whole number, or 0.5 for half stars",
                    _ => "must be a whole number, as the answers of this style are",
                },
            );
        }
        let is_start_of_steps = has_buttons || question.step.is_some();
        if is_start_of_steps && low.is_some_and(is_fraction) {
            let field = if has_buttons { "min" } else { "lowerLimit" };
            return findings.error(
                format!("{pointer}/{field}"),
                "must be a whole number, as the answers of this style are",
            );
        }
        if is_above((low.map(f64::ceil), high.map(f64::floor))) {
            return findings.error(
                format!("{pointer}/upperLimit"),
                "there is no whole number between `lowerLimit` and this",
            );
        }
    }
    let Some((low, high)) = low.zip(high).filter(|(low, high)| low < high) else {
        return;
    };
    if question.step.is_some_and(|step| step > high - low) {
        findings.error(
            format!("{pointer}/step"),
            "is larger than the whole scale, so only one number can be chosen",
        );
        return;
    }
    let buttons = ((high - low) / question.step.unwrap_or(1.0)).floor() + 1.0;
    if has_buttons && buttons > MAX_BUTTONS {
        findings.error(
            format!("{pointer}/max"),
            &format!("makes {buttons} buttons; at most {MAX_BUTTONS} are allowed. Use a larger `step` or a `slider`"),
        );
    }
}

/// Returns whether the style is bounded by `lowerLimit` and `upperLimit`, and not by `min` and `max`.
fn has_limits(question: &Question) -> bool {
    matches!(question.answer_style(), Style::Numeric | Style::Age)
}

fn is_above((low, high): (Option<f64>, Option<f64>)) -> bool {
    low.zip(high).is_some_and(|(low, high)| low > high)
}

fn is_fraction(number: f64) -> bool {
    number.fract() != 0.0
}
