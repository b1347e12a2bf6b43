//! One wrong field in a submission that was right.

use super::pick;
use crate::reference::sources;
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

/// The items with one field changed, or one item more or less; `None` where there is nothing to change.
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
            let twin = item.clone();
            items.push(twin);
        }
    }
    Some(items)
}

/// Ids of questions and statements, and one of neither.
fn ids(flow: &Value) -> Vec<&str> {
    let mut ids = vec!["nothing"];
    for (_, element) in sources(flow) {
        let question = &element["question"];
        let statements = question["statements"].as_array().into_iter().flatten();
        ids.extend(
            statements
                .chain([question])
                .filter_map(|thing| thing["id"].as_str()),
        );
    }
    ids
}

/// Ids of options, and one of none.
fn option_ids(flow: &Value) -> Vec<&str> {
    let mut ids = vec!["nothing"];
    for (_, element) in sources(flow) {
        let question = &element["question"];
        let statements = question["statements"].as_array().into_iter().flatten();
        let options = statements
            .chain([question])
            .filter_map(|thing| thing["options"].as_array())
            .flatten();
        ids.extend(options.filter_map(|option| option["id"].as_str()));
    }
    ids
}
