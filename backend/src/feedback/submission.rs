//! Reads a submission from the body and the headers of a request.

use super::origin::origin_and_path;
use super::tracking::tracking;
use crate::encoding::base64url;
use crate::http::fault::{Fault, Faults};
use crate::http::idempotency_key::{IdempotencyKeyError, idempotency_key};
use crate::json::{canonical, drop_nulls, read};
use crate::store::{FeedbackStatus, IdempotencyKey};
use crate::time::{Millis, from_rfc3339};
use axum::http::HeaderMap;
use engine::Feedback;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A submission with values of the right types. It is not yet known whether it fits its flow.
#[derive(Debug)]
pub(crate) struct Submission {
    /// The part that the engine knows. Its `origin_url` is reduced to what is stored.
    pub(crate) feedback: Feedback,
    /// The customer as the client describes it. It is unverified, so no decision may depend on it.
    pub(crate) customer: Option<Value>,
    /// By the visitor's clock.
    pub(crate) created_at: Option<Millis>,
    pub(crate) status: FeedbackStatus,
    /// The partial feedback that this one continues (`X-FID`).
    pub(crate) continues: Option<String>,
    pub(crate) key: Option<IdempotencyKey>,
    pub(crate) tracking: Option<Value>,
    /// Of the signed link by which the visitor came.
    pub(crate) signature: Option<String>,
}

/// Longest device id in bytes; ours are UUIDs.
pub(crate) const DEVICE_ID_LENGTH: usize = 128;

/// Longest id in bytes; those of records and of our own customers are far shorter.
pub(crate) const ID_LENGTH: usize = 128;

/// Most bytes of the customer as JSON.
const CUSTOMER_LENGTH: usize = 16 * 1024;

/// Why a submission cannot be read.
#[derive(Debug, PartialEq)]
pub(crate) enum SubmissionError {
    Body(Faults),
    Key(IdempotencyKeyError),
}

impl Submission {
    /// Reads a submission.
    ///
    /// # Errors
    /// A value has the wrong type or is too long, the device id is missing, the time cannot be parsed, or the idempotency key
    /// is not a UUID.
    pub(crate) fn read(headers: &HeaderMap, mut body: Value) -> Result<Self, SubmissionError> {
        drop_nulls(&mut body);
        let continues = header(headers, "x-fid").map(str::to_owned);
        let status = status(headers);
        let key = idempotency_key(headers).map_err(SubmissionError::Key)?;
        let key = key.map(|key| IdempotencyKey {
            key,
            fingerprint: fingerprint(&mut body, status, continues.as_deref()),
        });
        // Stored as it is: the fields that an operator's own client sends about a customer are not the engine's concern.
        let customer = body
            .as_object_mut()
            .and_then(|members| members.remove("customer"));
        let mut faults = Faults::default();
        check_customer(customer.as_ref(), &mut faults);
        if !check_items(&body, &mut faults) {
            return Err(SubmissionError::Body(faults));
        }
        let mut feedback: Feedback =
            read(body).map_err(|error| SubmissionError::Body(Fault::from(error).into()))?;
        check_device_id(&feedback.device_id, &mut faults);
        check_lengths(&feedback, customer.as_ref(), continues.as_deref(), &mut faults);
        let created_at = from_rfc3339(&feedback.created_at);
        if created_at.is_none() && !feedback.created_at.is_empty() {
            let detail = "a time as in RFC 3339 is expected";
            faults.push(Fault::at("/created_at", "invalid_time", detail));
        }
        faults.into_result().map_err(SubmissionError::Body)?;
        feedback.origin_url = feedback.origin_url.as_deref().and_then(origin_and_path);
        Ok(Self {
            feedback,
            customer,
            created_at,
            status,
            continues,
            key,
            tracking: tracking(headers),
            signature: signature_header(headers).map(str::to_owned),
        })
    }
}

/// Reads `X-Signature` (docs/api.md#link-signatures).
pub(crate) fn signature_header(headers: &HeaderMap) -> Option<&str> {
    header(headers, "x-signature")
}

/// Reads `X-COMPLETED`. Its value `true` marks a partial save, against its name (docs/api.md#partial-saves).
fn status(headers: &HeaderMap) -> FeedbackStatus {
    match header(headers, "x-completed") {
        Some(value) if value.eq_ignore_ascii_case("true") => FeedbackStatus::Partial,
        _ => FeedbackStatus::Complete,
    }
}

/// Serde would also read a list as the fields of an object in their order.
fn check_customer(customer: Option<&Value>, faults: &mut Faults) {
    if customer.is_some_and(|customer| !customer.is_object()) {
        faults.push(Fault::at("/customer", "wrong_type", OBJECT_EXPECTED));
    }
}

/// As of the customer. Returns false if an item is not an object: to read those takes far more memory than they have bytes.
fn check_items(body: &Value, faults: &mut Faults) -> bool {
    let responses = body.get("responses").and_then(Value::as_array);
    let mut are_objects = true;
    for (index, item) in responses.into_iter().flatten().enumerate() {
        if !item.is_object() {
            are_objects = false;
            faults.push(Fault::at(
                &format!("/responses/{index}"),
                "wrong_type",
                OBJECT_EXPECTED,
            ));
        }
    }
    are_objects
}

const OBJECT_EXPECTED: &str = "an object is expected";

fn check_device_id(device_id: &str, faults: &mut Faults) {
    if device_id.is_empty() {
        let detail = "a random id of the browser, such as a UUID, is expected";
        faults.push(Fault::at("/device_id", "required", detail));
    } else if device_id.len() > DEVICE_ID_LENGTH {
        let detail = format!("at most {DEVICE_ID_LENGTH} bytes are expected");
        faults.push(Fault::at("/device_id", "invalid_device_id", detail));
    }
}

fn check_lengths(
    feedback: &Feedback,
    customer: Option<&Value>,
    continues: Option<&str>,
    faults: &mut Faults,
) {
    let ids = [
        ("/node_id", Some(feedback.node_id.as_str())),
        ("/flow_id", Some(feedback.flow_id.as_str())),
        ("/user_id", feedback.user_id.as_deref()),
        ("/language_id", feedback.language_id.as_deref()),
        // A header, so it has no place in the body.
        ("", continues),
    ];
    for (pointer, id) in ids {
        if id.is_some_and(|id| id.len() > ID_LENGTH) {
            let detail = format!("an id of at most {ID_LENGTH} bytes is expected");
            faults.push(Fault::at(pointer, "too_long", detail));
        }
    }
    if customer.is_some_and(|customer| customer.to_string().len() > CUSTOMER_LENGTH) {
        let detail = format!("at most {CUSTOMER_LENGTH} bytes of JSON are expected");
        faults.push(Fault::at("/customer", "too_long", detail));
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get(name)?
        .to_str()
        .ok()
        .map(str::trim)
        .filter(|value| !value.is_empty())
}

/// Hashes what gives a request its meaning. White space, the order of keys and nulls do not matter.
fn fingerprint(body: &mut Value, status: FeedbackStatus, continues: Option<&str>) -> String {
    let hash = Sha256::new()
        .chain_update(status.as_str())
        .chain_update("\0")
        .chain_update(continues.unwrap_or_default())
        .chain_update("\0")
        .chain_update(canonical(body))
        .finalize();
    base64url(&hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const KEY: (&str, &str) = ("Idempotency-Key", "0D9A9F32-2C0C-4E5A-9A3C-7F0E9A6F2B11");

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let header = |(name, value): &(&str, &str)| {
            (
                axum::http::HeaderName::try_from(*name).unwrap(),
                value.parse().unwrap(),
            )
        };
        pairs.iter().map(header).collect()
    }

    fn fingerprint_of(pairs: &[(&str, &str)], body: Value) -> String {
        let pairs: Vec<_> = [KEY].iter().chain(pairs).copied().collect();
        Submission::read(&headers(&pairs), body)
            .unwrap()
            .key
            .unwrap()
            .fingerprint
    }

    #[test]
    fn equal_requests_have_equal_fingerprints() {
        let one = fingerprint_of(&[], json!({"device_id": "d", "node_id": "n", "user_id": null}));
        assert_eq!(
            one,
            fingerprint_of(
                &[("X-COMPLETED", "false")],
                json!({"node_id": "n", "device_id": "d"})
            )
        );
        assert_ne!(
            one,
            fingerprint_of(&[], json!({"device_id": "d", "node_id": "m"}))
        );
        assert_ne!(
            one,
            fingerprint_of(
                &[("X-COMPLETED", "true")],
                json!({"device_id": "d", "node_id": "n"})
            )
        );
        assert_ne!(
            one,
            fingerprint_of(&[("X-FID", "f")], json!({"device_id": "d", "node_id": "n"}))
        );
    }

    #[test]
    fn faults_name_the_place_of_each_wrong_value() {
        let read = |body| Submission::read(&HeaderMap::new(), body).map(|_| ()).unwrap_err();
        let SubmissionError::Body(faults) = read(json!({"created_at": "today", "customer": []})) else {
            panic!()
        };
        let named: Vec<_> = faults
            .listed()
            .iter()
            .map(|fault| (fault.pointer.as_str(), fault.key))
            .collect();
        assert_eq!(
            named,
            [
                ("/customer", "wrong_type"),
                ("/device_id", "required"),
                ("/created_at", "invalid_time")
            ]
        );
        let SubmissionError::Body(faults) = read(json!([1])) else {
            panic!()
        };
        assert_eq!(
            (faults.listed()[0].pointer.as_str(), faults.listed()[0].key),
            ("", "wrong_type")
        );
    }

    #[test]
    fn ids_and_the_customer_are_limited() {
        let fits =
            json!({"device_id": "d", "node_id": "n".repeat(128), "customer": {"a": "a".repeat(16_000)}});
        assert!(Submission::read(&HeaderMap::new(), fits).is_ok());
        let long = "x".repeat(129);
        let body = json!({
            "device_id": "d", "node_id": long, "flow_id": long, "user_id": long, "language_id": long,
            "customer": {"a": "a".repeat(17_000)},
        });
        let SubmissionError::Body(faults) =
            Submission::read(&headers(&[("X-FID", &long)]), body).unwrap_err()
        else {
            panic!()
        };
        let named: Vec<_> = faults
            .listed()
            .iter()
            .map(|fault| fault.pointer.as_str())
            .collect();
        assert_eq!(
            named,
            [
                "/node_id",
                "/flow_id",
                "/user_id",
                "/language_id",
                "",
                "/customer"
            ]
        );
        assert!(faults.listed().iter().all(|fault| fault.key == "too_long"));
    }

    #[test]
    fn an_idempotency_key_must_be_a_uuid() {
        let headers = headers(&[("Idempotency-Key", "again")]);
        assert_eq!(
            Submission::read(&headers, json!({"device_id": "d"})).unwrap_err(),
            SubmissionError::Key(IdempotencyKeyError)
        );
    }
}
