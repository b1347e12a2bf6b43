//! The feedback payload of a submission. See docs/engine.md#payload.

use crate::json::Json;
use crate::sorted_map::SortedMap;
#[cfg(feature = "native")]
use serde::Deserialize;
use serde::Serialize;

/// The body of `POST /v1/feedbacks`. On the wire it is in snake case except `hidePersonalData`.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "native", derive(Deserialize), serde(default))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Feedback {
    /// The browser's random id.
    pub device_id: String,
    /// When the feedback was built: RFC 3339, UTC, with milliseconds.
    pub created_at: String,
    pub node_id: String,
    pub flow_id: String,
    /// The revision that was answered; absent means the newest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow_revision: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// The widget in which the flow was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub widget_code: Option<String>,
    /// The address that the visitor was on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin_url: Option<String>,
    /// The id of the flow's language that was shown last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_id: Option<String>,
    /// Whether the feedback was built without a network.
    pub created_offline: bool,
    /// Whole seconds since the visitor started.
    pub time_spent_in_seconds: u32,
    /// The response items, in order of the path, then of the page.
    pub responses: Vec<ResponseItem>,
    /// What the response items add to the flow's scores, by their keys. See docs/flows.md#scores.
    #[serde(skip_serializing_if = "SortedMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, number>"))]
    pub scores: SortedMap<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub customer: Option<Customer>,
    /// The ids of the uploads among the answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub attachment_ids: Vec<String>,
}

/// What is known about the visitor, and what the answers say. See docs/engine.md#customer.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "native", derive(Deserialize), serde(default))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Customer {
    /// The id that the server gave this visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The answer of style `email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The answer of style `naming`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The answer of style `phone_number` or `phone_verification`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// The option's key of style `gender`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<String>,
    /// The current year minus the answer of style `age`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<i32>,
    /// The answer of style `external_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// The answers of style `customer_schema`, by question key.
    #[serde(skip_serializing_if = "SortedMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub schema: SortedMap<String>,
    /// The attributes that the host page passed.
    #[serde(skip_serializing_if = "SortedMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, unknown>"))]
    pub custom_attributes: SortedMap<Json>,
}

/// An answer on the wire, or one option of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "native", derive(Deserialize), serde(default))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ResponseItem {
    /// The question, or the statement of a matrix.
    pub question_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option_id: Option<String>,
    /// The answer as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The place of an option in a `ranking`, 1 for the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<u32>,
    /// The id of an upload of style `file` or `screenshot`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_storage_blob_id: Option<String>,
    /// What the server keeps of the answer's look-up; in the first item of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binding_id: Option<String>,
    /// The server's proof that the number of a `phone_verification` is the visitor's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification_token: Option<String>,
    /// Whether personal data has to be masked. The server goes by the stored flow instead.
    #[serde(rename = "hidePersonalData", skip_serializing_if = "is_false")]
    pub hide_personal_data: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
