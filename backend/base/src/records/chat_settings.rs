//! The member `chat` of a node's file: how its chats work (docs/widget.md#node-fields). Never sent to a browser as it
//! is: visitors get the texts in their own language.

use engine::{SortedMap, localized_text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// The field `chat` of a node (docs/widget.md#node-fields).
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct ChatSettings {
    /// Whether the customer may rate a chat that is over.
    pub rating_enabled: bool,
    /// The question above the rating.
    pub rating_setting: Option<LocalText>,
    /// How many chats of the node may be open, or wait, before another one begins queued; `None`: any number.
    queue_capacity: Option<u32>,
    /// Whether a chat that begins outside operating hours begins queued.
    queue_outside_hours: bool,
    /// What the business says before any message.
    pub greeting: Option<LocalText>,
    /// Minutes in which staff usually reply; 0: nothing is shown; `None`: learned from what they have done.
    pub reply_time: Option<u32>,
    /// Shown to the customer while the chat waits for staff.
    pub queue_body: Option<LocalText>,
    /// Whether attachments from the customer are refused.
    pub prevent_upload: bool,
    /// Whether the mails about replies repeat them.
    pub email_includes_reply: bool,
    /// Days after the chat is over until its tokens end.
    token_days: u32,
    /// Whether each side sees that the other is typing.
    pub show_typing: bool,
    /// Whether each side sees what the other has seen.
    pub show_seen: bool,
}

/// When a chat that begins now has to wait for staff to accept it (docs/chat.md#queue).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueRule {
    /// It never has to.
    Never,
    /// It has to while so many chats of the node are open or wait.
    AtCapacity(u32),
    Always,
}

impl Default for ChatSettings {
    fn default() -> Self {
        Self {
            rating_enabled: false,
            rating_setting: None,
            queue_capacity: None,
            queue_outside_hours: false,
            queue_body: None,
            greeting: None,
            reply_time: None,
            prevent_upload: false,
            show_typing: true,
            show_seen: true,
            email_includes_reply: false,
            token_days: Self::default_token_days(),
        }
    }
}

impl ChatSettings {
    /// As long as the address to which mails of the chat go is kept.
    pub const fn default_token_days() -> u32 {
        90
    }

    /// Returns the days after the chat is over until its tokens end.
    pub fn token_days(&self) -> u32 {
        self.token_days
    }

    /// Returns the rule for a chat that begins while the node operates, or does not.
    pub fn queue_rule(&self, operates: bool) -> QueueRule {
        match self.queue_capacity {
            _ if self.queue_outside_hours && !operates => QueueRule::Always,
            Some(capacity) => QueueRule::AtCapacity(capacity),
            None => QueueRule::Never,
        }
    }
}

/// A text by language, or one text for all languages.
#[derive(Debug, Clone)]
pub struct LocalText(SortedMap<Box<str>>);

impl LocalText {
    /// Returns the text in a language, or the nearest there is.
    pub fn in_language(&self, language: &str) -> Option<&str> {
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
    fn a_chat_waits_by_capacity_or_hours() {
        let rule = |settings, operates| {
            let settings: ChatSettings = crate::json::read(settings).unwrap();
            settings.queue_rule(operates)
        };
        assert_eq!(rule(json!({}), false), QueueRule::Never);
        let both = json!({"queue_capacity": 0, "queue_outside_hours": true});
        assert_eq!(rule(both.clone(), true), QueueRule::AtCapacity(0));
        assert_eq!(rule(both, false), QueueRule::Always);
        assert_eq!(rule(json!({"queue_outside_hours": true}), true), QueueRule::Never);
    }

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
