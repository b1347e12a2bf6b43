//! The keys of errors in bodies.

use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// The key of an error in a body, in the order of the description (docs/openapi.json). Those of answers are the engine's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
#[schema(
    description = "What is wrong with a value, or the key of the message that a visitor would see (docs/engine.md#messages). Later versions may have more of them."
)]
pub enum FaultKey {
    ActiveDocument,
    AnswerAll,
    AtLeastOne,
    ForeignFeedback,
    HarmfulFile,
    InvalidAnswer,
    InvalidAttributesJws,
    InvalidClientKey,
    InvalidCursor,
    InvalidDeviceId,
    InvalidEmail,
    InvalidFile,
    InvalidId,
    InvalidPatch,
    InvalidPhone,
    InvalidRating,
    InvalidRecord,
    InvalidReference,
    InvalidTag,
    InvalidTime,
    InvalidUrl,
    InvalidYear,
    LengthBetween,
    LengthMax,
    LengthMin,
    MaxSelection,
    MinSelection,
    NoEnd,
    NotLookedUp,
    NotOnPath,
    NumberBetween,
    NumberMax,
    NumberMin,
    OneIdExpected,
    PasswordTooCommon,
    PasswordTooLong,
    PasswordTooShort,
    PhoneCountry,
    Required,
    SupersededRevision,
    TooLong,
    TooManyPixels,
    UnknownFlow,
    UnknownNode,
    UnknownOption,
    UnknownQuestion,
    UnknownRevision,
    UnknownScore,
    UnknownStaff,
    UnknownState,
    UnknownUpload,
    UnknownWidget,
    UnsignedAttributes,
    UnsupportedType,
    UnverifiedPhone,
    ValueBetween,
    ValueMax,
    WrongCode,
    WrongScore,
    WrongType,
}

impl FaultKey {
    /// Returns the key of an error that the engine has found in an answer.
    pub fn of_answer(key: &str) -> Self {
        // The engine's other messages are about requests of a page, not about answers.
        key.parse().unwrap_or(Self::InvalidAnswer)
    }
}
