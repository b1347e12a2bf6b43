//! Changes of a document as a JSON Patch (RFC 6902), bounded in what they cost.

use json_patch::{PatchOperation, patch_unsafe};
use serde_json::Value;

/// Most operations of a patch.
pub(crate) const MOST_OPERATIONS: usize = 1_000;

/// Most that the operations `copy` and `move` of a patch may take from one place to another, in all, by [`weight`].
const MOST_MOVED: usize = 16 * 1024 * 1024;

/// How deep lists and objects may be in one another at any time (`base/input/json_bounds.rs`). A document that is deeper could not be
/// read again.
const MOST_DEPTH: usize = 64;

/// What no value takes less of.
const LEAST_WEIGHT: usize = 8;

/// Changes of a document, in their order.
#[derive(Debug)]
pub(crate) struct DocumentPatch(Vec<PatchOperation>);

/// Why a patch changes nothing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PatchFault {
    /// The position of the operation; `None`: it is about the whole patch.
    pub(crate) operation: Option<usize>,
    pub(crate) message: String,
}

impl PatchFault {
    fn at(operation: usize, message: impl Into<String>) -> Self {
        Self {
            operation: Some(operation),
            message: message.into(),
        }
    }
}

impl DocumentPatch {
    /// Reads a list of operations.
    pub(crate) fn parse(patch: Value) -> Result<Self, PatchFault> {
        let whole = |message: String| PatchFault {
            operation: None,
            message,
        };
        let Value::Array(operations) = patch else {
            return Err(whole("a list of operations is expected".into()));
        };
        if operations.len() > MOST_OPERATIONS {
            return Err(whole(format!(
                "at most {MOST_OPERATIONS} operations are accepted"
            )));
        }
        let operations = operations.into_iter().enumerate().map(|(at, operation)| {
            serde_json::from_value(operation).map_err(|error| PatchFault::at(at, error.to_string()))
        });
        operations.collect::<Result<_, _>>().map(Self)
    }

    /// Changes a document. After a fault the document is worth nothing.
    pub(crate) fn apply(self, document: &mut Value) -> Result<(), PatchFault> {
        let mut left = MOST_MOVED;
        for (at, operation) in self.0.iter().enumerate() {
            let depth =
                new_depth(operation, document, &mut left).map_err(|message| PatchFault::at(at, message))?;
            if depth > MOST_DEPTH {
                let message = format!("lists and objects may be {MOST_DEPTH} deep");
                return Err(PatchFault::at(at, message));
            }
            patch_unsafe(document, std::slice::from_ref(operation))
                .map_err(|error| PatchFault::at(at, format!("{} at `{}`", error.kind, error.path)))?;
        }
        Ok(())
    }
}

/// Returns how deep the document is where an operation puts something, and takes what is moved from what is `left`.
fn new_depth(operation: &PatchOperation, document: &Value, left: &mut usize) -> Result<usize, String> {
    let (path, value, is_moved) = match operation {
        PatchOperation::Add(add) => (&add.path, Some(&add.value), false),
        PatchOperation::Replace(replace) => (&replace.path, Some(&replace.value), false),
        PatchOperation::Copy(copy) => (&copy.path, document.pointer(copy.from.as_str()), true),
        PatchOperation::Move(moved) => (&moved.path, document.pointer(moved.from.as_str()), true),
        PatchOperation::Remove(_) | PatchOperation::Test(_) => return Ok(0),
    };
    let Some(value) = value else { return Ok(0) };
    if is_moved {
        *left = left
            .checked_sub(weight(value))
            .ok_or_else(|| "the patch copies and moves too much".to_owned())?;
    }
    Ok(path.count() + depth(value))
}

/// Returns about how many bytes a value takes as JSON.
fn weight(value: &Value) -> usize {
    LEAST_WEIGHT
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(weight).sum(),
            Value::Object(members) => members
                .iter()
                .map(|(name, member)| name.len() + weight(member))
                .sum(),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}

/// Returns how deep lists and objects are in one another.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn patched(mut document: Value, patch: Value) -> Result<Value, PatchFault> {
        DocumentPatch::parse(patch)?.apply(&mut document)?;
        Ok(document)
    }

    fn fault(document: Value, patch: Value) -> (Option<usize>, String) {
        let fault = patched(document, patch).unwrap_err();
        (fault.operation, fault.message)
    }

    /// Each operation of RFC 6902, with the cases of its appendix that are easily got wrong.
    #[test]
    fn all_operations_are_those_of_the_standard() {
        for (document, patch, expected) in [
            (
                json!({"a": 1}),
                json!([{"op": "add", "path": "/b", "value": 2}]),
                json!({"a": 1, "b": 2}),
            ),
            (
                json!({"a": [1, 3]}),
                json!([{"op": "add", "path": "/a/1", "value": 2}]),
                json!({"a": [1, 2, 3]}),
            ),
            (
                json!({"a": [1]}),
                json!([{"op": "add", "path": "/a/-", "value": [2]}]),
                json!({"a": [1, [2]]}),
            ),
            (
                json!({"a": 1, "b": 2}),
                json!([{"op": "remove", "path": "/a"}]),
                json!({"b": 2}),
            ),
            (
                json!({"a": [1, 2]}),
                json!([{"op": "replace", "path": "/a/0", "value": null}]),
                json!({"a": [null, 2]}),
            ),
            (
                json!({"a": [1, 2, 3]}),
                json!([{"op": "move", "from": "/a/0", "path": "/a/2"}]),
                json!({"a": [2, 3, 1]}),
            ),
            (
                json!({"a": {"b": 1}}),
                json!([{"op": "copy", "from": "/a", "path": "/c"}]),
                json!({"a": {"b": 1}, "c": {"b": 1}}),
            ),
            (
                json!({"a/b": {"~": 1}}),
                json!([{"op": "test", "path": "/a~1b/~0", "value": 1}]),
                json!({"a/b": {"~": 1}}),
            ),
            (
                json!({"a": 1}),
                json!([{"op": "add", "path": "", "value": []}]),
                json!([]),
            ),
            (json!({"a": 1}), json!([]), json!({"a": 1})),
        ] {
            assert_eq!(patched(document, patch.clone()), Ok(expected), "{patch}");
        }
    }

    #[test]
    fn a_fault_names_its_operation() {
        let is = |document: Value, patch: Value, operation: Option<usize>, message: &str| {
            assert_eq!(fault(document, patch), (operation, message.to_owned()));
        };
        is(json!({}), json!({}), None, "a list of operations is expected");
        is(
            json!({}),
            json!([{"op": "add", "path": "/a", "value": 1}, {"op": "remove", "path": "/b"}]),
            Some(1),
            "path is invalid at `/b`",
        );
        is(
            json!([1]),
            json!([{"op": "add", "path": "/2", "value": 1}]),
            Some(0),
            "path is invalid at `/2`",
        );
        is(
            json!([1]),
            json!([{"op": "test", "path": "/0", "value": "1"}]),
            Some(0),
            "value did not match at `/0`",
        );
        is(
            json!({"a": {}}),
            json!([{"op": "move", "from": "/a", "path": "/a/b"}]),
            Some(0),
            "cannot move the value inside itself at `/a/b`",
        );
        let (operation, _) = fault(json!({}), json!([{"op": "spawn", "path": ""}]));
        assert_eq!(operation, Some(0));
        let many = vec![json!({"op": "test", "path": "", "value": {}}); MOST_OPERATIONS + 1];
        is(
            json!({}),
            json!(many),
            None,
            "at most 1000 operations are accepted",
        );
    }

    #[test]
    fn copies_cannot_fill_the_memory() {
        let twice = [
            json!({"op": "copy", "from": "", "path": "/a"}),
            json!({"op": "copy", "from": "", "path": "/b"}),
        ];
        let patch: Vec<Value> = twice.into_iter().cycle().take(60).collect();
        let (operation, message) = fault(json!({"text": "0123456789"}), json!(patch));
        assert_eq!(message, "the patch copies and moves too much");
        assert!(operation.unwrap() < 30, "{operation:?}");
    }

    #[test]
    fn a_document_stays_readable() {
        let deeper = |times: usize| {
            let into = format!("/a{}", "/0".repeat(times));
            json!([{"op": "move", "from": "/a", "path": "/b"}, {"op": "add", "path": "/a", "value": [[0]]},
                {"op": "replace", "path": into, "value": [0]}])
        };
        assert!(patched(json!({"a": 1}), deeper(2)).is_ok());
        let nest = json!([{"op": "add", "path": "/b", "value": {}}, {"op": "move", "from": "/a", "path": "/b/a"},
            {"op": "move", "from": "/b", "path": "/a"}]);
        let patch: Vec<Value> = std::iter::repeat_n(nest.as_array().unwrap().clone(), 100)
            .flatten()
            .collect();
        let (_, message) = fault(json!({"a": {}}), json!(patch));
        assert_eq!(message, "lists and objects may be 64 deep");
    }
}
