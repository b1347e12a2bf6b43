//! The shapes of JSON that no type of the server has: it is kept as text, or read by hand.

#![expect(dead_code, reason = "these types describe and are never made")]

use crate::chat::{AnsweredQuestion, Rating, TimelineItem, rating_value};
use serde_json::Value;
use std::collections::BTreeMap;
use store::ChatStatus;
use utoipa::ToSchema;

/// A flow as the engine reads it (docs/flows.md).
#[derive(ToSchema)]
pub(in crate::http) struct FlowDefinition {
    id: String,
    /// Of the definition; it never changes under the same number.
    revision: u32,
    /// The states, of which the first or the one with `isInitialState` comes first.
    states: Vec<BTreeMap<String, Value>>,
}

/// The text of a file with a record, at most 8 MiB: as `pulsen import` reads it.
#[derive(ToSchema)]
#[schema(value_type = Object)]
pub(in crate::http) struct RecordFile(BTreeMap<String, Value>);

/// A file that another product exports, at most 8 MiB.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub(in crate::http) struct SurveyFile(Vec<u8>);

/// A JSON Patch (RFC 6902): at most 1,000 operations, in 1 MiB.
#[derive(ToSchema)]
pub(in crate::http) struct PatchOperations(Vec<BTreeMap<String, Value>>);

/// The answer to a `dynamic_request`, to be looked up.
#[derive(ToSchema)]
pub(in crate::http) struct LookUpRequest {
    #[schema(max_length = 128)]
    question_id: String,
    /// A text; numbers and booleans are taken as text.
    answer: Option<Value>,
    /// That of the path.
    flow_id: Option<String>,
    /// The revision that is answered; absent: the newest.
    flow_revision: Option<u32>,
    /// Whose visitor asks; needed where the flow belongs to several nodes.
    node_id: Option<String>,
    /// The random id of the browser; without it nothing is kept for the feedback.
    device_id: Option<String>,
}

/// The answers from which a question with a `bindingModel` is looked up.
#[derive(ToSchema)]
pub(in crate::http) struct BindingRequest {
    /// The id of the question.
    #[schema(max_length = 128)]
    reference_id: String,
    /// The answers by question key, or by id where there is no key. Numbers and booleans are taken as text.
    body: Option<BTreeMap<String, Value>>,
    /// Needed where several flows look up a question with this id.
    flow_id: Option<String>,
    /// The revision that is answered; absent: the newest.
    flow_revision: Option<u32>,
    /// Whose visitor asks; needed where the flow belongs to several nodes.
    node_id: Option<String>,
    /// The random id of the browser; without it nothing is kept for the feedback.
    device_id: Option<String>,
}

/// Where a code is sent to, and for what.
#[derive(ToSchema)]
pub(in crate::http) struct CodeRequest {
    /// The number in the format of E.164.
    #[schema(examples("+905321234567"), max_length = 32)]
    address: String,
    /// `sms`, the only kind.
    kind: Option<String>,
    /// The question of style `phone_verification`.
    question_id: String,
    node_id: String,
    /// What the visitor answers; absent: the flow that the node has now.
    flow_id: Option<String>,
    /// The number of its revision; absent: the newest.
    flow_revision: Option<u32>,
    /// Needed here or as the header `X-Device-Id`.
    device_id: Option<String>,
    /// The code of the language of the message.
    language: Option<String>,
}

/// A code that the visitor typed.
#[derive(ToSchema)]
pub(in crate::http) struct TypedCode {
    /// The `id` that the answer to the request for a code has.
    verification_id: String,
    #[schema(max_length = 32)]
    token: String,
}

/// The token of a chat, where no header and no address has it.
#[derive(ToSchema)]
pub(in crate::http) struct ChatTokenBody {
    token: Option<String>,
}

/// What proves that the visitor may begin the chat.
#[derive(ToSchema)]
pub(in crate::http) struct ChatStartBody {
    /// `chat_start_token` of the stored feedback.
    token: String,
}

/// The customer's verdict.
#[derive(ToSchema)]
pub(in crate::http) struct RatingBody {
    #[schema(schema_with = rating_value)]
    rating: i64,
    /// The token of the chat, where no header and no address has it.
    token: Option<String>,
}

/// A message of a chat.
#[derive(ToSchema)]
pub(in crate::http) struct MessageFields {
    /// At most 5,000 characters after trimming. Needed where there is no file.
    body: Option<String>,
    /// A name of the client's own, by which it knows the message again.
    #[schema(max_length = 128)]
    client_key: Option<String>,
    /// The token of the chat, where no header and no address has it. Before `attachment`. Staff need none.
    token: Option<String>,
    /// The random id of the browser, where no header has it.
    device_id: Option<String>,
}

/// A message of a chat with an image.
#[derive(ToSchema)]
pub(in crate::http) struct MessageForm {
    #[serde(flatten)]
    fields: MessageFields,
    /// A JPEG, PNG, WebP or GIF image of at most 10 MiB.
    #[schema(value_type = Option<String>, format = Binary)]
    attachment: Option<Vec<u8>>,
}

/// A file for a question. The fields are needed where the address does not have them, and come before the file.
#[derive(ToSchema)]
pub(in crate::http) struct UploadForm {
    node_id: Option<String>,
    question_id: Option<String>,
    flow_id: Option<String>,
    flow_revision: Option<String>,
    /// A JPEG, PNG, WebP or GIF image or a PDF document of at most 10 MiB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A chat from beginning to end, as the staff's chat has it but for what belongs to a part.
#[derive(ToSchema)]
pub(in crate::http) struct ChatTranscript {
    feedback_id: String,
    status: ChatStatus,
    created_at: String,
    updated_at: String,
    responses: Vec<AnsweredQuestion>,
    chat_ratings: Vec<Rating>,
    timeline_items: Vec<TimelineItem>,
}
