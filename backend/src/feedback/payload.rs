//! The body of a submission, read straight into its types: a tree of it would take many times the memory.

use base::input::fault::{Fault, FaultKey, Faults};
use base::input::{check_feedback_bounds, check_tree_bounds};
use base::json::{Object, TextError, drop_nulls, read_text};
use engine::{Feedback, ResponseItem, SortedMap};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use store::StateTimes;
use utoipa::ToSchema;

/// What a submission says. Null means absent, and unknown fields are ignored.
pub(super) struct Payload {
    /// Without its customer.
    pub(super) feedback: Feedback,
    /// Any JSON: the fields that an operator's own client sends about a customer are not the engine's concern.
    pub(super) customer: Option<Value>,
    /// Not the engine's concern either: only the page knows what was shown.
    pub(super) state_times: StateTimes,
    /// As the client sent it.
    pub(super) reference: Option<String>,
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
        let mut fields: SubmittedFeedback = read_text(body).map_err(|error| match error {
            TextError::Syntax(message) => PayloadError::Json(message),
            TextError::Type(error) => {
                let strange_items = items_that_are_no_objects(body);
                PayloadError::Types(strange_items.unwrap_or_else(|| Fault::from(error).into()))
            }
        })?;
        let customer = fields.customer.map(read_customer).transpose()?;
        let times = fields.state_times_in_ms.take().unwrap_or_default();
        let given = times.into_iter().filter_map(|(id, time)| Some((id, time?)));
        Ok(Self {
            state_times: StateTimes(given.collect()),
            reference: fields.reference.take(),
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

/// A feedback as clients send it.
#[derive(Deserialize, ToSchema)]
#[schema(as = Feedback)]
pub(crate) struct SubmittedFeedback<'a> {
    /// The random id of the browser.
    #[schema(required = true, nullable = false, min_length = 1, max_length = 128)]
    device_id: Option<String>,
    /// By the visitor's clock.
    created_at: Option<String>,
    #[schema(required = true, nullable = false, max_length = 128)]
    node_id: Option<String>,
    #[schema(required = true, nullable = false, max_length = 128)]
    flow_id: Option<String>,
    /// The revision that was answered; absent: the newest.
    flow_revision: Option<u32>,
    /// The host's name for the visitor.
    #[schema(max_length = 128)]
    user_id: Option<String>,
    /// The widget in which the flow was answered.
    #[schema(max_length = 128)]
    widget_code: Option<String>,
    /// The address that the visitor was on.
    origin_url: Option<String>,
    /// The id of the flow's language that was shown last.
    #[schema(max_length = 128)]
    language_id: Option<String>,
    /// Whether the feedback was built without a network.
    created_offline: Option<bool>,
    /// Since the visitor began.
    time_spent_in_seconds: Option<u32>,
    /// For how long each state was seen, by its id.
    #[schema(value_type = Option<BTreeMap<String, u32>>)]
    state_times_in_ms: Option<BTreeMap<String, Option<u32>>>,
    /// What the answers add up to, by the keys of the flow's scores. The server adds them up itself and refuses others.
    #[schema(value_type = Option<BTreeMap<String, f64>>)]
    scores: Option<BTreeMap<String, Option<f64>>>,
    /// The number by which people name the feedback.
    #[schema(example = "K7QM-2XPD")]
    reference: Option<String>,
    /// The answers in order of the path.
    #[schema(value_type = Option<Vec<ItemFields>>)]
    responses: Option<Vec<Object<Item>>>,
    /// What is known about the visitor, as a claim: any JSON by name.
    #[serde(borrow)]
    #[schema(value_type = Option<Object>)]
    customer: Option<&'a RawValue>,
    /// May repeat the ids of the uploads among the answers.
    attachment_ids: Option<Vec<String>>,
}

impl SubmittedFeedback<'_> {
    fn into_feedback(self) -> Feedback {
        let responses = self.responses.unwrap_or_default().into_iter();
        let mut scores = SortedMap::new();
        for (key, score) in self.scores.unwrap_or_default() {
            if let Some(score) = score {
                scores.insert(&key, score);
            }
        }
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
            scores,
            customer: None,
            attachment_ids: self.attachment_ids.unwrap_or_default(),
        }
    }
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Item(#[serde(with = "ItemFields")] ResponseItem);

/// An answer as clients send it, or one option of it (docs/engine.md#payload).
#[derive(Deserialize, ToSchema)]
#[serde(remote = "ResponseItem")]
#[schema(as = ResponseItem)]
struct ItemFields {
    /// The question, or the row of a matrix.
    #[serde(default, deserialize_with = "null_as_default")]
    question_id: String,
    option_id: Option<String>,
    /// The answer as text.
    body: Option<String>,
    /// The place of an option in a ranking, 1 for the best.
    ranking: Option<u32>,
    /// The id of the upload that answers.
    active_storage_blob_id: Option<String>,
    /// What the server keeps of the answer's look-up; in the first item of the answer.
    binding_id: Option<String>,
    /// The proof that the phone number is the visitor's.
    verification_token: Option<String>,
    /// The server goes by the stored flow instead.
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
                FaultKey::WrongType,
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
                listed
                    .map(|fault| (fault.pointer.clone(), fault.key.into_str()))
                    .collect()
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
            "state_times_in_ms",
            "reference",
            "responses",
            "customer",
            "attachment_ids",
            "more",
        ];
        let nulls = fields.map(|field| format!("\"{field}\":null")).join(",");
        let read = Payload::read(format!("{{{nulls}}}").as_bytes()).unwrap();
        assert_eq!((read.feedback, read.customer), (Feedback::default(), None));
        assert_eq!((read.state_times, read.reference), (StateTimes::default(), None));
        let read = Payload::read(br#"{"state_times_in_ms":{"a":null,"b":7}}"#).unwrap();
        assert_eq!(read.state_times, StateTimes(BTreeMap::from([("b".into(), 7)])));
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
            (r#"{"state_times_in_ms":[7]}"#, &["/state_times_in_ms"]),
            (r#"{"state_times_in_ms":{"s":-1}}"#, &["/state_times_in_ms/s"]),
            (r#"{"state_times_in_ms":{"s":0.5}}"#, &["/state_times_in_ms/s"]),
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
    fn syntax_errors_are_distinguished_from_type_errors() {
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
