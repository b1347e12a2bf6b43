//! Converts answers to response items and back.

use super::json::{list, options, text};
use super::texts::one_text;
use serde_json::{Value, json};

/// The proof of every verified phone number.
pub(crate) const PROOF: &str = "proof";

/// Returns whether an answer counts as unanswered.
pub(crate) fn is_blank(answer: &Value) -> bool {
    let is_empty = |field: &str| list(answer, field).is_empty();
    let has_no_cell = answer["matrix"]
        .as_object()
        .is_none_or(|rows| rows.values().all(|ids| ids.as_array().is_none_or(Vec::is_empty)));
    answer["number"].is_null()
        && is_empty("optionIds")
        && is_empty("ranking")
        && is_empty("files")
        && has_no_cell
        && one_text(answer).is_none_or(|text| text.is_empty())
}

/// Builds the response items of an answer that is not blank.
pub(crate) fn build(question: &Value, answer: &Value) -> Vec<Value> {
    let id = &question["id"];
    if let Some(number) = answer["number"].as_f64() {
        let body = number.to_string();
        let mut item = json!({"question_id": id, "body": body});
        if let Some(option) = options(question).find(|option| has_key_equal_to(option, number)) {
            item["option_id"] = option["id"].clone();
        }
        return vec![item];
    }
    if answer["matrix"].is_object() {
        let rows = list(question, "statements").iter();
        let items = rows.flat_map(|row| {
            let selected = list(&answer["matrix"], text(row, "id")).iter();
            selected.map(|option| json!({"question_id": row["id"], "option_id": option}))
        });
        return items.collect();
    }
    let selected = list(answer, "optionIds").iter().map(|option| {
        let mut item = json!({"question_id": id, "option_id": option});
        if asks_for_text(question, option) {
            item["body"] = json!(text(answer, "otherText").trim());
        }
        item
    });
    let places = (1..).zip(list(answer, "ranking"));
    let ranked =
        places.map(|(place, option)| json!({"question_id": id, "option_id": option, "ranking": place}));
    let files = list(answer, "files").iter();
    let files = files.map(|file| json!({"question_id": id, "active_storage_blob_id": file["id"]}));
    let bodies = one_text(answer).map(|body| {
        let mut item = json!({"question_id": id, "body": body});
        if text(question, "style") == "phone_verification" {
            item["verification_token"] = json!(PROOF);
        }
        item
    });
    selected.chain(ranked).chain(files).chain(bodies).collect()
}

/// Reads the answer from the response items of one question; `None` if it is not an answer of the question's style.
pub(crate) fn read(question: &Value, items: &[&Value]) -> Option<Value> {
    let style = answer_style(question);
    let has_proof = items.iter().any(|item| item["verification_token"].is_string());
    if has_proof && style != "phone_verification" {
        return None;
    }
    match style {
        "plain" | "link" => None,
        "radio"
        | "dropdown"
        | "gender"
        | "checklist"
        | "dynamic_multiple_choice"
        | "dynamic_multiple_value"
        | "random" => read_options(question, items),
        "customer_schema" => read_options(question, items),
        "ranking" => read_ranking(question, items),
        "matrix" => read_matrix(question, items),
        "file" | "screenshot" => read_files(items),
        "numeric" | "age" | "slider" | "score" | "star" | "ces" | "custom_score" => {
            read_number(question, items)
        }
        _ => read_text(style, items),
    }
}

fn read_options(question: &Value, items: &[&Value]) -> Option<Value> {
    only(items, &["option_id", "body"])?;
    let ids = read_option_ids(question, items)?;
    let has_exclusive =
        options(question).any(|option| option["isExclusive"] == true && ids.contains(&&option["id"]));
    let mut answer = json!({"optionIds": ids});
    for item in items.iter().filter(|item| !text(item, "body").is_empty()) {
        if !asks_for_text(question, &item["option_id"]) {
            return None;
        }
        answer["otherText"] = item["body"].clone();
    }
    (!has_exclusive || ids.len() == 1).then_some(answer)
}

/// Returns whether an option of a question asks for a text.
pub(super) fn asks_for_text(question: &Value, option_id: &Value) -> bool {
    options(question).any(|option| option["id"] == *option_id && option["asksForText"] == true)
}

/// Returns the style that decides what an answer is.
pub(super) fn answer_style(question: &Value) -> &str {
    match text(question, "style") {
        "customer_schema" if list(question, "options").is_empty() => {
            question["schemaType"].as_str().unwrap_or("text")
        }
        style => style,
    }
}

/// Returns the ids of distinct options of the question, one for each item.
fn read_option_ids<'a>(question: &Value, items: &[&'a Value]) -> Option<Vec<&'a Value>> {
    let ids: Option<Vec<&Value>> = items.iter().map(|item| item.get("option_id")).collect();
    let ids = ids?;
    let are_distinct = ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id));
    let is_known = |id: &&Value| options(question).any(|option| option["id"] == **id);
    (are_distinct && ids.iter().all(is_known)).then_some(ids)
}

fn read_ranking(question: &Value, items: &[&Value]) -> Option<Value> {
    only(items, &["option_id", "ranking"])?;
    let ids = read_option_ids(question, items)?;
    let places = (1..=items.len()).map(|place| items.iter().position(|item| item["ranking"] == place));
    let places: Option<Vec<usize>> = places.collect();
    let ranking: Vec<&Value> = places?.into_iter().map(|at| ids[at]).collect();
    Some(json!({"ranking": ranking}))
}

fn read_matrix(question: &Value, items: &[&Value]) -> Option<Value> {
    only(items, &["option_id"])?;
    let mut matrix = json!({});
    for item in items {
        let mut rows = list(question, "statements").iter();
        let row = rows.find(|row| row["id"] == item["question_id"])?;
        let own = list(row, "options");
        let options = if own.is_empty() {
            list(question, "options")
        } else {
            own
        };
        let option = options.iter().find(|option| option["id"] == item["option_id"])?;
        let selected = matrix
            .as_object_mut()?
            .entry(text(row, "id"))
            .or_insert_with(|| json!([]))
            .as_array_mut()?;
        if selected.contains(&option["id"]) {
            return None;
        }
        selected.push(option["id"].clone());
    }
    Some(json!({"matrix": matrix}))
}

fn read_files(items: &[&Value]) -> Option<Value> {
    only(items, &["active_storage_blob_id"])?;
    let ids: Option<Vec<&Value>> = items
        .iter()
        .map(|item| item.get("active_storage_blob_id"))
        .collect();
    Some(json!({"files": ids?.iter().map(|id| json!({"id": id})).collect::<Vec<_>>()}))
}

fn read_number(question: &Value, items: &[&Value]) -> Option<Value> {
    let [item] = items else { return None };
    only(items, &["body", "option_id"])?;
    let option = match item.get("option_id") {
        None => None,
        Some(id) => Some(options(question).find(|option| option["id"] == *id)?),
    };
    let spelled = item.get("body").or(option.map(|option| &option["key"]))?;
    let number: f64 = spelled.as_str()?.trim().parse().ok()?;
    let is_consistent = option.is_none_or(|option| has_key_equal_to(option, number));
    is_consistent.then(|| json!({"number": number}))
}

fn read_text(style: &str, items: &[&Value]) -> Option<Value> {
    let [item] = items else { return None };
    let body = item.get("body")?.as_str()?;
    if item.get("option_id").is_some() {
        return None;
    }
    if !body.trim().is_empty() {
        only(items, &["body"])?;
    }
    match style {
        "agreement" => (body == "true").then(|| json!({"checked": true})),
        "datepicker" => Some(json!({"date": body})),
        "phone_number" | "phone_verification" => Some(json!({"phone": body})),
        "naming" => Some(json!({"fields": {"name": body, "surname": ""}})),
        _ => Some(json!({"text": body})),
    }
}

/// Returns whether an option's key spells this number.
pub(super) fn has_key_equal_to(option: &Value, number: f64) -> bool {
    text(option, "key").trim().parse() == Ok(number)
}

/// Returns `Some` if the items have no other fields than these.
fn only(items: &[&Value], allowed: &[&str]) -> Option<()> {
    let is_set = |value: &Value| !value.is_null() && *value != "";
    let is_valid = items.iter().all(|item| {
        ["option_id", "body", "ranking", "active_storage_blob_id"]
            .iter()
            .all(|field| allowed.contains(field) || !is_set(&item[*field]))
    });
    is_valid.then_some(())
}
