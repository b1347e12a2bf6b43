//! Reads a flow and its answers as JSON.

use serde_json::Value;

/// Returns every element with its state, in document order.
pub(crate) fn sources(flow: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    states(flow).flat_map(|state| elements_of(state).iter().map(move |element| (state, element)))
}

pub(super) fn states(flow: &Value) -> impl Iterator<Item = &Value> {
    list(flow, "states").iter()
}

pub(super) fn elements_of(state: &Value) -> &[Value] {
    list(state, "elements")
}

pub(super) fn options(question: &Value) -> impl Iterator<Item = &Value> {
    list(question, "options").iter()
}

pub(super) fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}
