//! The parts of the files of exports. Each has a row from before it is stored until after it is deleted.

use crate::database::{QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use base::time::Millis;
use std::convert::Infallible;

/// Time in which a part must be in the storage; later its row may be deleted. The storage gives up much earlier.
const STORING_LIFE: Millis = 2 * 60 * 1000;

/// How many parts are deleted before their rows are.
const BATCH: u32 = 100;

/// Has the parts of an export deleted. An order to erase that is named waits until they are.
pub(super) async fn release_parts(
    connection: &mut Transaction,
    export_id: &str,
    erasure_id: Option<&str>,
) -> Result<(), StoreError> {
    query("UPDATE export_parts SET export_id = NULL, erasure_id = $2 WHERE export_id = $1")
        .bind(export_id)
        .bind(erasure_id.map(str::to_owned))
        .execute(connection)
        .await?;
    Ok(())
}

impl Store {
    /// Notes that a part is stored.
    pub async fn note_export_part(
        &self,
        storage_key: &str,
        at: Millis,
    ) -> Result<(), WriteError<Infallible>> {
        let note = query("UPDATE export_parts SET stored_at = $2 WHERE storage_key = $1");
        self.write(note.bind(storage_key).bind(at)).await?;
        Ok(())
    }

    /// Returns the keys of the parts of an export in their order.
    pub async fn export_parts(&self, export_id: &str) -> Result<Vec<String>, StoreError> {
        let keys: Vec<(String,)> =
            query("SELECT storage_key FROM export_parts WHERE export_id = $1 ORDER BY position")
                .bind(export_id)
                .fetch_all(&self.db)
                .await?;
        Ok(keys.into_iter().map(|(key,)| key).collect())
    }

    /// Returns the keys of some parts that are to be deleted, all or those that an order has erased. What may still be on its way to
    /// the storage is not among them.
    pub async fn released_export_parts(
        &self,
        erasure_id: Option<&str>,
        now: Millis,
    ) -> Result<Vec<String>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT storage_key FROM export_parts WHERE export_id IS NULL AND (stored_at IS NOT NULL OR created_at < ",
        );
        select.push_bind(now - STORING_LIFE).push(")");
        if let Some(id) = erasure_id {
            select.push(" AND erasure_id = ").push_bind(id);
        }
        select.push(" LIMIT ").push_bind(BATCH);
        let keys: Vec<(String,)> = select.build().fetch_all(&self.db).await?;
        Ok(keys.into_iter().map(|(key,)| key).collect())
    }

    /// Deletes the rows of parts that have been deleted. There must be at least one.
    pub async fn forget_export_parts(&self, keys: &[String]) -> Result<(), WriteError<Infallible>> {
        let mut delete =
            QueryBuilder::new("DELETE FROM export_parts WHERE export_id IS NULL AND storage_key IN (");
        delete.push_texts(keys).push(")");
        self.write(delete.build()).await?;
        Ok(())
    }
}
