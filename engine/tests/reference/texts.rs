//! The texts that rules and triggers compare.

use super::json::{list, text};
use serde_json::Value;

/// Returns the texts that rules and triggers compare; none for a blank answer.
pub(super) fn texts(question: &Value, answer: &Value) -> Vec<String> {
    if let Some(number) = answer["number"].as_f64() {
        return vec![number.to_string()];
    }
    let key = |options: &[Value], id: &Value| {
        let option = options.iter().find(|option| option["id"] == *id);
        option.map(|option| text(option, "key").to_owned())
    };
    if let Some(cells) = answer["matrix"].as_object() {
        let rows = list(question, "statements").iter();
        let selected = rows.flat_map(|row| {
            let own = list(row, "options");
            let options = if own.is_empty() {
                list(question, "options")
            } else {
                own
            };
            let ids = cells.get(text(row, "id")).and_then(Value::as_array);
            ids.into_iter().flatten().filter_map(move |id| key(options, id))
        });
        return selected.collect();
    }
    for field in ["optionIds", "ranking"] {
        let ids = list(answer, field).iter();
        let keys: Vec<String> = ids.filter_map(|id| key(list(question, "options"), id)).collect();
        if !keys.is_empty() {
            return keys;
        }
    }
    one_text(answer)
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect()
}

/// Returns the text of an answer that consists of one text.
pub(super) fn one_text(answer: &Value) -> Option<String> {
    if answer["checked"] == true {
        return Some("true".to_owned());
    }
    if let Some(fields) = answer["fields"].as_object() {
        let field = |name: &str| {
            fields
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .trim()
        };
        return Some(
            format!("{} {}", field("name"), field("surname"))
                .trim()
                .to_owned(),
        );
    }
    let given = ["text", "date", "phone"]
        .iter()
        .find_map(|field| answer[*field].as_str());
    given.map(|text| text.trim().to_owned())
}

pub(super) fn is_equal(text: &str, value: &str) -> bool {
    text == value || numbers(text, value).is_some_and(|(text, value)| text == value)
}

pub(super) fn numbers(text: &str, value: &str) -> Option<(f64, f64)> {
    Some((text.parse().ok()?, value.parse().ok()?))
}

/// Matches the patterns of random flows: letters and digits, perhaps with an anchor at one end.
pub(super) fn matches_pattern(text: &str, pattern: &str) -> bool {
    let (text, pattern) = (text.to_lowercase(), pattern.to_lowercase());
    match (pattern.strip_prefix('^'), pattern.strip_suffix('$')) {
        (Some(start), _) => text.starts_with(start),
        (_, Some(end)) => text.ends_with(end),
        _ => text.contains(&pattern),
    }
}
