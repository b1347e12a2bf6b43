//! Look-ups of answers elsewhere: dynamic requests and bindings. See docs/engine.md#look-ups.

use super::answered_flow::{AnsweredFlow, question_at, question_by_id};
use super::effect::Answers;
use super::look_up_state::LookUp;
use super::piping::text_of;
use super::request_ids::RequestIds;
use super::{FlowEffect, RequestResult};
use crate::message::MessageKey;
use crate::position::ElementIx;
use crate::sorted_map::SortedMap;

/// Requests what follows from an answer, unless it is invalid or its look-up is under way. A preview only validates.
pub(super) fn start(
    answered: &mut AnsweredFlow,
    question_id: &str,
    is_preview: bool,
    requests: &mut RequestIds,
    effects: &mut Vec<FlowEffect>,
) {
    let flow = answered.flow().clone();
    let Some((at, element, question)) = question_by_id(&flow, question_id) else {
        return;
    };
    let is_possible = question.is_looked_up()
        && answered.is_on_page(element)
        && !answered.records().look_up(at).is_under_way()
        && answered.counted_answer(at).is_some();
    if !is_possible {
        return;
    }
    let message = answered.validate(at, question);
    let is_invalid = message.is_some();
    answered.records_mut().set_message(at, message);
    if is_invalid || is_preview {
        return;
    }
    let request = requests.next();
    answered.records_mut().set_look_up(at, LookUp::UnderWay(request));
    let request_id = request.number();
    let question_id = question.id.clone();
    effects.push(if question.is_dynamic_request() {
        FlowEffect::DynamicRequest {
            request_id,
            question_id,
            flow_id: flow.id.clone(),
            answer: counted_text(answered, at),
        }
    } else {
        FlowEffect::BindingRequest {
            request_id,
            question_id,
            body: Answers(texts_by_key(answered)),
        }
    });
}

/// Ends a look-up; a failure is shown at the question. Returns its element if the result is the one that is awaited.
pub(super) fn finish(
    answered: &mut AnsweredFlow,
    question_id: &str,
    result: &RequestResult,
    has_answers: bool,
) -> Option<ElementIx> {
    let at = answered.flow().element_of_question(question_id);
    let at = at.filter(|at| answered.records().awaits_look_up(*at, result.request_id))?;
    let records = answered.records_mut();
    if result.is_success() {
        let done = LookUp::Done {
            has_answers,
            binding_id: result.body.id.as_deref().map(Into::into),
        };
        records.set_look_up(at, done);
    } else {
        records.set_look_up(at, LookUp::Failed);
        records.set_message(at, Some(MessageKey::SystemError.into()));
    }
    Some(at)
}

/// Returns whether a look-up of the current page is under way.
pub(super) fn is_under_way(answered: &AnsweredFlow) -> bool {
    let state = answered.current_state();
    let mut elements = state.into_iter().flat_map(|state| &state.elements);
    elements.any(|at| answered.records().look_up(*at).is_under_way())
}

/// Returns the answers that count, by question key, or by id where there is no key.
fn texts_by_key(answered: &AnsweredFlow) -> SortedMap<Box<str>> {
    let mut texts = SortedMap::new();
    for at in (0..).map(ElementIx).take(answered.flow().elements.len()) {
        let Some((_, question)) = question_at(answered.flow(), at) else {
            continue;
        };
        if answered.counted_answer(at).is_some() {
            let name = if question.key.is_empty() {
                &question.id
            } else {
                &question.key
            };
            texts.insert(name, counted_text(answered, at));
        }
    }
    texts
}

/// Returns the text of an answer that counts.
fn counted_text(answered: &AnsweredFlow, at: ElementIx) -> Box<str> {
    text_of(answered, at, answered.counted_answer(at)).into()
}
