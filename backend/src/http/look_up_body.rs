//! The bodies of look-ups (docs/api.md#look-ups).

use crate::feedback::{DEVICE_ID_LENGTH, ID_LENGTH};
use base::input::fault::{Fault, FaultKey, Faults};
use base::json::{drop_nulls, push_pointer, read};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Longest answer in bytes.
const ANSWER_LENGTH: usize = 10_000;

/// Which of the two calls it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `{question_id, answer}`: the answer of a `dynamic_request`.
    Request,
    /// `{reference_id, body}`: all answers, by question key.
    Binding,
}

/// A look-up as the client asks for it. Members that it does not have, such as the address of a target, are ignored.
#[derive(Debug)]
pub(super) struct LookUpBody {
    pub(super) shape: Shape,
    pub(super) question_id: String,
    /// [`Shape::Request`]: the answer.
    pub(super) answer: Option<String>,
    /// [`Shape::Binding`]: all answers, by question key or id.
    pub(super) answers: BTreeMap<String, String>,
    pub(super) flow_id: Option<String>,
    /// Absent: the newest.
    pub(super) flow_revision: Option<u32>,
    pub(super) node_id: Option<String>,
    pub(super) device_id: Option<String>,
}

#[derive(Deserialize)]
struct Members {
    question_id: Option<String>,
    reference_id: Option<String>,
    answer: Option<Value>,
    body: Option<Value>,
    flow_id: Option<String>,
    flow_revision: Option<u32>,
    node_id: Option<String>,
    device_id: Option<String>,
}

impl Shape {
    pub(super) fn question_pointer(self) -> &'static str {
        match self {
            Self::Request => "/question_id",
            Self::Binding => "/reference_id",
        }
    }

    pub(super) fn expected_question(self) -> &'static str {
        match self {
            Self::Request => "the question is no `dynamic_request`",
            Self::Binding => "the question has no `bindingModel`, or is a `dynamic_request`",
        }
    }

    /// Returns the pointer of the answer to the question with a key.
    pub(super) fn answer_pointer(self, key: &str) -> String {
        match self {
            Self::Request => "/answer".into(),
            Self::Binding => {
                let mut pointer = "/body".to_owned();
                if !key.is_empty() {
                    push_pointer(&mut pointer, key);
                }
                pointer
            }
        }
    }
}

impl LookUpBody {
    /// Reads a body.
    ///
    /// # Errors
    /// A value is missing, has the wrong type or is too long.
    pub(super) fn read(mut body: Value, shape: Shape) -> Result<Self, Faults> {
        drop_nulls(&mut body);
        let members: Members = read(body).map_err(Fault::from)?;
        let mut faults = Faults::default();
        let question_id = match shape {
            Shape::Request => members.question_id,
            Shape::Binding => members.reference_id,
        };
        if question_id.as_deref().is_none_or(str::is_empty) {
            let detail = "the id of a question is expected";
            faults.push(Fault::at(shape.question_pointer(), FaultKey::Required, detail));
        }
        check_length(
            shape.question_pointer(),
            question_id.as_deref(),
            ID_LENGTH,
            &mut faults,
        );
        check_length("/flow_id", members.flow_id.as_deref(), ID_LENGTH, &mut faults);
        check_length("/node_id", members.node_id.as_deref(), ID_LENGTH, &mut faults);
        check_length(
            "/device_id",
            members.device_id.as_deref(),
            DEVICE_ID_LENGTH,
            &mut faults,
        );
        let mut answer = None;
        let mut answers = BTreeMap::new();
        match shape {
            Shape::Request => {
                answer = members
                    .answer
                    .and_then(|value| read_answer("/answer", &value, &mut faults));
            }
            Shape::Binding => match members.body {
                Some(Value::Object(members)) => {
                    for (key, value) in members {
                        if let Some(text) = read_answer(&shape.answer_pointer(&key), &value, &mut faults) {
                            answers.insert(key, text);
                        }
                    }
                }
                Some(_) => faults.push(Fault::at("/body", FaultKey::WrongType, "an object is expected")),
                None => {}
            },
        }
        faults.into_result()?;
        Ok(Self {
            shape,
            question_id: question_id.unwrap_or_default(),
            answer,
            answers,
            flow_id: members.flow_id,
            flow_revision: members.flow_revision,
            node_id: members.node_id,
            device_id: members.device_id.filter(|id| !id.is_empty()),
        })
    }
}

fn check_length(pointer: &str, text: Option<&str>, most: usize, faults: &mut Faults) {
    if text.is_some_and(|text| text.len() > most) {
        let detail = format!("at most {most} bytes are expected");
        faults.push(Fault::at(pointer, FaultKey::TooLong, detail));
    }
}

/// Reads an answer as text. Other clients may send numbers and booleans as they are.
fn read_answer(pointer: &str, value: &Value, faults: &mut Faults) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(is_true) => is_true.to_string(),
        _ => {
            faults.push(Fault::at(pointer, FaultKey::WrongType, "a text is expected"));
            return None;
        }
    };
    check_length(pointer, Some(&text), ANSWER_LENGTH, faults);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn faults(body: Value, shape: Shape) -> Vec<(String, &'static str)> {
        let faults = LookUpBody::read(body, shape).unwrap_err();
        let listed = faults.listed().iter();
        listed
            .map(|fault| (fault.pointer.clone(), fault.key.into_str()))
            .collect()
    }

    #[test]
    fn both_shapes_are_read() {
        let body = json!({"question_id": "q", "flow_id": "f", "answer": 7, "url": "https://elsewhere", "node_id": null});
        let request = LookUpBody::read(body, Shape::Request).unwrap();
        assert_eq!((request.answer.as_deref(), request.node_id), (Some("7"), None));
        let body = json!({"reference_id": "q", "body": {"a": true, "b": "x"}, "device_id": ""});
        let binding = LookUpBody::read(body, Shape::Binding).unwrap();
        assert_eq!(
            (binding.answers["a"].as_str(), binding.answers["b"].as_str()),
            ("true", "x")
        );
        assert_eq!((binding.question_id.as_str(), binding.device_id), ("q", None));
    }

    #[test]
    fn wrong_values_are_named() {
        let long = "x".repeat(10_001);
        assert_eq!(
            faults(
                json!({"answer": ["a"], "flow_id": long, "node_id": long, "device_id": long}),
                Shape::Request
            ),
            [
                ("/question_id".into(), "required"),
                ("/flow_id".into(), "too_long"),
                ("/node_id".into(), "too_long"),
                ("/device_id".into(), "too_long"),
                ("/answer".into(), "wrong_type"),
            ]
        );
        assert_eq!(
            faults(
                json!({"reference_id": "q", "body": {"a/b": {}, "c": long}}),
                Shape::Binding
            ),
            [
                ("/body/a~1b".into(), "wrong_type"),
                ("/body/c".into(), "too_long")
            ]
        );
        assert_eq!(
            faults(json!({"reference_id": "q", "body": []}), Shape::Binding),
            [("/body".into(), "wrong_type")]
        );
        assert_eq!(
            faults(json!({"question_id": "q", "flow_revision": "1"}), Shape::Request),
            [("/flow_revision".into(), "wrong_type")]
        );
    }
}
