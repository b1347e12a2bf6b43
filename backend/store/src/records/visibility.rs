//! What somebody who is for some nodes may learn of records by checking one: no more than by reading them (docs/records.md#nodes).

use super::references::{connectors_of, parse_flow};
use super::standing::stored_text;
use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::node_scope::NodeScope;
use base::records::{ImportedBefore, RecordKind, RecordSet};
use std::collections::HashSet;

/// Forgets what somebody may not see: a check finds it no more than what does not exist. A flow may look up by the connectors that it
/// has already.
pub(super) async fn hide_elsewhere(
    transaction: &mut Transaction,
    before: &mut ImportedBefore,
    records: &RecordSet,
    scope: &NodeScope,
) -> Result<(), StoreError> {
    if *scope == NodeScope::All {
        return Ok(());
    }
    let mut flows = HashSet::new();
    for id in before.flows.keys() {
        if sees_flow(transaction, id, scope).await? {
            flows.insert(id.clone());
        }
    }
    let mut connectors = HashSet::new();
    for record in &records.flows {
        let id = &record.flow.id;
        if sees_flow(transaction, id, scope).await?
            && let Some(stored) = stored_text(transaction, RecordKind::Flow, id).await?
        {
            connectors.extend(connectors_of(&parse_flow(id, &stored)?));
        }
    }
    before.retain(|kind, id| match kind {
        RecordKind::Flow => flows.contains(id),
        RecordKind::Node => scope.includes(id),
        RecordKind::Connector => connectors.contains(id),
        RecordKind::Widget => false,
    });
    Ok(())
}

/// Returns whether somebody sees a flow: one of their nodes has or had it, or no node ever had it.
async fn sees_flow(
    transaction: &mut Transaction,
    flow_id: &str,
    scope: &NodeScope,
) -> Result<bool, StoreError> {
    let nodes = query("SELECT node_id FROM node_flows WHERE flow_id = $1").bind(flow_id);
    let nodes: Vec<(String,)> = nodes.fetch_all(transaction).await?;
    Ok(nodes.is_empty() || nodes.iter().any(|(node_id,)| scope.includes(node_id)))
}
