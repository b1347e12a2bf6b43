//! The headers that calls read, for the descriptions of their handlers.

use engine::TRACKING_PAIRS;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{ObjectBuilder, Required, SchemaFormat, Type};

/// `Idempotency-Key` (docs/api.md#idempotency).
pub(in crate::http) struct IdempotencyHeader;

/// `If-Match` and `If-None-Match`, one of which a change needs (docs/records.md#versions).
pub(in crate::http) struct PreconditionHeaders;

/// `X-Device-Id` of a call that needs it.
pub(in crate::http) struct DeviceHeader;

/// `X-Device-Id` of a call whose body can hold the device id as well.
pub(in crate::http) struct OptionalDeviceHeader;

/// `X-Signature` (docs/api.md#link-signatures).
pub(in crate::http) struct SignatureHeader;

/// What a submission continues, and whether it is complete.
pub(in crate::http) struct CompletionHeaders;

/// How the visitor came to the page (docs/api.md#tracking-pairs).
pub(in crate::http) struct TrackingHeaders;

/// The chats that a browser holds tokens of (docs/api.md#previous-feedbacks).
pub(in crate::http) struct ChatTokensHeader;

const DEVICE_ID: &str = "The random id of the browser, at most 128 bytes.";

impl IntoParams for IdempotencyHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::Custom("uuid".into())));
        let description = "A UUID of versions 1 to 5 that is made before the first try. A repeat with the same key gets the first answer.";
        let header = header("Idempotency-Key", description);
        vec![header.schema(Some(schema)).build()]
    }
}

impl IntoParams for PreconditionHeaders {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let seen = "The `ETag` of what is changed, as it was last seen.";
        let nothing = "`*`: nothing is there yet.";
        vec![
            header("If-Match", seen).build(),
            header("If-None-Match", nothing).build(),
        ]
    }
}

impl IntoParams for DeviceHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![header("X-Device-Id", DEVICE_ID).required(Required::True).build()]
    }
}

impl IntoParams for OptionalDeviceHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![header("X-Device-Id", DEVICE_ID).build()]
    }
}

impl IntoParams for SignatureHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let description = "The signature of the link by which the visitor came: a JWS. Some nodes take nothing without one.";
        vec![header("X-Signature", description).build()]
    }
}

impl IntoParams for CompletionHeaders {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let is_partial =
            "`true` marks a partial save, in spite of the name; anything else a complete feedback.";
        let continues = "The id of the partial feedback that this one continues or completes.";
        vec![
            header("X-COMPLETED", is_partial).build(),
            header("X-FID", continues).build(),
        ]
    }
}

impl IntoParams for TrackingHeaders {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let pairs = TRACKING_PAIRS
            .iter()
            .flat_map(|pair| pair.headers.into_iter().zip(pair.parameters));
        let mut headers: Vec<Parameter> = pairs
            .map(|(name, parameter)| {
                let description = format!("The parameter `{parameter}` of the page, percent-encoded. The first complete pair counts.");
                header(name, &description).build()
            })
            .collect();
        headers.push(header("X-WWID", "The node, where the page has no complete pair.").build());
        headers
    }
}

impl IntoParams for ChatTokensHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let description = "`ID:TOKEN` or `ID:TOKEN:CURSOR` for each chat, separated by commas: at most 20, in 4 KiB. `CURSOR` is up to \
             where the visitor has seen the chat.";
        vec![header("X-Chat-Tokens", description).build()]
    }
}

/// Returns a header of any text that may be left out.
fn header(name: &str, description: &str) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
}
