//! Flows that take visitors long.

use super::super::findings::Findings;
use crate::codes::LONG_FLOW;
use crate::flow::QuestionCounts;
use crate::flow::model::Flow;
use crate::question::Style;

/// Minutes after which many visitors give up.
const MAX_MINUTES: usize = 10;

pub(super) fn check(flow: &Flow, findings: &mut Findings) {
    let ahead = flow.questions_ahead();
    let mut questions = ahead.into_iter().nth(flow.initial.0 as usize).unwrap_or_default();
    for style in flow.asked_styles(flow.initial) {
        *questions.get_or_insert_with(style, || 0) += 1;
    }
    let minutes = seconds_for(&questions).div_ceil(60);
    if minutes > MAX_MINUTES {
        let message = format!(
            "the longest way takes about {minutes} minutes; visitors give up after {MAX_MINUTES}. Ask less, or divide the flow"
        );
        findings
            .add(&LONG_FLOW, "/states", message)
            .with("minutes", minutes)
            .with("limit", MAX_MINUTES);
    }
}

/// Returns how long the questions take; the page estimates the time that is left by the same seconds (docs/flows.md#pace).
fn seconds_for(questions: &QuestionCounts) -> usize {
    let of_each = questions
        .iter()
        .map(|(style, number)| number * seconds_of(*style));
    of_each.sum()
}

/// Returns how long people take for a question: to read it, to decide, and to answer.
fn seconds_of(style: Style) -> usize {
    match style {
        Style::Gender | Style::Star => 4,
        Style::Score | Style::Ces | Style::CustomScore => 5,
        Style::Radio | Style::DynamicMultipleChoice | Style::Slider | Style::Agreement => 6,
        Style::Dropdown => 8,
        Style::Naming => 12,
        Style::Ranking => 20,
        Style::Matrix | Style::File | Style::Screenshot => 25,
        Style::Textarea => 30,
        Style::PhoneVerification => 40,
        _ => 10,
    }
}
