//! By which order files are erased: it waits for its own until they are deleted, and for no others.

use crate::database::{QueryBuilder, Transaction};
use crate::error::StoreError;
use crate::node_scope::NodeScope;

/// Has the files of feedbacks, which are about to be erased, say by which order.
pub(super) async fn name_order_of_files(
    connection: &mut Transaction,
    erasure_id: &str,
    feedback_ids: &[String],
) -> Result<(), StoreError> {
    if feedback_ids.is_empty() {
        return Ok(());
    }
    let mut name = QueryBuilder::new("UPDATE uploads SET erasure_id = ");
    name.push_bind(erasure_id).push(" WHERE feedback_id IN (");
    name.push_texts(feedback_ids).push(")");
    name.build().execute(connection).await?;
    Ok(())
}

/// Has the files of a device that no feedback has taken say by which order they are erased.
pub(super) async fn name_order_of_unclaimed(
    connection: &mut Transaction,
    erasure_id: &str,
    device_id: &str,
    nodes: &NodeScope,
) -> Result<(), StoreError> {
    let mut name = QueryBuilder::new("UPDATE uploads SET erasure_id = ");
    name.push_bind(erasure_id);
    name.push(" WHERE feedback_id IS NULL AND device_id = ")
        .push_bind(device_id);
    nodes.push_to(&mut name, " AND node_id");
    name.build().execute(connection).await?;
    Ok(())
}
