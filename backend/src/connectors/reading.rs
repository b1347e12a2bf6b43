//! Reads what a target returned, by the connector's JSON pointers.

use super::failure::LookUpFailure;
use base::input::check_tree_bounds;
use base::records::Connector;
use serde_json::{Map, Value};

/// Longest text that is put into a question, in bytes; longer ones are left out.
const MAX_TEXT: usize = 10_000;

/// Most bytes of the data that is stored with a feedback.
const MAX_DATA: usize = 16 * 1024;

/// What a look-up returned.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct LookedUp {
    /// The texts for questions, by id or key.
    pub(crate) answers: Vec<(String, String)>,
    /// A JSON object to be stored with the feedback; `None` if there is nothing to store.
    pub(crate) data: Option<Map<String, Value>>,
}

/// Reads a response.
pub(super) fn read(connector: &Connector, body: &[u8]) -> Result<LookedUp, LookUpFailure> {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(LookedUp::default());
    }
    check_tree_bounds(body).map_err(|bound| LookUpFailure::Json(bound.message()))?;
    // The parser's message says where, not what.
    let response: Value =
        serde_json::from_slice(body).map_err(|error| LookUpFailure::Json(error.to_string()))?;
    let answers = connector.questions.iter().filter_map(|(name, pointer)| {
        let text = text_of(response.pointer(pointer)?)?;
        (text.len() <= MAX_TEXT).then(|| (name.clone(), text))
    });
    let data = connector.data.iter().filter_map(|(name, pointer)| {
        let value = response.pointer(pointer).filter(|value| !value.is_null())?;
        Some((name.clone(), value.clone()))
    });
    let data: Map<String, Value> = data.collect();
    if Value::Object(data.clone()).to_string().len() > MAX_DATA {
        return Err(LookUpFailure::Data(MAX_DATA));
    }
    Ok(LookedUp {
        answers: answers.collect(),
        data: Some(data).filter(|data| !data.is_empty()),
    })
}

/// Returns a value as the text that the engine reads an answer from: a list of options is joined by commas.
fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Bool(is_true) => is_true.to_string(),
        Value::Array(items) => {
            let texts = items
                .iter()
                .map(|item| text_of(item).filter(|_| !item.is_array()));
            texts.collect::<Option<Vec<_>>>()?.join(",")
        }
        Value::Null | Value::Object(_) => return None,
    };
    Some(text).filter(|text| !text.is_empty())
}
