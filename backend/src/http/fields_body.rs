//! Bodies of a few texts, as a multipart form or as JSON.

use super::body::JsonBody;
use super::form::{is_form, receive_form};
use super::problem::Problem;
use axum::extract::{FromRequest, Multipart, Request};
use base::input::fault::{Fault, FaultKey};
use base::null_character::without_null;
use serde_json::Value;
use std::collections::BTreeMap;

/// The texts of a body by name. Numbers of JSON count as texts: a form knows nothing else.
pub(super) struct FieldsBody(BTreeMap<String, String>);

impl FieldsBody {
    /// Takes a text, trimmed; `None` if it is missing or empty.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let text = self.0.remove(name)?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// Takes a text that is needed.
    ///
    /// # Errors
    /// 422 if it is missing or empty, or over the limit in bytes.
    pub(super) fn require(&mut self, name: &str, limit: usize) -> Result<String, Problem> {
        let pointer = format!("/{name}");
        match self.take(name) {
            None => Err(Fault::at(&pointer, FaultKey::Required, "a text is expected").into()),
            Some(text) if text.len() > limit => {
                let detail = format!("at most {limit} bytes are expected");
                Err(Fault::at(&pointer, FaultKey::TooLong, detail).into())
            }
            Some(text) => Ok(text),
        }
    }
}

impl<S: Send + Sync> FromRequest<S> for FieldsBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if is_form(&request) {
            return receive_form(request, read_form).await;
        }
        let JsonBody(value) = JsonBody::from_request(request, state).await?;
        read_json(value)
    }
}

async fn read_form(mut form: Multipart) -> Result<FieldsBody, Problem> {
    let mut fields = BTreeMap::new();
    while let Some(field) = form.next_field().await? {
        if let Some(name) = field.name().map(str::to_owned) {
            fields.insert(name, without_null(field.text().await?));
        }
    }
    Ok(FieldsBody(fields))
}

fn read_json(value: Value) -> Result<FieldsBody, Problem> {
    let Value::Object(members) = value else {
        return Err(Fault::at("", FaultKey::WrongType, "an object is expected").into());
    };
    let mut fields = BTreeMap::new();
    for (name, value) in members {
        let text = match value {
            Value::Null => continue,
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                let mut pointer = String::new();
                base::json::push_pointer(&mut pointer, &name);
                return Err(Fault::at(&pointer, FaultKey::WrongType, "a text is expected").into());
            }
        };
        fields.insert(name, text);
    }
    Ok(FieldsBody(fields))
}
