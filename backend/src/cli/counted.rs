//! Numbers of things in sentences.

use base::records::{RecordKind, RecordSet};
use strum::VariantArray;

/// Returns the number with the word: `1 flow`, `2 flows`.
pub(super) fn counted(number: usize, word: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {word}{ending}")
}

/// Returns what files were read, kind by kind: `1 flow, 0 nodes, 2 widgets, 0 connectors`.
pub(super) fn counted_records<'a>(records: impl Iterator<Item = &'a RecordSet> + Clone) -> String {
    let kinds = RecordKind::VARIANTS.iter().map(|&kind| {
        let number = records.clone().map(|records| records.number_of(kind)).sum();
        counted(number, kind.into_str())
    });
    kinds.collect::<Vec<_>>().join(", ")
}
