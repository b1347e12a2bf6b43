//! Deletes the files of exports that were removed (docs/results.md#kept-exports).

use super::error::RoundError;
use super::storage::FileStorage;
use base::time::now;
use store::Store;

/// Deletes the parts of exports that were removed, all or those that an order has erased: first the files, then the rows.
pub(crate) async fn delete_released_exports(
    store: &Store,
    storage: &FileStorage,
    erasure_id: Option<&str>,
) -> Result<(), RoundError> {
    loop {
        let keys = store.released_export_parts(erasure_id, now()).await?;
        if keys.is_empty() {
            return Ok(());
        }
        for key in &keys {
            storage.delete(key).await?;
        }
        store.forget_export_parts(&keys).await?;
    }
}
