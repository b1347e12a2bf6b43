//! The body of a submission, read straight into its types: a tree of it would take many times the memory.

use crate::http::fault::{Fault, Faults};
use crate::http::{check_feedback_bounds, check_tree_bounds};
use crate::json::{Object, TextError, drop_nulls, read_text};
use engine::{Feedback, ResponseItem};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// What a submission says. Null means absent, and unknown fields are ignored.
pub(super) struct Payload {
    /// Without its customer.
    pub(super) feedback: Feedback,
    /// Any JSON: the fields that an operator's own client sends about a customer are not the engine's concern.
    pub(super) customer: Option<Value>,
}

/// Why a body is not read.
#[derive(Debug)]
pub(super) enum PayloadError {
    /// It is not JSON, or more than is read (docs/api.md#limits).
    Json(String),
    /// A value has the wrong type.
    Types(Faults),
}

impl Payload {
    /// Reads a body.
    ///
    /// # Errors
    /// The body is not JSON, exceeds the bounds of JSON, or has a value of the wrong type; each response item that is not an
    /// object is named.
    pub(super) fn read(body: &[u8]) -> Result<Self, PayloadError> {
        check_feedback_bounds(body).map_err(|bound| PayloadError::Json(bound.message()))?;
        let fields: Fields = read_text(body).map_err(|error| match error {
            TextError::Syntax(message) => PayloadError::Json(message),
            TextError::Type(error) => {
                let strange_items = items_that_are_no_objects(body);
                PayloadError::Types(strange_items.unwrap_or_else(|| Fault::from(error).into()))
            }
        })?;
        let customer = fields.customer.map(read_customer).transpose()?;
        Ok(Self {
            feedback: fields.into_feedback(),
            customer,
        })
    }
}

/// The customer becomes a tree, which has narrower bounds.
fn read_customer(json: &RawValue) -> Result<Value, PayloadError> {
    check_tree_bounds(json.get().as_bytes())
        .map_err(|bound| PayloadError::Json(format!("customer: {}", bound.message())))?;
    let mut customer: Value =
        serde_json::from_str(json.get()).map_err(|error| PayloadError::Json(error.to_string()))?;
    drop_nulls(&mut customer);
    Ok(customer)
}

/// [`Feedback`] as clients send it.
#[derive(Deserialize)]
struct Fields<'a> {
    device_id: Option<String>,
    created_at: Option<String>,
    node_id: Option<String>,
    flow_id: Option<String>,
    flow_revision: Option<u32>,
    user_id: Option<String>,
    widget_code: Option<String>,
    origin_url: Option<String>,
    language_id: Option<String>,
    created_offline: Option<bool>,
    time_spent_in_seconds: Option<u32>,
    responses: Option<Vec<Object<Item>>>,
    #[serde(borrow)]
    customer: Option<&'a RawValue>,
    attachment_ids: Option<Vec<String>>,
}

impl Fields<'_> {
    fn into_feedback(self) -> Feedback {
        let responses = self.responses.unwrap_or_default().into_iter();
        Feedback {
            device_id: self.device_id.unwrap_or_default(),
            created_at: self.created_at.unwrap_or_default(),
            node_id: self.node_id.unwrap_or_default(),
            flow_id: self.flow_id.unwrap_or_default(),
            flow_revision: self.flow_revision,
            user_id: self.user_id,
            widget_code: self.widget_code,
            origin_url: self.origin_url,
            language_id: self.language_id,
            created_offline: self.created_offline.unwrap_or_default(),
            time_spent_in_seconds: self.time_spent_in_seconds.unwrap_or_default(),
            // Collected in place: both have the same layout.
            responses: responses.map(|Object(Item(item))| item).collect(),
            customer: None,
            attachment_ids: self.attachment_ids.unwrap_or_default(),
        }
    }
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Item(#[serde(with = "ItemFields")] ResponseItem);

/// [`ResponseItem`] as clients send it.
#[derive(Deserialize)]
#[serde(remote = "ResponseItem")]
struct ItemFields {
    #[serde(default, deserialize_with = "null_as_default")]
    question_id: String,
    option_id: Option<String>,
    body: Option<String>,
    ranking: Option<u32>,
    active_storage_blob_id: Option<String>,
    binding_id: Option<String>,
    verification_token: Option<String>,
    #[serde(rename = "hidePersonalData", default, deserialize_with = "null_as_default")]
    hide_personal_data: bool,
}

fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Names each response item that is not an object; `None` if there is none, or another value is wrong as well.
fn items_that_are_no_objects(body: &[u8]) -> Option<Faults> {
    #[derive(Deserialize)]
    struct Responses<'a> {
        #[serde(borrow)]
        responses: Vec<&'a RawValue>,
    }

    let Responses { responses } = read_text(body).ok()?;
    let strange = responses
        .iter()
        .enumerate()
        .filter(|(_, item)| !item.get().starts_with('{'));
    let faults: Faults = strange
        .map(|(index, _)| {
            Fault::at(
                &format!("/responses/{index}"),
                "wrong_type",
                "an object is expected",
            )
        })
        .collect();
    (!faults.listed().is_empty()).then_some(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(body: &str) -> Vec<(String, &'static str)> {
        match Payload::read(body.as_bytes()) {
            Err(PayloadError::Types(faults)) => {
                let listed = faults.listed().iter();
                listed.map(|fault| (fault.pointer.clone(), fault.key)).collect()
            }
            Err(PayloadError::Json(message)) => panic!("{message}"),
            Ok(_) => Vec::new(),
        }
    }

    #[test]
    fn null_means_absent_and_unknown_fields_are_skipped() {
        let fields = [
            "device_id",
            "created_at",
            "node_id",
            "flow_id",
            "flow_revision",
            "user_id",
            "widget_code",
            "origin_url",
            "language_id",
            "created_offline",
            "time_spent_in_seconds",
            "responses",
            "customer",
            "attachment_ids",
            "more",
        ];
        let nulls = fields.map(|field| format!("\"{field}\":null")).join(",");
        let read = Payload::read(format!("{{{nulls}}}").as_bytes()).unwrap();
        assert_eq!((read.feedback, read.customer), (Feedback::default(), None));
        let fields = [
            "question_id",
            "option_id",
            "body",
            "ranking",
            "active_storage_blob_id",
            "binding_id",
            "verification_token",
            "hidePersonalData",
            "more",
        ];
        let nulls = fields.map(|field| format!("\"{field}\":null")).join(",");
        let body =
            format!(r#"{{"responses":[{{{nulls}}}],"customer":{{"a":null,"b":[null]}},"x":{{"y":[1]}}}}"#);
        let read = Payload::read(body.as_bytes()).unwrap();
        assert_eq!(read.feedback.responses, [ResponseItem::default()]);
        assert_eq!(read.customer, Some(serde_json::json!({"b": [null]})));
    }

    #[test]
    fn every_field_of_a_feedback_is_read() {
        let json = serde_json::json!({
            "device_id": "d", "created_at": "c", "node_id": "n", "flow_id": "f", "flow_revision": 1, "user_id": "u",
            "widget_code": "w", "origin_url": "o", "language_id": "l", "created_offline": true,
            "time_spent_in_seconds": 2, "attachment_ids": ["a"],
            "responses": [{
                "question_id": "q", "option_id": "o", "body": "b", "ranking": 3, "active_storage_blob_id": "a",
                "binding_id": "i", "verification_token": "t", "hidePersonalData": true,
            }],
        });
        let read = Payload::read(json.to_string().as_bytes()).unwrap();
        assert_eq!(serde_json::to_value(&read.feedback).unwrap(), json);
    }

    #[test]
    fn faults_name_the_place() {
        for (body, pointers) in [
            ("7", &[""] as &[&str]),
            ("[]", &[""]),
            (r#"{"responses":{}}"#, &["/responses"]),
            (r#"{"responses":[{},{"body":7}]}"#, &["/responses/1/body"]),
            (
                r#"{"responses":[{},[],{},null, 1.5,"{"]}"#,
                &["/responses/1", "/responses/3", "/responses/4", "/responses/5"],
            ),
            (
                r#"{"responses":[{"hidePersonalData":"no"}]}"#,
                &["/responses/0/hidePersonalData"],
            ),
            (r#"{"attachment_ids":["a",null]}"#, &["/attachment_ids/1"]),
            (r#"{"flow_revision":1.5}"#, &["/flow_revision"]),
            (r#"{"device_id":"a","device_id":"b"}"#, &[""]),
        ] {
            let expected: Vec<_> = pointers
                .iter()
                .map(|pointer| ((*pointer).to_owned(), "wrong_type"))
                .collect();
            assert_eq!(faults(body), expected, "{body}");
        }
    }

    #[test]
    fn what_is_not_json_is_told_from_what_has_a_wrong_type() {
        for body in [
            "",
            "{",
            "{\"a\":}",
            r#"{"device_id":7"#,
            r#"{"device_id":7}}"#,
            r#"{"device_id":"\ud800"}"#,
            r#"{"customer":{]}"#,
        ] {
            assert!(
                matches!(Payload::read(body.as_bytes()), Err(PayloadError::Json(_))),
                "{body}"
            );
        }
    }

    #[test]
    fn the_customer_has_bounds_of_its_own() {
        let hollow = format!("[{}0]", "{},".repeat(1_000));
        let read = |field: &str| Payload::read(format!("{{\"{field}\":{hollow}}}").as_bytes());
        assert!(
            matches!(read("customer"), Err(PayloadError::Json(message)) if message.contains("customer: "))
        );
        assert!(read("more").is_ok());
    }
}
