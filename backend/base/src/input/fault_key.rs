//! The keys of errors in bodies.

use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The key of an error in a body.
pub(super) struct FaultKey;

/// Keys of errors in bodies. Those of answers are the engine's messages.
const FAULT_KEYS: [&str; 51] = [
    "active_document",
    "answer_all",
    "at_least_one",
    "foreign_feedback",
    "harmful_file",
    "invalid_answer",
    "invalid_attributes_jws",
    "invalid_client_key",
    "invalid_cursor",
    "invalid_device_id",
    "invalid_email",
    "invalid_file",
    "invalid_id",
    "invalid_phone",
    "invalid_rating",
    "invalid_time",
    "invalid_url",
    "invalid_year",
    "length_between",
    "length_max",
    "length_min",
    "max_selection",
    "min_selection",
    "no_end",
    "not_looked_up",
    "not_on_path",
    "number_between",
    "number_max",
    "number_min",
    "one_id_expected",
    "phone_country",
    "required",
    "superseded_revision",
    "too_long",
    "too_many_pixels",
    "unknown_flow",
    "unknown_node",
    "unknown_option",
    "unknown_question",
    "unknown_revision",
    "unknown_staff",
    "unknown_state",
    "unknown_upload",
    "unknown_widget",
    "unsigned_attributes",
    "unsupported_type",
    "unverified_phone",
    "value_between",
    "value_max",
    "wrong_code",
    "wrong_type",
];

impl PartialSchema for FaultKey {
    fn schema() -> RefOr<Schema> {
        let description = "What is wrong with a value, or the key of the message that a visitor would see \
            (docs/engine.md#messages). Later versions may have more of them.";
        let keys = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(FAULT_KEYS));
        keys.description(Some(description)).into()
    }
}

impl ToSchema for FaultKey {}
