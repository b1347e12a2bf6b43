//! Stores what was looked up for an answer with the answer (docs/connectors.md#binding-data).

use super::personal_data::mask_value;
use base::encoding::base64url;
use engine::{Feedback, Flow, ResponseItem};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use store::Binding;

/// Most bindings of one feedback that are looked at; a flow has few questions that are looked up.
const MAX_BINDINGS: usize = 32;

/// The binding data that a feedback may have, by the id that its response items name.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    data: HashMap<String, Value>,
}

/// Returns the ids of the bindings that response items name.
pub(crate) fn named_bindings(responses: &[ResponseItem]) -> Vec<&str> {
    let ids = responses.iter().filter_map(|item| item.binding_id.as_deref());
    ids.take(MAX_BINDINGS).collect()
}

/// Returns the hash by which the answer of a feedback is known to be the one that was looked up.
pub(crate) fn answer_hash(text: &str) -> String {
    base64url(&Sha256::digest(text.trim()))
}

impl Bindings {
    /// Keeps the stored bindings that belong to a feedback: to its device, node and flow, and to the question and the answer
    /// of the item that names them. A visitor cannot give one answer and store what was looked up for another.
    pub(crate) fn of(feedback: &Feedback, stored: Vec<Binding>, flow: &Flow) -> Self {
        let belongs = |binding: &Binding| {
            let mut items = feedback.responses.iter();
            let item = items.find(|item| item.binding_id.as_deref() == Some(&binding.id));
            binding.device_id == feedback.device_id
                && binding.node_id == feedback.node_id
                && binding.flow_id == feedback.flow_id
                && item.is_some_and(|item| item.question_id == binding.question_id)
                && answer_hash(&answer_text(&feedback.responses, &binding.question_id, flow))
                    == binding.answer_hash
        };
        let data = stored.into_iter().filter(belongs);
        Self {
            data: data
                .filter_map(|binding| Some((binding.id, serde_json::from_str(&binding.data).ok()?)))
                .collect(),
        }
    }

    /// Returns the data with an id, personal data masked in it as in its answer; `None` if none belongs to the answer.
    pub(super) fn find(&self, id: &str, hides_personal_data: bool) -> Option<Value> {
        let mut data = self.data.get(id)?.clone();
        if hides_personal_data {
            mask_value(&mut data);
        }
        Some(data)
    }
}

/// Returns the text of an answer as the engine sends it to a look-up: its body, or the keys of its options.
fn answer_text(responses: &[ResponseItem], question_id: &str, flow: &Flow) -> String {
    let options = flow
        .question(question_id)
        .map(|question| question.options.as_slice());
    let key = |id: &str| {
        let mut options = options.unwrap_or_default().iter();
        options
            .find(|option| *option.id == *id)
            .map(|option| option.key.to_string())
    };
    let items = responses.iter().filter(|item| item.question_id == question_id);
    let texts: Vec<String> = items
        .filter_map(|item| item.body.clone().or_else(|| key(item.option_id.as_deref()?)))
        .collect();
    texts.join(",")
}
