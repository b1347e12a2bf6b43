//! Response items as they are stored and listed: an answer with what the server knows of it.

use super::bindings::Bindings;
use base::json::to_text;
use engine::ResponseItem;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Serialize)]
struct StoredItem {
    #[serde(flatten)]
    item: ResponseItem,
    /// True where a phone number was verified, else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
    /// What was looked up for the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    binding_data: Option<Value>,
    /// True where the item named binding data that the server does not have, else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    binding_unknown: Option<bool>,
}

/// Returns response items as JSON: with `verified` where the question's phone number is, and with binding data in place of
/// its id.
pub(super) fn stored_responses(
    responses: Vec<ResponseItem>,
    verified: &BTreeSet<String>,
    bindings: &Bindings,
) -> String {
    let stored: Vec<StoredItem> = responses
        .into_iter()
        .map(|mut item| {
            let binding_id = item.binding_id.take();
            let binding_data = binding_id
                .as_ref()
                .and_then(|id| bindings.find(id, item.hide_personal_data));
            let is_unknown = binding_id.is_some() && binding_data.is_none();
            StoredItem {
                verified: verified.contains(&item.question_id).then_some(true),
                binding_data,
                binding_unknown: is_unknown.then_some(true),
                item,
            }
        })
        .collect();
    to_text(&stored)
}
