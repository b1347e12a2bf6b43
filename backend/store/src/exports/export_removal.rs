//! The end of exports: their owners remove them, their time is over, or something in them is erased.

use super::export_parts::release_parts;
use super::export_rows::nodes_of;
use crate::database::{QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use crate::staff_audit::{ActBy, StaffAct, add_for_nodes};
use base::time::Millis;
use std::convert::Infallible;

/// Removes an export, whether or not it is finished.
#[derive(Debug)]
pub struct ExportRemoval {
    pub id: String,
    pub by: ActBy,
}

impl Job for ExportRemoval {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        let connection = transaction.connection();
        let nodes: Option<Option<String>> = query("SELECT nodes FROM exports WHERE id = $1")
            .bind(&self.id)
            .scalar_optional(&mut *connection)
            .await?;
        let Some(nodes) = nodes else { return Ok(()) };
        let nodes = nodes_of(&self.id, nodes.as_deref())?;
        remove(connection, &self.id, None).await?;
        add_for_nodes(connection, &self.by, StaffAct::RemoveExport, &nodes, &self.id).await?;
        Ok(())
    }
}

/// Removes exports whose time is over.
#[derive(Debug)]
struct ExportExpiry {
    now: Millis,
}

impl Job for ExportExpiry {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        let connection = transaction.connection();
        let expired: Vec<(String,)> = query("SELECT id FROM exports WHERE expires_at <= $1 LIMIT 100")
            .bind(self.now)
            .fetch_all(&mut *connection)
            .await?;
        for (id,) in expired {
            remove(connection, &id, None).await?;
        }
        Ok(())
    }
}

/// Removes every export that may have one of these feedbacks, which an order erases in this transaction. The order waits until
/// their files are deleted.
pub(crate) async fn remove_exports_with(
    connection: &mut Transaction,
    erasure_id: &str,
    feedback_ids: &[String],
) -> Result<(), StoreError> {
    if feedback_ids.is_empty() {
        return Ok(());
    }
    let exports: Vec<(String, Option<String>)> = query("SELECT id, nodes FROM exports")
        .fetch_all(&mut *connection)
        .await?;
    if exports.is_empty() {
        return Ok(());
    }
    let mut select = QueryBuilder::new("SELECT DISTINCT node_id FROM feedbacks WHERE id IN (");
    select.push_texts(feedback_ids).push(")");
    let nodes: Vec<(String,)> = select.build().fetch_all(&mut *connection).await?;
    for (id, document) in exports {
        let of_export = nodes_of(&id, document.as_deref())?;
        if nodes.iter().any(|(node_id,)| of_export.includes(node_id)) {
            remove(connection, &id, Some(erasure_id)).await?;
        }
    }
    Ok(())
}

async fn remove(connection: &mut Transaction, id: &str, erasure_id: Option<&str>) -> Result<(), StoreError> {
    release_parts(connection, id, erasure_id).await?;
    query("DELETE FROM exports WHERE id = $1")
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}

impl Store {
    /// Removes an export. A repeat changes nothing.
    pub async fn remove_export(&self, removal: ExportRemoval) -> Result<(), WriteError<Infallible>> {
        self.writer.write(removal).await
    }

    /// Removes some exports whose time is over.
    pub async fn remove_expired_exports(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        self.writer.write(ExportExpiry { now }).await
    }
}
