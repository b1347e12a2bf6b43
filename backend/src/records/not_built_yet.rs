//! Settings that this version knows but does nothing with. Import refuses a record that relies on one.
//!
//! A setting leaves the table in the change that builds it. docs/widget.md#not-built-yet lists
//! the same settings; a test compares them.

use super::RecordKind;
use super::schema::SchemaFinding;
use crate::json::push_pointer;
use engine::Severity;
use serde_json::Value;

/// A setting that is refused.
#[derive(Debug)]
pub(super) struct NotBuiltYet {
    pub(super) record: RecordKind,
    /// Path to the setting from the top of the record, its steps divided by dots.
    pub(super) path: &'static str,
}

use RecordKind::Node;

/// Every setting that is known but not built yet.
pub(super) const NOT_BUILT_YET: &[NotBuiltYet] = &[
    setting(Node, "chat.rating_enabled"),
    setting(Node, "chat.rating_setting"),
];

const fn setting(record: RecordKind, path: &'static str) -> NotBuiltYet {
    NotBuiltYet { record, path }
}

/// Returns an error for each setting of a record that would do nothing yet.
pub(super) fn check_not_built_yet(record: RecordKind, document: &Value) -> Vec<SchemaFinding> {
    let mut findings = Vec::new();
    for entry in NOT_BUILT_YET.iter().filter(|entry| entry.record == record) {
        let steps: Vec<&str> = entry.path.split('.').collect();
        check_at(document, &steps, &mut String::new(), entry, &mut findings);
    }
    findings
}

fn check_at(
    value: &Value,
    steps: &[&str],
    pointer: &mut String,
    entry: &NotBuiltYet,
    findings: &mut Vec<SchemaFinding>,
) {
    let Some((step, rest)) = steps.split_first() else {
        findings.extend(refusal(value, entry).map(|message| SchemaFinding {
            severity: Severity::Error,
            pointer: pointer.clone(),
            message,
        }));
        return;
    };
    if let Some(member) = value.get(step) {
        push_pointer(pointer, step);
        check_at(member, rest, pointer, entry, findings);
    }
}

/// Says why a value is refused; `None` for one that is accepted.
fn refusal(value: &Value, entry: &NotBuiltYet) -> Option<String> {
    let name = entry.path.rsplit('.').next().unwrap_or_default();
    (!is_off(value)).then(|| format!("`{name}` is not built yet and would do nothing: leave it out"))
}

/// Tells whether a value turns a setting off.
fn is_off(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.iter().all(is_off),
        Value::Object(members) => members.values().all(is_off),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;

    /// A record that sets only the setting at a path, and the JSON pointer to it.
    fn record_with(path: &str, value: Value) -> (Value, String) {
        path.rsplit('.')
            .fold((value, String::new()), |(inner, pointer), name| {
                (json!({ name: inner }), format!("/{name}{pointer}"))
            })
    }

    #[test]
    fn every_setting_of_the_table_is_refused_with_its_pointer() {
        for entry in NOT_BUILT_YET {
            let refused = [
                json!(true),
                json!(1),
                json!("x"),
                json!({"en": "x"}),
                json!(["x"]),
            ];
            for value in refused {
                let (document, pointer) = record_with(entry.path, value);
                let findings = check_not_built_yet(entry.record, &document);
                let [finding] = findings.as_slice() else {
                    panic!("{document}: {findings:?}");
                };
                assert_eq!((&finding.pointer, finding.severity), (&pointer, Severity::Error));
                assert!(
                    finding.message.contains("is not built yet"),
                    "{}",
                    finding.message
                );
            }
        }
    }

    #[test]
    fn what_is_off_is_accepted() {
        for entry in NOT_BUILT_YET {
            let accepted = vec![
                json!(null),
                json!(false),
                json!(0),
                json!(0.0),
                json!(""),
                json!([]),
                json!({}),
                json!({"en": ""}),
            ];
            for value in accepted {
                let (document, _) = record_with(entry.path, value);
                assert_eq!(check_not_built_yet(entry.record, &document), [], "{document}");
            }
        }
    }

    /// The first column of the table under a heading of a page of the documentation. `None`: there is no such page.
    fn documented(page: &str, heading: &str) -> Option<BTreeSet<String>> {
        let path = format!("{}/../docs/{page}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).ok()?;
        let section = text.split_once(&format!("\n## {heading}\n"))?.1;
        let section = section.split("\n## ").next().unwrap_or_default();
        let cells = section
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
        Some(
            cells
                .filter(|cell| cell.contains('`'))
                .map(|cell| cell.replace('`', ""))
                .collect(),
        )
    }

    #[test]
    fn the_documentation_lists_the_same_settings() {
        let in_table = NOT_BUILT_YET
            .iter()
            .map(|entry| format!("{} {}", entry.record.name(), entry.path))
            .collect();
        assert_eq!(documented("widget.md", "Not built yet"), Some(in_table));
    }
}
