//! The text of a draft: JSON of an object, that may have any error that the check finds.

use super::{DocumentPatch, PatchFault, RECORD_BYTES};
use base::input::check_record_bounds;
use serde_json::Value;

/// Most characters of a title in lists.
const TITLE_LENGTH: usize = 200;

/// A draft as it is stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DraftDocument {
    pub(crate) text: String,
    /// The name of the flow, for lists.
    pub(crate) title: Option<String>,
}

/// Why a draft cannot be stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DraftFault {
    Patch(PatchFault),
    NoObject,
    /// It has too many bytes.
    TooLarge,
    /// It has too many values, or is too deep.
    Bounds(String),
    /// It is not JSON.
    Syntax(String),
}

impl DraftDocument {
    /// Reads a text. Nothing but its white space changes.
    pub(crate) fn read(text: &str) -> Result<Self, DraftFault> {
        Self::of(&parse(text)?)
    }

    /// Changes a stored draft by a patch.
    pub(crate) fn patched(stored: &str, patch: DocumentPatch) -> Result<Self, DraftFault> {
        let mut document = parse(stored)?;
        patch.apply(&mut document).map_err(DraftFault::Patch)?;
        Self::of(&document)
    }

    fn of(document: &Value) -> Result<Self, DraftFault> {
        let Value::Object(members) = document else {
            return Err(DraftFault::NoObject);
        };
        let title = members.get("name").and_then(Value::as_str);
        let title = title.map(|name| name.chars().take(TITLE_LENGTH).collect());
        let text = document.to_string();
        if text.len() > RECORD_BYTES {
            return Err(DraftFault::TooLarge);
        }
        check_record_bounds(text.as_bytes()).map_err(|bound| DraftFault::Bounds(bound.message()))?;
        Ok(Self { text, title })
    }
}

fn parse(text: &str) -> Result<Value, DraftFault> {
    serde_json::from_str(text).map_err(|error| DraftFault::Syntax(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_draft_may_be_no_flow_yet() {
        let draft = DraftDocument::read(r#"{ "name": "Visit", "states": 7 }"#).unwrap();
        assert_eq!(draft.text, r#"{"name":"Visit","states":7}"#);
        assert_eq!(draft.title.as_deref(), Some("Visit"));
        assert_eq!(DraftDocument::read("[]"), Err(DraftFault::NoObject));
        assert!(matches!(DraftDocument::read("{"), Err(DraftFault::Syntax(_))));
    }

    #[test]
    fn a_patch_cannot_make_more_than_a_draft_may_hold() {
        let patch = |operations: Value| DocumentPatch::parse(operations).unwrap();
        let copy = json!({"op": "copy", "from": "/text", "path": "/more"});
        let half = json!({"text": "x".repeat(RECORD_BYTES / 2)}).to_string();
        let larger = DraftDocument::patched(&half, patch(json!([copy])));
        assert_eq!(larger, Err(DraftFault::TooLarge));
        let replaced = DraftDocument::patched("{}", patch(json!([{"op": "add", "path": "", "value": 1}])));
        assert_eq!(replaced, Err(DraftFault::NoObject));
    }
}
