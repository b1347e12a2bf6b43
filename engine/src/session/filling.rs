//! Filling in answers that the visitor did not give: preloaded ones, and the results of look-ups.

use super::answered_flow::{AnsweredFlow, Origin, question_at};
use crate::position::ElementIx;
use crate::sorted_map::SortedMap;

/// Where the answers come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FillSource {
    Preloaded,
    LookUp,
}

/// Fills in answers, given as text by question id or key. Hidden questions are filled too.
pub(super) fn fill(answered: &mut AnsweredFlow, answers: &SortedMap<String>, source: FillSource) {
    for (name, text) in answers.iter() {
        fill_question(answered, name, text.trim(), source);
    }
}

fn fill_question(answered: &mut AnsweredFlow, name: &str, text: &str, source: FillSource) {
    let flow = answered.flow().clone();
    let at = flow
        .element_of_question(name)
        .or_else(|| flow.element_of_question_key(name));
    let Some((at, (element, question))) = at.and_then(|at| Some((at, question_at(&flow, at)?))) else {
        return;
    };
    let is_hidden = !answered.is_visible(element);
    // What was answered on earlier pages has led the visitor on.
    let is_left = !is_hidden && answered.path().contains(element.state) && !answered.is_on_page(element);
    if is_left || !question.expects_answer() || text.is_empty() {
        return;
    }
    if source == FillSource::LookUp && !is_hidden && is_given_by_visitor(answered, at) {
        return;
    }
    let by_look_up = source == FillSource::LookUp;
    let origin = match source {
        _ if is_hidden => Origin::Preset { by_look_up },
        FillSource::LookUp => Origin::LookUp,
        FillSource::Preloaded => Origin::Visitor,
    };
    let input = question.parse_text(text, answered.platform());
    answered.set_answer(at, question, Some(&input), origin);
    answered.revalidate(at, question);
}

/// Returns whether the visitor gave the value of an element. The result of a look-up may come late and must not
/// replace it.
fn is_given_by_visitor(answered: &AnsweredFlow, at: ElementIx) -> bool {
    let records = answered.records();
    let is_looked_up = matches!(
        records.origin(at),
        Origin::LookUp | Origin::Preset { by_look_up: true }
    );
    !is_looked_up && records.answer(at).is_some_and(|answer| !answer.is_empty())
}
