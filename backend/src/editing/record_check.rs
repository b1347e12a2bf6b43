//! The check of a record that is not stored: the one of `pulsen check --data`.

use super::{RecordWork, RecordWorkError};
use base::records::{RecordKind, RecordSet};
use std::sync::Arc;
use store::{NodeScope, Store, StoreError};
use tokio::runtime::Handle;

/// Reads a record, and checks it by itself.
pub(crate) async fn read_record(
    work: &RecordWork,
    kind: RecordKind,
    text: String,
) -> Result<RecordSet, RecordWorkError> {
    work.run(move || {
        let file = format!("{}.json", kind.into_str());
        RecordSet::of_text(kind, &file, text)
    })
    .await
}

/// Checks what a record without errors refers to among those that are stored, and what refers to it there, as far as somebody who is for
/// these nodes may know.
pub(crate) async fn check_among_stored(
    work: &RecordWork,
    store: &Arc<Store>,
    mut records: RecordSet,
    scope: NodeScope,
    may_store: bool,
) -> Result<Result<RecordSet, StoreError>, RecordWorkError> {
    let (store, runtime) = (Arc::clone(store), Handle::current());
    work.run(move || {
        let found = store.check_references(&records, &scope, may_store);
        records.add_findings(runtime.block_on(found)?);
        Ok(records)
    })
    .await
}
