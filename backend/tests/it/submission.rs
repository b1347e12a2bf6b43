//! Submissions to send.

use serde_json::{Value, json};

/// A complete feedback that ends with thanks.
pub(crate) fn happy(device_id: &str) -> Value {
    json!({
        "device_id": device_id,
        "created_at": "2026-11-21T10:20:30.456Z",
        "node_id": "door",
        "flow_id": "visit",
        "flow_revision": 1,
        "time_spent_in_seconds": 12,
        "responses": [
            {"question_id": "mood", "option_id": "good"},
            {"question_id": "recommend", "body": "9"},
        ],
    })
}

/// A complete feedback that ends in a chat.
pub(crate) fn unhappy(device_id: &str) -> Value {
    with_responses(
        happy(device_id),
        json!([{"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": "Too cold"}]),
    )
}

pub(crate) fn with_responses(submission: Value, responses: Value) -> Value {
    with(submission, "responses", responses)
}

pub(crate) fn with(mut submission: Value, field: &str, value: impl Into<Value>) -> Value {
    submission[field] = value.into();
    submission
}
