//! What the server enforces of a widget (docs/api.md#widget-attributes, docs/api.md#multiple-feedback).

use super::node::OnceWithin;
use super::schema::SchemaFinding;
use crate::signatures::{AttributeClaims, Secrets};
use engine::codes::MISSING_FIELD;
use serde::Deserialize;
use serde_json::Value;

/// The fields of a widget that the server goes by itself. They hold its secret: never send them to a browser.
#[derive(Deserialize)]
pub struct WidgetRules {
    code: String,
    #[serde(default)]
    secret: Secrets,
    #[serde(default)]
    secure_mode: bool,
    #[serde(default)]
    prevent_multiple_feedback: bool,
    #[serde(default)]
    multiple_feedback_delay_period: u32,
}

impl WidgetRules {
    /// Returns whether everything that a host says about its visitors must be signed.
    pub fn needs_signed_attributes(&self) -> bool {
        self.secure_mode
    }

    /// Returns what the host's server has signed; `None` for a signature that is not valid for this widget.
    pub fn verify_attributes(&self, signature: &str) -> Option<AttributeClaims> {
        self.secret.verify(signature, &self.code)
    }

    /// Returns how often a visitor may complete a feedback; `None`: as often as they like.
    pub fn once_within(&self) -> Option<OnceWithin> {
        OnceWithin::new(
            self.prevent_multiple_feedback,
            self.multiple_feedback_delay_period,
        )
    }
}

/// Finds a widget that accepts only signed attributes and could verify none.
pub(super) fn check_secure_mode(document: &Value) -> Option<SchemaFinding> {
    let is_secure = document.get("secure_mode") == Some(&Value::Bool(true));
    let has_secret = match document.get("secret") {
        Some(Value::String(secret)) => !secret.is_empty(),
        Some(Value::Object(_)) => true,
        Some(Value::Array(secrets)) => !secrets.is_empty(),
        _ => false,
    };
    (is_secure && !has_secret).then(|| SchemaFinding {
        code: MISSING_FIELD,
        pointer: "/secure_mode".into(),
        message: "needs a `secret`".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_record_without_rules_has_none() {
        let rules: WidgetRules = crate::json::read(json!({"code": "PSN-TEST001", "node_id": "n"})).unwrap();
        assert!(!rules.needs_signed_attributes());
        assert_eq!(rules.once_within(), None);
        assert_eq!(rules.verify_attributes("x"), None);
    }

    #[test]
    fn secure_mode_needs_a_secret() {
        let pointer = |document: Value| check_secure_mode(&document).map(|found| found.pointer);
        assert_eq!(pointer(json!({"secure_mode": true})), Some("/secure_mode".into()));
        assert_eq!(
            pointer(json!({"secure_mode": true, "secret": []})),
            Some("/secure_mode".into())
        );
        assert_eq!(pointer(json!({"secure_mode": true, "secret": ["s"]})), None);
        assert_eq!(pointer(json!({"secure_mode": false})), None);
    }
}
