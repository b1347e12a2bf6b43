//! Reads a submission from the body and the headers of a request.

use super::payload::{Payload, PayloadError};
use super::tracking::tracking;
use axum::http::HeaderMap;
use base::customers::{CUSTOMER_LENGTH, check_described};
use base::encoding::base64url;
use base::input::fault::{Fault, FaultKey, Faults};
use base::input::idempotency_key::{IdempotencyKeyError, idempotency_key};
use base::json::canonical;
use base::reference_number::read_reference;
use base::time::{Millis, from_rfc3339};
use engine::Feedback;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::{FeedbackStatus, IdempotencyKey, StateTimes};

/// A submission with values of the right types. It is not yet known whether it fits its flow.
#[derive(Debug)]
pub(crate) struct Submission {
    /// The part that the engine knows. Its `origin_url` is as the client sent it.
    pub(crate) feedback: Feedback,
    /// The customer as the client describes it. It is unverified, so no decision may depend on it.
    pub(crate) customer: Option<Value>,
    /// How long states were shown, by the visitor's clock.
    pub(crate) state_times: StateTimes,
    /// Its reference number, as pages show it.
    pub(crate) reference: Option<String>,
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

/// Why a submission cannot be read.
#[derive(Debug, PartialEq)]
pub(crate) enum SubmissionError {
    /// The body is not JSON, or more than is read; why.
    Json(String),
    Body(Faults),
    Key(IdempotencyKeyError),
}

impl Submission {
    /// Reads a submission.
    ///
    /// # Errors
    /// The body is not JSON, a value has the wrong type or is too long, the device id is missing, the time cannot be parsed,
    /// or the idempotency key is not a UUID of versions 1 to 5.
    pub(crate) fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self, SubmissionError> {
        let continues = header(headers, "x-fid").map(str::to_owned);
        let status = status(headers);
        let key = idempotency_key(headers).map_err(SubmissionError::Key)?;
        let Payload {
            feedback,
            mut customer,
            state_times,
            reference,
        } = Payload::read(body)?;
        let mut faults = Faults::default();
        let customer_json = customer.as_mut().map(canonical).unwrap_or_default();
        match &customer {
            None => {}
            Some(Value::Object(customer)) => check_described(customer, "/customer", &mut faults),
            Some(_) => faults.push(Fault::at(
                "/customer",
                FaultKey::WrongType,
                "an object is expected",
            )),
        }
        let key = key.map(|key| IdempotencyKey {
            key,
            fingerprint: fingerprint(
                &feedback,
                &customer_json,
                &state_times,
                reference.as_deref(),
                status,
                continues.as_deref(),
            ),
        });
        check_device_id(&feedback.device_id, &mut faults);
        check_lengths(&feedback, &customer_json, continues.as_deref(), &mut faults);
        let created_at = from_rfc3339(&feedback.created_at);
        if created_at.is_none() && !feedback.created_at.is_empty() {
            let detail = "a time as in RFC 3339 is expected";
            faults.push(Fault::at("/created_at", FaultKey::InvalidTime, detail));
        }
        let reference = reference.and_then(|text| {
            let read = read_reference(&text);
            if read.is_none() {
                let detail = "a reference number such as K7QM-2XPD is expected";
                faults.push(Fault::at("/reference", FaultKey::InvalidReference, detail));
            }
            read
        });
        faults.into_result().map_err(SubmissionError::Body)?;
        Ok(Self {
            feedback,
            customer,
            state_times,
            reference,
            created_at,
            status,
            continues,
            key,
            tracking: tracking(headers),
            signature: signature_header(headers).map(str::to_owned),
        })
    }

    /// Returns the id of the customer, as the client claims it.
    pub(crate) fn customer_id(&self) -> Option<&str> {
        self.customer.as_ref()?.get("id")?.as_str()
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

fn check_device_id(device_id: &str, faults: &mut Faults) {
    if device_id.is_empty() {
        let detail = "a random id of the browser, such as a UUID, is expected";
        faults.push(Fault::at("/device_id", FaultKey::Required, detail));
    } else if device_id.len() > DEVICE_ID_LENGTH {
        let detail = format!("at most {DEVICE_ID_LENGTH} bytes are expected");
        faults.push(Fault::at("/device_id", FaultKey::InvalidDeviceId, detail));
    }
}

fn check_lengths(feedback: &Feedback, customer_json: &str, continues: Option<&str>, faults: &mut Faults) {
    let ids = [
        ("/node_id", Some(feedback.node_id.as_str())),
        ("/flow_id", Some(feedback.flow_id.as_str())),
        ("/user_id", feedback.user_id.as_deref()),
        ("/widget_code", feedback.widget_code.as_deref()),
        ("/language_id", feedback.language_id.as_deref()),
        // A header, so it has no place in the body.
        ("", continues),
    ];
    for (pointer, id) in ids {
        if id.is_some_and(|id| id.len() > ID_LENGTH) {
            let detail = format!("an id of at most {ID_LENGTH} bytes is expected");
            faults.push(Fault::at(pointer, FaultKey::TooLong, detail));
        }
    }
    if customer_json.len() > CUSTOMER_LENGTH {
        let detail = format!("at most {CUSTOMER_LENGTH} bytes of JSON are expected");
        faults.push(Fault::at("/customer", FaultKey::TooLong, detail));
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

/// Hashes what gives a request its meaning: what was read, not how it was written (docs/api.md#idempotency).
fn fingerprint(
    feedback: &Feedback,
    customer_json: &str,
    state_times: &StateTimes,
    reference: Option<&str>,
    status: FeedbackStatus,
    continues: Option<&str>,
) -> String {
    let mut hash = Hash(Sha256::new());
    for part in [status.into_str(), continues.unwrap_or_default(), customer_json] {
        hash.0.update(part);
        hash.0.update("\0");
    }
    // The fields are written in the order of the type. Neither they nor the hash can fail.
    let _ = serde_json::to_writer(&mut hash, feedback);
    hash.0.update("\0");
    hash.0.update(state_times.to_json().unwrap_or_default());
    hash.0.update(reference.unwrap_or_default());
    base64url(&hash.0.finalize())
}

/// Hashes what is written, so that the text of a large submission is not held.
struct Hash(Sha256);

impl std::io::Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl From<PayloadError> for SubmissionError {
    fn from(error: PayloadError) -> Self {
        match error {
            PayloadError::Json(message) => Self::Json(message),
            PayloadError::Types(faults) => Self::Body(faults),
        }
    }
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

    fn read(headers: &HeaderMap, body: &Value) -> Result<Submission, SubmissionError> {
        Submission::read(headers, body.to_string().as_bytes())
    }

    fn fingerprint_of(pairs: &[(&str, &str)], body: &str) -> String {
        let pairs: Vec<_> = [KEY].iter().chain(pairs).copied().collect();
        Submission::read(&headers(&pairs), body.as_bytes())
            .unwrap()
            .key
            .unwrap()
            .fingerprint
    }

    #[test]
    fn equal_requests_have_equal_fingerprints() {
        let body = r#"{"device_id":"d","node_id":"n","customer":{"name":"Ann","schema":{"a":"1","b":"2"}}}"#;
        let one = fingerprint_of(&[], body);
        for (what, headers, same) in [
            (
                "order, nulls and white space",
                None,
                r#"{ "customer": {"schema": {"b": "2", "a": "1", "c": null}, "name": "Ann"},
                "user_id": null, "node_id": "n", "responses": null, "device_id": "d" }"#,
            ),
            (
                "what is not read",
                None,
                r#"{"device_id":"d","node_id":"n","more":[1],"customer":{"name":"Ann","schema":{"a":"1","b":"2"}}}"#,
            ),
            ("another value than true", Some(("X-COMPLETED", "false")), body),
        ] {
            assert_eq!(one, fingerprint_of(headers.as_slice(), same), "{what}");
        }
        for (what, headers, other) in [
            ("a field", None, body.replace(r#""n""#, r#""m""#)),
            (
                "an answer",
                None,
                body.replacen('{', r#"{"responses":[{"question_id":"q"}],"#, 1),
            ),
            ("the customer", None, body.replace("Ann", "Anna")),
            (
                "a time",
                None,
                body.replacen('{', r#"{"state_times_in_ms":{"s":1},"#, 1),
            ),
            (
                "no customer",
                None,
                r#"{"device_id":"d","node_id":"n"}"#.to_owned(),
            ),
            ("a partial save", Some(("X-COMPLETED", "true")), body.to_owned()),
            ("a continuation", Some(("X-FID", "f")), body.to_owned()),
        ] {
            assert_ne!(one, fingerprint_of(headers.as_slice(), &other), "{what}");
        }
    }

    #[test]
    fn faults_name_the_place_of_each_wrong_value() {
        let read = |body| read(&HeaderMap::new(), &body).map(|_| ()).unwrap_err();
        let SubmissionError::Body(faults) = read(json!({"created_at": "today", "customer": []})) else {
            panic!()
        };
        let named: Vec<_> = faults
            .listed()
            .iter()
            .map(|fault| (fault.pointer.as_str(), fault.key.into_str()))
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
            (
                faults.listed()[0].pointer.as_str(),
                faults.listed()[0].key.into_str()
            ),
            ("", "wrong_type")
        );
    }

    #[test]
    fn ids_and_the_customer_are_limited() {
        let fits =
            json!({"device_id": "d", "node_id": "n".repeat(128), "customer": {"a": "a".repeat(16_000)}});
        assert!(read(&HeaderMap::new(), &fits).is_ok());
        let long = "x".repeat(129);
        let body = json!({
            "device_id": "d", "node_id": long, "flow_id": long, "user_id": long, "language_id": long,
            "customer": {"a": "a".repeat(17_000), "external_id": long, "id": long, "name": "n".repeat(201)},
        });
        let SubmissionError::Body(faults) = read(&headers(&[("X-FID", &long)]), &body).unwrap_err() else {
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
                "/customer/external_id",
                "/customer/name",
                "/customer/id",
                "/node_id",
                "/flow_id",
                "/user_id",
                "/language_id",
                "",
                "/customer"
            ]
        );
        assert!(
            faults
                .listed()
                .iter()
                .all(|fault| fault.key.into_str() == "too_long")
        );
    }

    #[test]
    fn an_idempotency_key_must_be_a_uuid() {
        let headers = headers(&[("Idempotency-Key", "again")]);
        assert_eq!(
            read(&headers, &json!({"device_id": "d"})).unwrap_err(),
            SubmissionError::Key(IdempotencyKeyError)
        );
    }
}
