//! The shapes of customers, whose fields are read by hand (docs/api.md#customers).

#![expect(dead_code, reason = "these types describe and are never made")]

use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What a client tells about a visitor (docs/api.md#customers).
#[derive(ToSchema)]
pub(in crate::http) struct VisitBody {
    /// The random id of the browser; without it the customer belongs to no device.
    #[schema(max_length = 128)]
    device_id: Option<String>,
    /// The id that an earlier visit gave.
    id: Option<String>,
    #[schema(max_length = 128)]
    external_id: Option<String>,
    #[schema(max_length = 128)]
    user_id: Option<String>,
    #[schema(max_length = 200)]
    email: Option<String>,
    #[schema(max_length = 200)]
    name: Option<String>,
    #[schema(max_length = 200)]
    phone_number: Option<String>,
    #[schema(max_length = 200)]
    gender: Option<String>,
    #[schema(minimum = 1, maximum = 9999)]
    birth_year: Option<u32>,
    /// Texts by the key of a question.
    schema: Option<BTreeMap<String, String>>,
    /// Any JSON by name.
    custom_attributes: Option<BTreeMap<String, Value>>,
    /// The widget whose secret has signed `attributes_jws`, or that takes only what is signed.
    widget_code: Option<String>,
    /// What the host's server has signed about the visitor (docs/api.md#widget-attributes).
    attributes_jws: Option<String>,
}

/// A customer with the id that the server knows them by, and what the caller may know of them.
#[derive(ToSchema)]
pub(in crate::http) struct KnownCustomer {
    id: String,
    #[serde(flatten)]
    fields: CustomerFields,
}

/// The response to a visit.
#[derive(ToSchema)]
pub(in crate::http) struct Visitor {
    #[serde(flatten)]
    customer: KnownCustomer,
    /// When the device, or the verified customer, has last completed a feedback of the node, in RFC 3339; absent unless node
    /// or widget would refuse another one now (docs/api.md#multiple-feedback).
    feedback_given_at: Option<String>,
}

/// What is known about a customer: any fields, and these (docs/api.md#customers).
#[derive(ToSchema)]
struct CustomerFields {
    id: Option<String>,
    external_id: Option<String>,
    user_id: Option<String>,
    email: Option<String>,
    name: Option<String>,
    phone_number: Option<String>,
    gender: Option<String>,
    birth_year: Option<u32>,
    /// Texts by the key of a question.
    schema: Option<BTreeMap<String, String>>,
    /// Any JSON by name.
    custom_attributes: Option<BTreeMap<String, Value>>,
}
