//! Corruptions of one field of a valid submission.

use super::pick;
use crate::reference::json::sources;
use serde_json::{Value, json};

const BODIES: &[&str] = &[
    "",
    "7",
    "7.0",
    "a",
    "x y",
    "true",
    "false",
    "2026-02-30",
    "+905321234567",
    "a@b.co",
    "11",
];

/// Returns the items with one field changed, or with one item more or less; `None` if there is nothing to change.
pub(crate) fn corrupt(items: &[Value], flow: &Value, [at, how, with]: [u8; 3]) -> Option<Vec<Value>> {
    let mut items = items.to_vec();
    if items.is_empty() {
        return None;
    }
    let at = usize::from(at) % items.len();
    let item = &mut items[at];
    match how % 10 {
        0 => item["question_id"] = pick(&ids(flow), with).into(),
        1 => item["option_id"] = pick(&option_ids(flow), with).into(),
        2 => drop(item.as_object_mut()?.remove("option_id")?),
        3 => item["body"] = pick(BODIES, with).into(),
        4 => drop(item.as_object_mut()?.remove("body")?),
        5 => item["ranking"] = json!(with % 4),
        6 => drop(item.as_object_mut()?.remove("ranking")?),
        7 => item["active_storage_blob_id"] = json!("b7"),
        8 => drop(items.remove(at)),
        _ => {
            let duplicate = item.clone();
            items.push(duplicate);
        }
    }
    Some(items)
}

/// Returns the ids of all questions and statements, and an unknown id.
fn ids(flow: &Value) -> Vec<&str> {
    let mut ids = vec!["unknown"];
    for (_, element) in sources(flow) {
        let question = &element["question"];
        let statements = question["statements"].as_array().into_iter().flatten();
        ids.extend(
            statements
                .chain([question])
                .filter_map(|item| item["id"].as_str()),
        );
    }
    ids
}

/// Returns the ids of all options, and an unknown id.
fn option_ids(flow: &Value) -> Vec<&str> {
    let mut ids = vec!["unknown"];
    for (_, element) in sources(flow) {
        let question = &element["question"];
        let statements = question["statements"].as_array().into_iter().flatten();
        let options = statements
            .chain([question])
            .filter_map(|item| item["options"].as_array())
            .flatten();
        ids.extend(options.filter_map(|option| option["id"].as_str()));
    }
    ids
}
