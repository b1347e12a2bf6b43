//! Numeric questions that no number satisfies, and scales with too many buttons.

use super::findings::Findings;
use crate::codes::{IMPOSSIBLE_BOUNDS, LIMIT_EXCEEDED};
use crate::platform::PlatformRef;
use crate::question::{Question, Style};

/// Maximum number of buttons of a `score`, `star` or `ces` question (docs/flows.md#questions): 0 to 100.
const MAX_BUTTONS: u32 = 101;

pub(super) fn check(question: &Question, pointer: &str, platform: PlatformRef, findings: &mut Findings) {
    let is_ordered = check_bounds(question, pointer, platform, findings);
    // Without an order, `step` and the number of buttons mean nothing.
    if is_ordered {
        check_steps(question, pointer, platform, findings);
    }
}

/// Checks that each lower bound is below its upper bound, with the style's own bounds as defaults.
fn check_bounds(question: &Question, pointer: &str, platform: PlatformRef, findings: &mut Findings) -> bool {
    if has_limits(question) && is_above(question.scale()) {
        findings.add(
            &IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/upperLimit"),
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
        (None, Some(high)) => {
            let high = platform.format_number(high);
            let message = format!("must be below `max`, which is {high} by default");
            findings
                .add(&IMPOSSIBLE_BOUNDS, format_args!("{pointer}/min"), message)
                .with("limit", high);
        }
        _ => {
            let message = "must be above `min`";
            findings.add(&IMPOSSIBLE_BOUNDS, format_args!("{pointer}/max"), message);
        }
    }
    false
}

/// Checks that the scale offers more than one valid number, and not too many buttons.
fn check_steps(question: &Question, pointer: &str, platform: PlatformRef, findings: &mut Findings) {
    let has_buttons = matches!(question.style, Style::Score | Style::Star | Style::Ces);
    let (low, high) = question.scale();
    let has_halves = question.style == Style::Star && question.step == Some(0.5);
    if has_halves && low.is_some_and(|low| is_fraction(low * 2.0)) {
        findings.add(
            &IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/min"),
            "must be a whole number or a half, as the answers of this question are",
        );
        return;
    }
    if has_halves {
        // Halves of stars have nothing to be whole.
    } else if has_buttons || question.style == Style::Age {
        if question.step.is_some_and(is_fraction) {
            findings.add(
                &IMPOSSIBLE_BOUNDS,
                format_args!("{pointer}/step"),
                match question.style {
                    Style::Star => "must be a whole number, or 0.5 for half stars",
                    _ => "must be a whole number, as the answers of this style are",
                },
            );
            return;
        }
        let is_start_of_steps = has_buttons || question.step.is_some();
        if is_start_of_steps && low.is_some_and(is_fraction) {
            let field = if has_buttons { "min" } else { "lowerLimit" };
            findings.add(
                &IMPOSSIBLE_BOUNDS,
                format_args!("{pointer}/{field}"),
                "must be a whole number, as the answers of this style are",
            );
            return;
        }
        if is_above((low.map(f64::ceil), high.map(f64::floor))) {
            findings.add(
                &IMPOSSIBLE_BOUNDS,
                format_args!("{pointer}/upperLimit"),
                "there is no whole number between `lowerLimit` and this",
            );
            return;
        }
    }
    let Some((low, high)) = low.zip(high).filter(|(low, high)| low < high) else {
        return;
    };
    if question.step.is_some_and(|step| step > high - low) {
        findings.add(
            &IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/step"),
            "is larger than the whole scale, so only one number can be chosen",
        );
        return;
    }
    let buttons = ((high - low) / question.step.unwrap_or(1.0)).floor() + 1.0;
    if has_buttons && buttons > f64::from(MAX_BUTTONS) {
        let buttons = platform.format_number(buttons);
        let message = format!(
            "makes {buttons} buttons; at most {MAX_BUTTONS} are allowed. Use a larger `step` or a `slider`"
        );
        findings
            .add(&LIMIT_EXCEEDED, format_args!("{pointer}/max"), message)
            .with("limit", MAX_BUTTONS);
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
