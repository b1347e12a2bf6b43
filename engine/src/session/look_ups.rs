//! Look-ups of answers elsewhere: dynamic requests and bindings. See docs/engine.md#look-ups.

use super::FlowEffect;
use super::answered_flow::{AnsweredFlow, question_at, question_by_id};
use super::effect::Answers;
use super::request_ids::RequestIds;
use crate::message::MessageKey;
use crate::position::ElementIx;
use crate::sorted_map::SortedMap;

/// Requests what follows from an answer, unless it is invalid or looked up already. A preview only validates.
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
    let is_dynamic = question.is_dynamic_request();
    let is_possible = (is_dynamic || question.binding_model.is_some())
        && answered.is_on_page(element)
        && !answered.records().is_loading(at)
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
    answered.records_mut().set_look_up(at, Some(request));
    let request_id = request.number();
    let question_id = question.id.clone();
    effects.push(if is_dynamic {
        FlowEffect::DynamicRequest {
            request_id,
            question_id,
            flow_id: flow.id.clone(),
            answer: text_of(answered, at).into(),
        }
    } else {
        FlowEffect::BindingRequest {
            request_id,
            question_id,
            body: Answers(texts_by_key(answered)),
        }
    });
}

/// Ends a look-up; a failure is shown at the question. Returns whether its answers may be filled in.
pub(super) fn finish(
    answered: &mut AnsweredFlow,
    question_id: &str,
    echoed_id: Option<u32>,
    is_success: bool,
) -> bool {
    let at = answered.flow().element_of_question(question_id);
    let Some(at) = at.filter(|at| answered.records().awaits_look_up(*at, echoed_id)) else {
        return false;
    };
    let records = answered.records_mut();
    records.set_look_up(at, None);
    if !is_success {
        records.set_message(at, Some(MessageKey::SystemError.into()));
    }
    is_success
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
            texts.insert(name, text_of(answered, at).into());
        }
    }
    texts
}

/// Returns the texts of an answer that counts, joined by commas.
fn text_of(answered: &AnsweredFlow, at: ElementIx) -> String {
    let mut joined = String::new();
    let question = question_at(answered.flow(), at);
    if let (Some((_, question)), Some(answer)) = (question, answered.counted_answer(at)) {
        answer.any_text(question, answered.platform(), &mut |text| {
            if !joined.is_empty() {
                joined.push(',');
            }
            joined.push_str(text);
            false
        });
    }
    joined
}
