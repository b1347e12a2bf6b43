//! Messages for the visitor: a key and numbers. The texts are in the widget's catalogs. See docs/engine.md#messages.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A message for the visitor.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Message {
    pub key: MessageKey,
    /// The numbers in the text, by the names of its placeholders.
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, number>"))]
    pub params: Params,
}

/// The keys of all messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum MessageKey {
    /// Statements of a matrix have no answer.
    AnswerAll,
    /// A required question is unanswered.
    Required,
    /// The text is not an email address.
    InvalidEmail,
    /// The text is not a phone number.
    InvalidPhone,
    /// The answer is of the wrong kind for the question.
    InvalidAnswer,
    /// The text is not a number.
    InvalidNumber,
    /// The day exists, in a year that nobody means.
    InvalidYear,
    /// The flow would end although nothing was answered.
    AtLeastOne,
    /// Fewer options are selected than `minSelectionCount`.
    MinSelection,
    /// More options are selected than `maxSelectionCount`.
    MaxSelection,
    /// The number is outside its limits, and there are two.
    NumberBetween,
    /// The number is below its only limit.
    NumberMin,
    /// The number is above its only limit.
    NumberMax,
    /// The text is too short or too long, and there are two bounds.
    LengthBetween,
    /// The text is shorter than `minResponseLength`, the only bound that its question names.
    LengthMin,
    /// The text is longer than `maxResponseLength`, its only bound, or than every text may be.
    LengthMax,
    /// The number is outside `min` and `max`.
    ValueBetween,
    /// A file is still being uploaded.
    Uploading,
    /// A file could not be uploaded, and the visitor has not removed it.
    UploadFailed,
    /// The verification code is not the one that was sent.
    WrongCode,
    /// The verification code is too old, or was tried too often.
    CodeExpired,
    /// Verification codes were requested too often.
    TooManyCodes,
    /// The node sends no verification codes to numbers of this country.
    PhoneCountry,
    /// The server does not accept the proof of a phone number, because it is too old.
    UnverifiedPhone,
    /// The signature of the link does not match the node's key.
    InvalidSignature,
    /// The node takes one feedback per visitor and has it already.
    PreventMultipleFeedback,
    /// The node takes no feedback at this time.
    NotAccepting,
    /// The node has all the feedback that its quota allows.
    QuotaUsedUp,
    /// A request failed. Another try may help.
    SystemError,
}

impl MessageKey {
    /// Returns the key as it is on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AnswerAll => "answer_all",
            Self::Required => "required",
            Self::InvalidPhone => "invalid_phone",
            Self::NumberBetween => "number_between",
            Self::NumberMin => "number_min",
            Self::NumberMax => "number_max",
            Self::Uploading => "uploading",
            Self::UploadFailed => "upload_failed",
            Self::WrongCode => "wrong_code",
            Self::CodeExpired => "code_expired",
            Self::TooManyCodes => "too_many_codes",
            Self::PhoneCountry => "phone_country",
            Self::UnverifiedPhone => "unverified_phone",
            Self::InvalidSignature => "invalid_signature",
            Self::InvalidEmail => "invalid_email",
            Self::InvalidAnswer => "invalid_answer",
            Self::InvalidNumber => "invalid_number",
            Self::InvalidYear => "invalid_year",
            Self::AtLeastOne => "at_least_one",
            Self::MinSelection => "min_selection",
            Self::MaxSelection => "max_selection",
            Self::LengthBetween => "length_between",
            Self::LengthMin => "length_min",
            Self::LengthMax => "length_max",
            Self::ValueBetween => "value_between",
            Self::PreventMultipleFeedback => "prevent_multiple_feedback",
            Self::NotAccepting => "not_accepting",
            Self::QuotaUsedUp => "quota_used_up",
            Self::SystemError => "system_error",
        }
    }
}

/// The numbers in a message, by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Params(Vec<(&'static str, f64)>);

impl Params {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over names and numbers.
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
    /// Creates a message without numbers.
    #[must_use]
    pub const fn plain(key: MessageKey) -> Self {
        Self {
            key,
            params: Params(Vec::new()),
        }
    }

    /// Creates a message with numbers, each with its name.
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
