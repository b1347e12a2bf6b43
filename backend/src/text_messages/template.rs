//! Texts with the placeholders `{{to}}` and `{{text}}`.

use base::placeholders::fill;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// How a value is written where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escaping {
    /// Inside of a JSON text, between its quotes.
    Json,
    /// In an address or a form.
    Percent,
}

/// A text in which each placeholder is replaced by a value.
#[derive(Debug, Clone)]
pub(super) struct Template {
    text: String,
    escaping: Escaping,
}

const TO: &str = "{{to}}";
const TEXT: &str = "{{text}}";

impl Template {
    pub(super) fn new(text: &str, escaping: Escaping) -> Self {
        Self {
            text: text.to_owned(),
            escaping,
        }
    }

    pub(super) fn has_number(&self) -> bool {
        self.text.contains(TO)
    }

    pub(super) fn has_text(&self) -> bool {
        self.text.contains(TEXT)
    }

    /// Returns the text with both values in it.
    pub(super) fn fill(&self, to: &str, text: &str) -> String {
        let (to, text) = (self.escaping.escape(to), self.escaping.escape(text));
        fill(&self.text, &[(TO, &to), (TEXT, &text)])
    }
}

impl Escaping {
    fn escape(self, value: &str) -> String {
        match self {
            Self::Json => {
                let quoted = serde_json::Value::from(value).to_string();
                let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                inner.unwrap_or_default().to_owned()
            }
            Self::Percent => utf8_percent_encode(value, NON_ALPHANUMERIC).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_for_where_they_stand() {
        let json = Template::new(
            r#"{"t": "{{to}}", "x": "{{text}}!", "again": "{{to}}"}"#,
            Escaping::Json,
        );
        let value: serde_json::Value =
            serde_json::from_str(&json.fill("+90\"", "\"a\\\n{{to}} ü\"")).unwrap();
        assert_eq!(
            value,
            serde_json::json!({"t": "+90\"", "x": "\"a\\\n{{to}} ü\"!", "again": "+90\""})
        );
        let form = Template::new("To={{to}}&Body={{text}}", Escaping::Percent);
        assert_eq!(form.fill("+90", "a&b=c ü"), "To=%2B90&Body=a%26b%3Dc%20%C3%BC");
        assert!(form.has_number() && form.has_text());
        assert!(!Template::new("to", Escaping::Percent).has_number());
    }
}
