//! How long a node keeps what visitors leave (docs/deletion.md#retention). Never sent to a browser.

use super::MAX_DAYS;
use super::codes::WITHOUT_EFFECT;
use super::field::{Field, FieldKind, optional};
use super::schema::SchemaFinding;
use engine::codes::WRONG_VALUE;
use serde::Deserialize;
use serde_json::Value;

/// The members of the field.
pub(super) const RETENTION_FIELDS: &[Field] = &[
    optional(
        "feedback_days",
        FieldKind::Whole(MAX_DAYS),
        "A feedback, complete or not, with its chat, so many days after its last change. Default: never.",
    ),
    optional(
        "partial_days",
        FieldKind::Whole(MAX_DAYS),
        "A feedback that was not completed, so many days after its last change. Default: never.",
    ),
    optional(
        "chat_days",
        FieldKind::Whole(MAX_DAYS),
        "A chat, so many days after its last change. Its feedback stays. Default: never.",
    ),
    optional(
        "file_days",
        FieldKind::Whole(MAX_DAYS),
        "A file, so many days after its upload. The answer or message stays. Default: never.",
    ),
];

/// Days after which something is erased; `None`: never.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Retention {
    /// A feedback, complete or not, with its chat, after their last change.
    pub feedback_days: Option<u32>,
    /// A feedback that was not completed, after its last change.
    pub partial_days: Option<u32>,
    /// A chat, after its last change. Its feedback stays.
    pub chat_days: Option<u32>,
    /// A file, after it was uploaded. The answer or message that it was for stays.
    pub file_days: Option<u32>,
}

/// Finds periods that would erase everything at once, and those that have no effect beside others.
pub(super) fn check_retention(document: &Value) -> Vec<SchemaFinding> {
    let days = |field: &str| document.get("retention")?.get(field)?.as_u64();
    let finding = |code, field: &str, message: String| SchemaFinding {
        code,
        pointer: format!("/retention/{field}"),
        message,
    };
    let mut findings = Vec::new();
    for field in RETENTION_FIELDS {
        if days(field.name) == Some(0) {
            let message = format!("days from 1 to {MAX_DAYS} are expected; leave it out to keep everything");
            findings.push(finding(WRONG_VALUE, field.name, message));
        }
    }
    let feedback = days("feedback_days");
    for field in ["partial_days", "chat_days", "file_days"] {
        if let (Some(days), Some(feedback)) = (days(field), feedback)
            && days > feedback
        {
            let message =
                format!("has no effect: after {feedback} days (`feedback_days`) all of it is erased");
            findings.push(finding(WITHOUT_EFFECT, field, message));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn periods_are_days_that_have_an_effect() {
        let found = |retention: Value| {
            let findings = check_retention(&json!({ "retention": retention }));
            let found = findings.into_iter().map(|found| (found.code, found.pointer));
            found.collect::<Vec<_>>()
        };
        assert_eq!(found(json!({"feedback_days": 30, "partial_days": 1})), []);
        assert_eq!(
            found(json!({"feedback_days": 0})),
            [(WRONG_VALUE, "/retention/feedback_days".into())]
        );
        assert_eq!(
            found(json!({"feedback_days": 30, "chat_days": 31, "file_days": 30})),
            [(WITHOUT_EFFECT, "/retention/chat_days".into())]
        );
    }
}
