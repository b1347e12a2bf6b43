//! The one form in which records are written: what `pulsen fmt`, `pulsen convert` and `pulsen new` write
//! (docs/flows.md#canonical-form). Equal content gives equal text.

use super::member_order::MemberOrder;
use super::record_text::read_text;
use super::{Finding, RecordKind};
use engine::check_json;
use engine::codes::NOT_JSON;
use serde_json::Value;
use std::path::Path;

/// The longest line, in characters, that an object or a list is written on as a whole.
const WIDTH: usize = 110;

/// Returns a record as text: members in the order of the [schema](super::json_schema), two spaces for each level, and a
/// newline at the end. Objects and lists that fit are written on one line.
pub fn canonical_form(kind: RecordKind, record: &Value) -> String {
    let mut text = String::new();
    write_lines(record, Some(&MemberOrder::of(kind)), 0, &mut text);
    text.push('\n');
    text
}

/// Reads a file, and returns its text with its canonical form.
///
/// # Errors
/// It cannot be read, or is not JSON; every fault is returned.
pub fn format_file(path: &Path) -> Result<(String, String), Vec<Finding>> {
    let text = read_text(path).map_err(|finding| vec![*finding])?;
    let file = path.display().to_string();
    let faults = check_json(&text);
    if !faults.is_empty() {
        return Err(faults
            .into_iter()
            .map(|fault| Finding::of_text(&file, fault))
            .collect());
    }
    let record: Value = serde_json::from_str(&text)
        .map_err(|error| vec![Finding::new(NOT_JSON, file, "", format!("is not JSON: {error}"))])?;
    let kind = RecordKind::of_file(path, &record);
    Ok((canonical_form(kind, &record), text))
}

/// Writes a value over several lines, as the outermost one and those that do not fit.
fn write_lines(value: &Value, order: Option<&MemberOrder>, level: usize, text: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let members = sorted(members, order).into_iter().map(|(name, member)| {
                (
                    format!("{}: ", quoted(name)),
                    member,
                    order.and_then(|order| order.below(name)),
                )
            });
            write_items(members, ['{', '}'], level, text);
        }
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().map(|item| (String::new(), item, order));
            write_items(items, ['[', ']'], level, text);
        }
        _ => text.push_str(&on_one_line(value, order)),
    }
}

fn write_items<'a>(
    items: impl Iterator<Item = (String, &'a Value, Option<&'a MemberOrder>)>,
    brackets: [char; 2],
    level: usize,
    text: &mut String,
) {
    let indent = "  ".repeat(level + 1);
    text.push(brackets[0]);
    for (at, (head, value, order)) in items.enumerate() {
        text.push_str(if at == 0 { "\n" } else { ",\n" });
        text.push_str(&indent);
        text.push_str(&head);
        // With the comma that may follow.
        let used = indent.len() + head.chars().count() + 1;
        let line = (!has_several_objects(value)).then(|| on_one_line(value, order));
        match line.filter(|line| used + line.chars().count() <= WIDTH) {
            Some(line) => text.push_str(&line),
            None => write_lines(value, order, level + 1, text),
        }
    }
    text.push('\n');
    text.push_str(&"  ".repeat(level));
    text.push(brackets[1]);
}

/// Tells whether a value has a list of several objects, which is read more easily line by line.
fn has_several_objects(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.values().any(has_several_objects),
        Value::Array(items) => {
            items.iter().filter(|item| item.is_object()).count() > 1 || items.iter().any(has_several_objects)
        }
        _ => false,
    }
}

fn on_one_line(value: &Value, order: Option<&MemberOrder>) -> String {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let members = sorted(members, order).into_iter().map(|(name, member)| {
                let below = order.and_then(|order| order.below(name));
                format!("{}: {}", quoted(name), on_one_line(member, below))
            });
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| on_one_line(item, order));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    }
}

fn sorted<'a>(
    members: &'a serde_json::Map<String, Value>,
    order: Option<&MemberOrder>,
) -> Vec<(&'a String, &'a Value)> {
    order.map_or_else(|| members.iter().collect(), |order| order.sort(members))
}

fn quoted(name: &str) -> String {
    Value::from(name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn equal_records_have_one_text() {
        let flow = json!({
            "states": [{"elements": [
                {"type": "label", "body": {"tr": "Merhaba", "en": "Hello"}, "id": "e1"},
                {"type": "question", "id": "e2", "order": 2, "question": {
                    "body": "How was the visit that you have just paid to our shop in the old town?", "options": [
                        {"key": "good", "id": "o1"}, {"id": "o2", "unknown": [1.50, null]}], "id": "q1", "style": "radio"}},
            ], "id": "s1"}],
            "transitions": [],
            "id": "f",
            "$schema": "../schema/flow.json",
            "languages": [{"code": "en"}],
        });
        let expected = r#"{
  "$schema": "../schema/flow.json",
  "id": "f",
  "languages": [{ "code": "en" }],
  "states": [
    {
      "id": "s1",
      "elements": [
        { "id": "e1", "type": "label", "body": { "en": "Hello", "tr": "Merhaba" } },
        {
          "id": "e2",
          "type": "question",
          "order": 2,
          "question": {
            "id": "q1",
            "style": "radio",
            "body": "How was the visit that you have just paid to our shop in the old town?",
            "options": [
              { "id": "o1", "key": "good" },
              { "id": "o2", "unknown": [1.5, null] }
            ]
          }
        }
      ]
    }
  ],
  "transitions": []
}
"#;
        assert_eq!(canonical_form(RecordKind::Flow, &flow), expected);
        let again: Value = serde_json::from_str(expected).unwrap();
        assert_eq!(canonical_form(RecordKind::Flow, &again), expected);
    }
}
