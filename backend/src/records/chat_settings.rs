//! A node's `chat`: how its conversations go (`wire.md`, "HTTP details"). Never sent as it is: visitors get the texts in
//! their own language.

use engine::{SortedMap, localized_text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// How the conversations of a node go; everything may be left out.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ChatSettings {
    /// Whether the customer may rate a chat that is over.
    pub(crate) rating_enabled: bool,
    /// What the customer is asked then.
    pub(crate) rating_setting: Option<LocalText>,
    /// What the customer reads while the chat waits for staff.
    pub(crate) queue_body: Option<LocalText>,
    /// Whether the customer may not send files.
    pub(crate) prevent_upload: bool,
}

/// A text by language, or one for all.
#[derive(Debug, Clone)]
pub(crate) struct LocalText(SortedMap<Box<str>>);

impl LocalText {
    /// The text in a language, as far as there is one.
    pub(crate) fn in_language(&self, language: &str) -> Option<&str> {
        localized_text(&self.0, language)
    }
}

impl<'de> Deserialize<'de> for LocalText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a text, or texts by language are expected")]
        enum Written {
            Plain(Box<str>),
            ByLanguage(BTreeMap<String, Box<str>>),
        }
        let mut texts = SortedMap::new();
        match Written::deserialize(deserializer)? {
            Written::Plain(text) => drop(texts.insert("", text)),
            Written::ByLanguage(by_language) => {
                for (language, text) in by_language {
                    texts.insert(&language.to_ascii_lowercase(), text);
                }
            }
        }
        Ok(Self(texts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_plain_texts_and_texts_by_language() {
        let settings: ChatSettings = crate::json::read(json!({
            "queue_body": "Wait", "rating_setting": {"en": "Rate us", "TR": "Puanla"}
        }))
        .unwrap();
        assert_eq!(settings.queue_body.unwrap().in_language("tr"), Some("Wait"));
        let rating = settings.rating_setting.unwrap();
        assert_eq!(
            (rating.in_language("tr"), rating.in_language("de")),
            (Some("Puanla"), Some("Rate us"))
        );
        let misread = crate::json::read::<ChatSettings>(json!({"queue_body": 7})).unwrap_err();
        assert_eq!(misread.pointer, "/queue_body");
    }
}
