//! The files among the answers of feedback, for lists (docs/staff.md#calls).

use super::own_address::OwnAddress;
use super::state::AppState;
use crate::loader::Base;
use crate::store::{StoreError, StoredUpload};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::HashMap;

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
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn load<'a>(
        app: &AppState,
        address: &OwnAddress,
        feedbacks: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, StoreError> {
        let with_files = feedbacks.filter(|(_, responses)| responses.contains(UPLOAD_FIELD));
        let ids: Vec<&str> = with_files.map(|(id, _)| id).collect();
        Ok(Self {
            uploads: app.store.uploads_of(&ids).await?,
            base: address.get(app).map(Base::into_string).unwrap_or_default(),
        })
    }

    /// Returns the uploads by their ids.
    pub(super) fn uploads(&self) -> &HashMap<String, StoredUpload> {
        &self.uploads
    }

    /// Adds `file` to each response item with a file.
    ///
    /// # Errors
    /// The stored text is not JSON.
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

/// Returns the address of a file for staff, of a server that is reached at `base`.
pub(super) fn staff_url(base: &str, upload_id: &str) -> String {
    format!("{base}/v1/staff/uploads/{upload_id}")
}
