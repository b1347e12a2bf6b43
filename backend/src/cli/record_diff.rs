//! How two versions of a record differ.

use base::records::{RecordKind, canonical_form, line_diff};
use serde_json::Value;

/// Returns the lines in which two versions of a record differ in their canonical form, or that only a secret does; `None` is one that
/// is not there.
pub(super) fn record_diff(kind: RecordKind, old: Option<&Value>, new: Option<&Value>) -> String {
    let text =
        |record: Option<&Value>| record.map_or_else(String::new, |record| canonical_form(kind, record));
    let lines = line_diff(&text(old), &text(new));
    if lines.is_empty() {
        return "only a secret differs\n".to_owned();
    }
    lines
}
