//! One thing that is wrong in a request's body.

use crate::json::JsonError;
use serde::Serialize;
use std::collections::BTreeMap;

/// An entry of a problem's `errors` (`wire.md`, "HTTP details").
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Fault {
    /// JSON pointer into the body.
    pub(crate) pointer: String,
    /// The question it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question_id: Option<String>,
    /// What is wrong; for an answer also the key of the message that a visitor would see.
    pub(crate) key: &'static str,
    /// The numbers of such a message.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) params: BTreeMap<&'static str, f64>,
    /// For the people who write clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
}

impl Fault {
    /// Something wrong at a place, in a sentence.
    pub(crate) fn at(pointer: &str, key: &'static str, detail: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            question_id: None,
            key,
            params: BTreeMap::new(),
            detail: Some(detail.into()),
        }
    }
}

impl From<JsonError> for Fault {
    fn from(error: JsonError) -> Self {
        Self::at(&error.pointer, "wrong_type", error.message)
    }
}

impl From<engine::SubmissionError> for Fault {
    fn from(error: engine::SubmissionError) -> Self {
        Self {
            pointer: error.pointer,
            question_id: error.question_id.map(Into::into),
            key: error.key,
            params: error.params.iter().collect(),
            detail: None,
        }
    }
}
