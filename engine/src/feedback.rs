//! The feedback payload: what a submission says (specification, section 3.5).

use crate::sorted_map::SortedMap;
#[cfg(feature = "native")]
use serde::Deserialize;
use serde::Serialize;

/// The body of `POST /v1/feedbacks`, snake_case on the wire but for `hidePersonalData`.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "native", derive(Deserialize), serde(default))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Feedback {
    /// The browser's own random id.
    pub device_id: String,
    /// When the feedback was made: RFC 3339, UTC, milliseconds.
    pub created_at: String,
    /// The node it is for.
    pub node_id: String,
    /// The flow that was answered.
    pub flow_id: String,
    /// The flow's revision; absent means the newest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow_revision: Option<u32>,
    /// The known visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// Where the visitor was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin_url: Option<String>,
    /// Id of the flow's language that was shown last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_id: Option<String>,
    /// Whether it was made without a network.
    pub created_offline: bool,
    /// Whole seconds from the session's start.
    pub time_spent_in_seconds: u32,
    /// The answers, in order of the path, then of the page.
    pub responses: Vec<ResponseItem>,
    /// What the answers say about the visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub customer: Option<Customer>,
    /// The uploads among the answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub attachment_ids: Vec<String>,
}

/// A known visitor, as far as the answers tell (specification, section 3.3).
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "native", derive(Deserialize), serde(default))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Customer {
    /// From `email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// From `naming`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// From `phone_number` or `phone_verification`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// From `gender`: the option's key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<String>,
    /// From `age`: the current year minus the age.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<i32>,
    /// From `external_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// From `customer_schema`, by question key.
    #[serde(skip_serializing_if = "SortedMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub schema: SortedMap<String>,
    /// What the host page passed.
    #[serde(skip_serializing_if = "SortedMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub custom_attributes: SortedMap<String>,
}

/// One answer, or one option of it, on the wire.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "native", derive(Deserialize), serde(default))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ResponseItem {
    /// The question.
    pub question_id: String,
    /// The selected option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option_id: Option<String>,
    /// The answer as text, always a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// `ranking`: the option's place, 1 for the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<u32>,
    /// `file`, `screenshot`: the upload.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_storage_blob_id: Option<String>,
    /// Whether personal data in it is to be masked. What the stored flow says decides, not this.
    #[serde(rename = "hidePersonalData", skip_serializing_if = "is_false")]
    pub hide_personal_data: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
