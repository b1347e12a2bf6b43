//! Faults in a request's body, limited to what a response may list (docs/api.md#errors).

use crate::json::JsonError;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

pub use crate::input::fault_key::FaultKey;

/// Most faults that a response lists.
const MAX_FAULTS: usize = 100;

/// Most bytes of the list as JSON.
const MAX_LIST_BYTES: usize = 16 * 1024;

/// Most characters of a text in a fault. Such texts repeat what the client sent.
const MAX_TEXT_CHARACTERS: usize = 200;

/// An entry in the `errors` of a problem document.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Fault {
    /// JSON pointer into the body.
    pub pointer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question_id: Option<String>,
    /// The code of the fault; for an invalid answer the key of the message that a visitor would see.
    pub key: FaultKey,
    /// The parameters of that message.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<&'static str, f64>,
    /// A sentence for developers of clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Fault {
    /// Creates a fault with a sentence for developers.
    pub fn at(pointer: &str, key: FaultKey, detail: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            question_id: None,
            key,
            params: BTreeMap::new(),
            detail: Some(detail.into()),
        }
    }

    /// Creates the fault of a response item that names no upload which the feedback may take.
    pub fn unknown_upload(position: usize) -> Self {
        let detail = "there is no such upload of this device for this question, or another feedback has taken it, or it \
                      has expired";
        Self::at(&format!("/responses/{position}"), FaultKey::UnknownUpload, detail)
    }

    fn shortened(self) -> Self {
        Self {
            pointer: shorten(self.pointer, MAX_TEXT_CHARACTERS),
            question_id: self.question_id.map(|id| shorten(id, MAX_TEXT_CHARACTERS)),
            detail: self.detail.map(|detail| shorten(detail, MAX_TEXT_CHARACTERS)),
            ..self
        }
    }
}

/// Cuts a text to a number of characters, the last of which is then an ellipsis.
pub fn shorten(mut text: String, characters: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(characters) {
        let last = text.char_indices().nth(characters.saturating_sub(1));
        text.truncate(last.map_or(end, |(start, _)| start));
        text.push('…');
    }
    text
}

/// The faults of one request: the first ones, and the number of the others. A body of a megabyte can contain 300,000.
#[derive(Debug, Default, PartialEq)]
pub struct Faults {
    listed: Vec<Fault>,
    listed_bytes: usize,
    left_out: usize,
}

impl Faults {
    /// Lists a fault, or counts it if the list is full.
    pub fn push(&mut self, fault: Fault) {
        if self.left_out > 0 || self.listed.len() == MAX_FAULTS {
            self.left_out += 1;
            return;
        }
        let fault = fault.shortened();
        // One byte more for the comma.
        let bytes = serde_json::to_vec(&fault).map_or(MAX_LIST_BYTES, |json| json.len() + 1);
        if self.listed_bytes + bytes < MAX_LIST_BYTES {
            self.listed_bytes += bytes;
            self.listed.push(fault);
        } else {
            self.left_out += 1;
        }
    }

    /// Counts faults that are known only by their number.
    pub fn leave_out(&mut self, number: usize) {
        self.left_out += number;
    }

    /// Returns the faults as an error if there are any.
    pub fn into_result(self) -> Result<(), Self> {
        if self.listed.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Returns the first faults, as many as a response lists.
    pub fn listed(&self) -> &[Fault] {
        &self.listed
    }

    /// Returns how many faults are not listed.
    pub fn left_out(&self) -> usize {
        self.left_out
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self::from_iter([fault])
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        let mut collected = Self::default();
        for fault in faults {
            collected.push(fault);
        }
        collected
    }
}

impl From<JsonError> for Fault {
    fn from(error: JsonError) -> Self {
        Self::at(&error.pointer, FaultKey::WrongType, error.message)
    }
}

impl From<engine::SubmissionError> for Fault {
    fn from(error: engine::SubmissionError) -> Self {
        Self {
            pointer: error.pointer,
            question_id: error.question_id.map(Into::into),
            key: FaultKey::of_answer(error.key),
            params: error.params.iter().collect(),
            detail: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Fault {
        Fault::at(text, FaultKey::WrongType, text)
    }

    #[test]
    fn lists_the_first_hundred() {
        let faults = Faults::from_iter((0..250).map(|number| fault(&number.to_string())));
        assert_eq!((faults.listed().len(), faults.left_out()), (100, 150));
        assert_eq!(faults.listed()[99].pointer, "99");
    }

    #[test]
    fn lists_sixteen_kilobytes_at_most() {
        // JSON writes each of these characters as six bytes.
        let faults = Faults::from_iter((0..50).map(|_| fault(&"\u{1}".repeat(1_000_000))));
        assert!(!faults.listed().is_empty());
        assert_eq!(faults.listed().len() + faults.left_out(), 50);
        assert!(serde_json::to_string(faults.listed()).unwrap().len() <= MAX_LIST_BYTES);
    }

    #[test]
    fn shortens_long_texts_only() {
        assert_eq!(shorten("äöü".into(), 3), "äöü");
        assert_eq!(shorten("äöüß".into(), 3), "äö…");
    }
}
