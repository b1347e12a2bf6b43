//! The feedback payload: what a submission says (specification, section 3.5).

use serde::{Deserialize, Serialize};

/// The body of `POST /v1/feedbacks`, snake_case on the wire but for `hidePersonalData`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(default)]
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
}

/// One answer, or one option of it, on the wire.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(default)]
pub struct ResponseItem {
    /// The question.
    pub question_id: String,
    /// The selected option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option_id: Option<String>,
    /// The answer as text, always a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whether personal data in it is to be masked. What the stored flow says decides, not this.
    #[serde(rename = "hidePersonalData", skip_serializing_if = "is_false")]
    pub hide_personal_data: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
