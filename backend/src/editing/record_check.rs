//! The check of a record that is not stored: the one of `pulsen check`.

use base::records::{RecordKind, RecordSet};
use store::{Store, StoreError};
use tokio::runtime::Handle;

/// Checks a record as `pulsen check --data` checks a file of it: first by itself, then what it refers to among the records that are
/// stored. Blocks.
pub(crate) fn check_record(
    store: &Store,
    runtime: &Handle,
    kind: RecordKind,
    text: String,
) -> Result<RecordSet, StoreError> {
    let file = format!("{}.json", kind.into_str());
    let mut records = RecordSet::of_text(kind, &file, text);
    if !records.has_errors() {
        let broken = runtime.block_on(store.check_references(&records))?;
        records.add_findings(broken);
    }
    Ok(records)
}
