//! The files among the answers of feedback, for lists (docs/staff.md#calls).

use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use store::{Store, StoreError, StoredUpload};
use utoipa::ToSchema;

/// The field of a response item that names an upload.
const UPLOAD_FIELD: &str = "active_storage_blob_id";

/// The uploads of some feedbacks.
pub(super) struct ResponseFiles {
    uploads: HashMap<String, StoredUpload>,
    /// Where this server is reached; empty if that is not known.
    base: String,
}

impl ResponseFiles {
    /// Loads the uploads of feedbacks, each given by its id and its responses. The database is not asked if there are none.
    pub(super) async fn load<'a>(
        store: &Store,
        base: String,
        feedbacks: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, StoreError> {
        let with_files = feedbacks.filter(|(_, responses)| responses.contains(UPLOAD_FIELD));
        let ids: Vec<&str> = with_files.map(|(id, _)| id).collect();
        Ok(Self {
            uploads: store.uploads_of(&ids).await?,
            base,
        })
    }

    /// Returns the uploads by their ids.
    pub(super) fn uploads(&self) -> &HashMap<String, StoredUpload> {
        &self.uploads
    }

    /// Adds `file` to each response item with a file.
    pub(super) fn describe(&self, responses: String) -> serde_json::Result<Box<RawValue>> {
        if !responses.contains(UPLOAD_FIELD) {
            return RawValue::from_string(responses);
        }
        let mut items: Vec<Value> = serde_json::from_str(&responses)?;
        for item in &mut items {
            let upload = item[UPLOAD_FIELD].as_str().and_then(|id| self.uploads.get(id));
            if let Some(upload) = upload {
                item["file"] = json!({
                    "name": upload.name,
                    "size": upload.size,
                    "type": upload.media_type,
                    "url": staff_url(&self.base, &upload.id),
                });
            }
        }
        serde_json::value::to_raw_value(&items)
    }
}

/// An answer, or one option of it, as it was stored (docs/engine.md#payload).
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes and is never made")]
pub(super) struct StoredResponse {
    /// The question, or the row of a matrix.
    question_id: String,
    option_id: Option<String>,
    /// The answer as text.
    body: Option<String>,
    /// The place of an option in a ranking, 1 for the best.
    ranking: Option<u32>,
    /// The id of the upload that answers.
    active_storage_blob_id: Option<String>,
    /// What other systems know of the answer.
    binding_data: Option<BTreeMap<String, Value>>,
    /// True where the answer named what the server does not have.
    binding_unknown: Option<bool>,
    /// True where the number was proven to be the visitor's.
    verified: Option<bool>,
    #[schema(rename = "hidePersonalData")]
    hide_personal_data: Option<bool>,
    file: Option<ResponseFile>,
}

/// The file that answers a question.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes and is never made")]
pub(super) struct ResponseFile {
    name: String,
    /// In bytes.
    size: u64,
    r#type: String,
    /// The address for staff.
    url: String,
}

/// Returns the address of a file for staff, of a server that is reached at `base`.
pub(crate) fn staff_url(base: &str, upload_id: &str) -> String {
    format!("{base}/v1/staff/uploads/{upload_id}")
}
