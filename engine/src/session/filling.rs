//! Filling in answers that the visitor did not give: those of the page's address and preloaded ones, the results of
//! look-ups, and what is known about the visitor.

use super::answered_flow::{AnsweredFlow, Origin, question_at};
use super::customer::known_answer;
use crate::feedback::Customer;
use crate::position::ElementIx;
use crate::question::Style;
use crate::sorted_map::SortedMap;

/// Where the answers come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FillSource {
    /// The page's address, which may have lost plus signs.
    Address,
    /// The script of the host page.
    Host,
    LookUp,
    /// What is known about the visitor.
    Customer,
}

/// Fills in answers, given as text by question id or key. Hidden questions are filled too. Returns the names of those that fit
/// no question.
pub(super) fn fill(
    answered: &mut AnsweredFlow,
    answers: &SortedMap<String>,
    source: FillSource,
) -> Vec<Box<str>> {
    let mut unfit = Vec::new();
    for (name, text) in answers.iter() {
        if !fill_question(answered, name, text, source) {
            unfit.push(name.into());
        }
    }
    unfit
}

/// Fills in what is known about the visitor where a question asks for it.
pub(super) fn fill_from_customer(answered: &mut AnsweredFlow, customer: &Customer) {
    let flow = answered.flow().clone();
    for question in flow
        .elements
        .iter()
        .filter_map(|element| element.question.as_deref())
    {
        if let Some(text) = known_answer(customer, question) {
            fill_question(answered, &question.id, text, FillSource::Customer);
        }
    }
}

/// Fills in what the page's address has for questions with `prefill`; for another visitor than the first only hidden
/// fields, since the address may describe who came with it.
pub(super) fn fill_from_address(
    answered: &mut AnsweredFlow,
    query: &SortedMap<String>,
    is_first_visitor: bool,
) {
    let flow = answered.flow().clone();
    for element in &flow.elements {
        if let Some(question) = element.question.as_deref()
            && (is_first_visitor || question.style == Style::HiddenField)
            && let Some(text) = question.prefill.as_deref().and_then(|name| query.get(name))
        {
            fill_question(answered, &question.id, text, FillSource::Address);
        }
    }
}

/// Returns whether the question has an answer from it.
fn fill_question(answered: &mut AnsweredFlow, name: &str, text: &str, source: FillSource) -> bool {
    let flow = answered.flow().clone();
    let at = flow
        .element_of_question(name)
        .or_else(|| flow.element_of_question_key(name));
    let Some((at, (element, question))) = at.and_then(|at| Some((at, question_at(&flow, at)?))) else {
        return false;
    };
    let text = &*match source {
        FillSource::Address => question.with_plus(text),
        FillSource::Host | FillSource::LookUp | FillSource::Customer => text.trim().into(),
    };
    let is_hidden = !answered.is_visible(element);
    // What was answered on earlier pages has led the visitor on.
    let is_left = !is_hidden && answered.path().contains(element.state) && !answered.is_on_page(element);
    let is_hidden_field = question.style == Style::HiddenField;
    if is_left || !(question.expects_answer() || is_hidden_field) || text.is_empty() {
        return false;
    }
    let is_late = matches!(source, FillSource::LookUp | FillSource::Customer);
    if is_late && !is_hidden && is_given_by_visitor(answered, at) {
        return false;
    }
    let by_look_up = source == FillSource::LookUp;
    let origin = match source {
        _ if is_hidden || is_hidden_field => Origin::Preset { by_look_up },
        FillSource::LookUp => Origin::LookUp,
        FillSource::Address | FillSource::Host | FillSource::Customer => Origin::Visitor,
    };
    let input = question.parse_text(text, answered.platform());
    // Nobody could mend a hidden field.
    let answer = question.parse_answer(&input, None);
    if is_hidden_field && question.validate(answer.as_ref(), 0).is_some() {
        return false;
    }
    answered.set_answer(at, question, Some(&input), origin);
    answered.revalidate(at, question);
    answer.is_some_and(|answer| !answer.is_empty())
}

/// Returns whether the visitor gave the value of an element. What comes from elsewhere may come late and must not replace
/// it.
fn is_given_by_visitor(answered: &AnsweredFlow, at: ElementIx) -> bool {
    let records = answered.records();
    let is_looked_up = matches!(
        records.origin(at),
        Origin::LookUp | Origin::Preset { by_look_up: true }
    );
    !is_looked_up && records.answer(at).is_some_and(|answer| !answer.is_empty())
}
