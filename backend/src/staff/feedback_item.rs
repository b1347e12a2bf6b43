//! Feedback as staff see it (docs/staff.md#feedback).

use super::device_hash::DeviceHashes;
use super::feedback_reader::FeedbackReader;
use super::response_files::{ResponseFiles, StoredResponse};
use crate::chat::{AnsweredQuestion, answered_questions, language_of};
use crate::flows::LoadedFlow;
use base::time::to_rfc3339;
use engine::ResponseItem;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::HashMap;
use std::sync::Arc;
use store::{FeedbackRow, FeedbackStatus, ReviewState, StoreError};
use utoipa::ToSchema;

/// A feedback. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffFeedback)]
pub(crate) struct FeedbackItem {
    id: String,
    status: FeedbackStatus,
    node_id: String,
    flow_id: String,
    flow_revision: u32,
    /// Hashed.
    device_id: String,
    #[schema(required = true)]
    user_id: Option<String>,
    #[schema(required = true)]
    language_id: Option<String>,
    #[schema(required = true)]
    origin_url: Option<String>,
    /// By the visitor's clock, unverified.
    #[schema(required = true)]
    created_at: Option<String>,
    created_offline: bool,
    time_spent_in_seconds: u32,
    /// For how long states were seen, by their ids.
    #[schema(required = true, value_type = Option<HashMap<String, u32>>)]
    state_times_in_ms: Option<Box<RawValue>>,
    /// What the answers add up to, by the keys of the flow's scores; null if it has none.
    #[schema(required = true, value_type = Option<HashMap<String, f64>>)]
    scores: Option<Box<RawValue>>,
    /// The number by which people name it, as the visitor's client claims.
    #[schema(required = true)]
    reference: Option<String>,
    /// When it was first stored, by the server's clock.
    received_at: String,
    /// When it last changed.
    updated_at: String,
    #[schema(required = true)]
    completed_at: Option<String>,
    #[schema(value_type = Vec<StoredResponse>)]
    responses: Box<RawValue>,
    /// The code of the language of `answers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// The answers as words.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<Vec<AnsweredQuestion>>,
    #[schema(required = true, value_type = Option<Object>)]
    customer: Option<Box<RawValue>>,
    /// Whether a signature proves fields of the customer.
    customer_verified: bool,
    /// Whether the host's server has signed the custom attributes.
    attributes_verified: bool,
    /// The invitation's tracking pair, by the names of its parameters.
    #[schema(required = true, value_type = Option<HashMap<String, String>>)]
    tracking: Option<Box<RawValue>>,
    /// How far staff are with it.
    review: ReviewState,
    /// In alphabetical order.
    tags: Vec<String>,
}

/// Whether items have the answers as words too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Texts {
    With,
    Without,
}

/// Returns a feedback as staff see it, with its answers as words, in JSON; `None` if it was erased. `base` is where this server is
/// reached; empty if that is not known.
pub(crate) async fn told_feedback(
    reader: &FeedbackReader,
    base: String,
    id: &str,
) -> Result<Option<Box<RawValue>>, StoreError> {
    let Some(row) = reader.store.feedback(id).await? else {
        return Ok(None);
    };
    let items = FeedbackItems::load(reader, base, std::slice::from_ref(&row), Texts::With).await?;
    let item = items.item(row).and_then(|item| to_raw_value(&item));
    item.map(Some).map_err(|error| StoreError::Document {
        what: format!("the feedback {id}"),
        message: error.to_string(),
    })
}

/// Makes items of rows; has what they need beside the rows.
pub(crate) struct FeedbackItems<'a> {
    hashes: &'a DeviceHashes,
    files: ResponseFiles,
    /// By id and revision; empty without texts.
    flows: HashMap<(String, u32), Arc<LoadedFlow>>,
}

impl<'a> FeedbackItems<'a> {
    /// Loads what the items of these rows need. `base` is where this server is reached; empty if that is not known.
    pub(crate) async fn load(
        reader: &'a FeedbackReader,
        base: String,
        rows: &[FeedbackRow],
        texts: Texts,
    ) -> Result<Self, StoreError> {
        let feedbacks = rows.iter().map(|row| (row.id.as_str(), row.responses.as_str()));
        let files = ResponseFiles::load(&reader.store, base, feedbacks).await?;
        let mut flows = HashMap::new();
        let with_texts = rows.iter().filter(|_| texts == Texts::With);
        for row in with_texts {
            let key = (row.flow_id.clone(), row.flow_revision);
            if flows.contains_key(&key) {
                continue;
            }
            if let Some(flow) = reader.flows.revision(&reader.store, &key.0, key.1).await? {
                flows.insert(key, flow);
            }
        }
        Ok(Self {
            hashes: &reader.device_hashes,
            files,
            flows,
        })
    }

    /// Makes the item of a row.
    pub(crate) fn item(&self, row: FeedbackRow) -> serde_json::Result<FeedbackItem> {
        let document = |text: Option<String>| text.map(RawValue::from_string).transpose();
        let (language, answers) = self.answers(&row)?.unzip();
        Ok(FeedbackItem {
            id: row.id,
            status: row.status,
            node_id: row.node_id,
            flow_id: row.flow_id,
            flow_revision: row.flow_revision,
            device_id: self.hashes.hash(&row.device_id),
            user_id: row.user_id,
            language_id: row.language_id,
            origin_url: row.origin_url,
            created_at: row.created_at.map(to_rfc3339),
            created_offline: row.created_offline,
            time_spent_in_seconds: row.time_spent_in_seconds,
            state_times_in_ms: document(row.state_times_in_ms)?,
            scores: document(row.scores)?,
            reference: row.reference,
            received_at: to_rfc3339(row.received_at),
            updated_at: to_rfc3339(row.updated_at),
            completed_at: row.completed_at.map(to_rfc3339),
            responses: self.files.describe(row.responses)?,
            language,
            answers,
            customer: document(row.customer)?,
            customer_verified: row.customer_verified,
            attributes_verified: row.attributes_verified,
            tracking: document(row.tracking)?,
            review: row.review,
            tags: row.tags,
        })
    }

    /// Returns the answers as words, in the language of the feedback, or else in the default one of its flow.
    fn answers(&self, row: &FeedbackRow) -> serde_json::Result<Option<(String, Vec<AnsweredQuestion>)>> {
        let Some(flow) = self.flows.get(&(row.flow_id.clone(), row.flow_revision)) else {
            return Ok(None);
        };
        let language = language_of(&flow.flow, row.language_id.as_deref());
        let items: Vec<ResponseItem> = serde_json::from_str(&row.responses)?;
        let mut answers = answered_questions(items, &flow.flow, &language, self.files.uploads());
        for answer in &mut answers {
            answer.add_key(&flow.flow);
        }
        Ok(Some((language, answers)))
    }
}
