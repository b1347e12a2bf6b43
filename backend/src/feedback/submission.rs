//! Reads a submission: the body and the headers that change its meaning.

use super::fault::Fault;
use super::origin::origin_and_path;
use super::request_key::request_key;
use super::tracking::tracking;
use crate::encoding::base64url;
use crate::json::{canonical, drop_nulls, read};
use crate::store::{IdempotencyKey, Status};
use crate::time::{Millis, from_rfc3339};
use axum::http::HeaderMap;
use engine::Feedback;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A submission whose types are right; whether it fits its flow is not known yet.
#[derive(Debug)]
pub(crate) struct Submission {
    /// The engine's part; `origin_url` is cut to what is kept.
    pub(crate) feedback: Feedback,
    /// Who the visitor says to be: unverified, so nothing is decided by it.
    pub(crate) customer: Option<Value>,
    /// When it was made, by the visitor's clock.
    pub(crate) created_at: Option<Millis>,
    pub(crate) status: Status,
    /// `X-FID`: the partial feedback that it continues.
    pub(crate) continues: Option<String>,
    pub(crate) key: Option<IdempotencyKey>,
    pub(crate) tracking: Option<Value>,
}

/// Longest device id, in bytes; ours are UUIDs.
pub(crate) const DEVICE_ID_LENGTH: usize = 128;

/// Why a submission cannot be read.
#[derive(Debug, PartialEq)]
pub(crate) enum Unreadable {
    /// The body has these faults.
    Body(Vec<Fault>),
    /// The `Idempotency-Key` is not a UUID.
    Key,
}

impl Submission {
    /// Reads a submission.
    ///
    /// # Errors
    /// Wrong types, a missing device id, a moment that is none, or a key that is no UUID.
    pub(crate) fn read(headers: &HeaderMap, mut body: Value) -> Result<Self, Unreadable> {
        drop_nulls(&mut body);
        let fid = header(headers, "x-fid").map(str::to_owned);
        // The header says "not completed" by the word that one would expect for the opposite (specification, section 7).
        let status = match header(headers, "x-completed") {
            Some(value) if value.eq_ignore_ascii_case("true") => Status::Partial,
            _ => Status::Complete,
        };
        let key = request_key(headers).map_err(|_| Unreadable::Key)?;
        let key = key.map(|key| IdempotencyKey {
            key,
            fingerprint: fingerprint(&body, status, fid.as_deref()),
        });
        let mut faults = Vec::new();
        // Kept as it came: what an operator's own client says about a customer is not for the engine to shape.
        let customer = body
            .as_object_mut()
            .and_then(|members| members.remove("customer"));
        if customer.as_ref().is_some_and(|customer| !customer.is_object()) {
            faults.push(Fault::at("/customer", "wrong_type", "an object is expected"));
        }
        for (index, item) in body
            .get("responses")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            if !item.is_object() {
                faults.push(Fault::at(
                    &format!("/responses/{index}"),
                    "wrong_type",
                    "an object is expected",
                ));
            }
        }
        let mut feedback: Feedback = read(body).map_err(|misread| Unreadable::Body(vec![misread.into()]))?;
        if feedback.device_id.is_empty() {
            faults.push(Fault::at(
                "/device_id",
                "required",
                "a random id of the browser, such as a UUID, is expected",
            ));
        } else if feedback.device_id.len() > DEVICE_ID_LENGTH {
            let detail = format!("at most {DEVICE_ID_LENGTH} bytes are expected");
            faults.push(Fault::at("/device_id", "invalid_device_id", detail));
        }
        let created_at = from_rfc3339(&feedback.created_at);
        if created_at.is_none() && !feedback.created_at.is_empty() {
            faults.push(Fault::at(
                "/created_at",
                "invalid_time",
                "a moment as in RFC 3339 is expected",
            ));
        }
        if !faults.is_empty() {
            return Err(Unreadable::Body(faults));
        }
        feedback.origin_url = feedback.origin_url.as_deref().and_then(origin_and_path);
        let tracking = tracking(headers);
        Ok(Self {
            feedback,
            customer,
            created_at,
            status,
            continues: fid,
            key,
            tracking,
        })
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

/// Says what was asked, whatever white space, order of keys and nulls the body was written with.
fn fingerprint(body: &Value, status: Status, fid: Option<&str>) -> String {
    let hash = Sha256::new()
        .chain_update(status.as_str())
        .chain_update("\0")
        .chain_update(fid.unwrap_or_default())
        .chain_update("\0")
        .chain_update(canonical(body.clone()))
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
    fn names_what_cannot_be_read() {
        let read = |body| Submission::read(&HeaderMap::new(), body).map(|_| ()).unwrap_err();
        let Unreadable::Body(faults) = read(json!({"created_at": "today", "customer": []})) else {
            panic!()
        };
        let named: Vec<_> = faults
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
        let Unreadable::Body(faults) = read(json!([1])) else {
            panic!()
        };
        assert_eq!((faults[0].pointer.as_str(), faults[0].key), ("", "wrong_type"));
    }

    #[test]
    fn a_key_is_a_uuid() {
        let headers = headers(&[("Idempotency-Key", "again")]);
        assert_eq!(
            Submission::read(&headers, json!({"device_id": "d"})).unwrap_err(),
            Unreadable::Key
        );
    }
}
