//! The member `chat` of a node's file: how its chats work (docs/widget.md#node-fields). Never sent to a browser as it
//! is: visitors get the texts in their own language.

use engine::{SortedMap, localized_text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ChatSettings {
    /// Whether the customer may rate a chat that is over.
    pub(crate) rating_enabled: bool,
    /// The question above the rating.
    pub(crate) rating_setting: Option<LocalText>,
    /// Shown to the customer while the chat waits for staff.
    pub(crate) queue_body: Option<LocalText>,
    /// Whether attachments from the customer are refused.
    pub(crate) prevent_upload: bool,
    show_typing: Option<bool>,
    show_seen: Option<bool>,
}

impl ChatSettings {
    /// Returns whether customer and staff are told that the other one is typing.
    pub(crate) fn shows_typing(&self) -> bool {
        self.show_typing.unwrap_or(true)
    }

    /// Returns whether they are told up to where the other one has seen the chat.
    pub(crate) fn shows_seen(&self) -> bool {
        self.show_seen.unwrap_or(true)
    }
}

/// A text by language, or one text for all languages.
#[derive(Debug, Clone)]
pub(crate) struct LocalText(SortedMap<Box<str>>);

impl LocalText {
    /// Returns the text in a language, or the nearest there is.
    pub(crate) fn in_language(&self, language: &str) -> Option<&str> {
        localized_text(&self.0, language)
    }
}

impl<'de> Deserialize<'de> for LocalText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected a text, or an object from language code to text"
        )]
        enum Input {
            Plain(Box<str>),
            ByLanguage(BTreeMap<String, Box<str>>),
        }
        let mut texts = SortedMap::new();
        match Input::deserialize(deserializer)? {
            Input::Plain(text) => drop(texts.insert("", text)),
            Input::ByLanguage(by_language) => {
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
    fn texts_may_be_plain_or_by_language() {
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
        let error = crate::json::read::<ChatSettings>(json!({"queue_body": 7})).unwrap_err();
        assert_eq!(error.pointer, "/queue_body");
    }
}
