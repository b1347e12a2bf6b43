//! What the visitor is told: a key and numbers. The words live in the widget's catalogues.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A message for the visitor (specification, section 5: English messages).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Message {
    /// Which message.
    pub key: MessageKey,
    /// The numbers in it, by the names that the specification's text uses.
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, number>"))]
    pub params: Params,
}

/// The messages that the engine can give, named as in `wire.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum MessageKey {
    /// A matrix with statements that have no answer.
    AnswerAll,
    /// A required question is unanswered.
    Required,
    /// The text is not one e-mail address.
    InvalidEmail,
    /// The text is not a telephone number.
    InvalidPhone,
    /// The answer is of a kind that the question does not take.
    InvalidAnswer,
    /// The flow is about to end and nothing at all has been answered.
    AtLeastOne,
    /// Fewer options than `minSelectionCount`.
    MinSelection,
    /// More options than `maxSelectionCount`.
    MaxSelection,
    /// A number outside both limits.
    NumberBetween,
    /// A number below the lower limit.
    NumberMin,
    /// A number above the upper limit.
    NumberMax,
    /// Shorter or longer than both bounds allow.
    LengthBetween,
    /// Shorter than `minResponseLength`.
    LengthMin,
    /// Longer than `maxResponseLength`.
    LengthMax,
    /// A number outside `min` and `max`.
    ValueBetween,
    /// The verification code is not the one that was sent.
    WrongCode,
    /// The link's signature does not fit the node's key.
    InvalidSignature,
    /// The node takes one feedback per visitor and has one (code 13045).
    PreventMultipleFeedback,
    /// The submission failed; trying again may help (specification, section 8).
    SystemError,
}

#[cfg(feature = "native")]
impl MessageKey {
    /// The key as on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AnswerAll => "answer_all",
            Self::Required => "required",
            Self::InvalidPhone => "invalid_phone",
            Self::NumberBetween => "number_between",
            Self::NumberMin => "number_min",
            Self::NumberMax => "number_max",
            Self::WrongCode => "wrong_code",
            Self::InvalidSignature => "invalid_signature",
            Self::InvalidEmail => "invalid_email",
            Self::InvalidAnswer => "invalid_answer",
            Self::AtLeastOne => "at_least_one",
            Self::MinSelection => "min_selection",
            Self::MaxSelection => "max_selection",
            Self::LengthBetween => "length_between",
            Self::LengthMin => "length_min",
            Self::LengthMax => "length_max",
            Self::ValueBetween => "value_between",
            Self::PreventMultipleFeedback => "prevent_multiple_feedback",
            Self::SystemError => "system_error",
        }
    }
}

/// Numbers in a message, by name, in the order given.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Params(Vec<(&'static str, f64)>);

impl Params {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Name and number of each.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.0.iter().copied()
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, number) in &self.0 {
            map.serialize_entry(name, number)?;
        }
        map.end()
    }
}

impl Message {
    /// A message without numbers.
    #[must_use]
    pub const fn plain(key: MessageKey) -> Self {
        Self {
            key,
            params: Params(Vec::new()),
        }
    }

    /// A message with numbers, each under its name.
    #[must_use]
    pub fn with(key: MessageKey, params: &[(&'static str, f64)]) -> Self {
        Self {
            key,
            params: Params(params.to_vec()),
        }
    }
}

impl From<MessageKey> for Message {
    fn from(key: MessageKey) -> Self {
        Self::plain(key)
    }
}
