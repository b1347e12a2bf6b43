//! What records refer to in the database, and what refers to them there.

use super::standing::{is_archived, served_text};
use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use base::json::to_text;
use base::records::{Connector, FeedbackNode, ImportedBefore, RecordKind, RecordSet};
use engine::Flow;
use std::collections::BTreeSet;

/// Most records that are named as depending on another one.
const MOST_NAMED: usize = 100;

/// Loads what the database holds of everything that the records may refer to, as far as it takes part.
pub(super) async fn imported_before(
    transaction: &mut Transaction,
    records: &RecordSet,
) -> Result<ImportedBefore, StoreError> {
    let mut before = ImportedBefore::default();
    let mut flow_ids: Vec<String> = records
        .nodes
        .iter()
        .flat_map(|record| record.node.flow_ids())
        .map(str::to_owned)
        .collect();
    let of_connectors = records.connectors.iter().map(|record| &record.connector);
    flow_ids.extend(
        of_connectors
            .clone()
            .flat_map(|connector| connector.flows.iter().cloned()),
    );
    let node_ids = records.widgets.iter().map(|record| &record.widget.node_id);
    for id in node_ids.chain(of_connectors.flat_map(|connector| &connector.nodes)) {
        if let Some(record) = live_text(transaction, RecordKind::Node, id).await? {
            let node: FeedbackNode = parse_document(&record, || format!("the node `{id}`"))?;
            flow_ids.push(node.flow_id.clone());
            before.flow_of_node.insert(node.id, node.flow_id);
        }
    }
    for id in flow_ids {
        if let Some(definition) = live_text(transaction, RecordKind::Flow, &id).await? {
            let flow = Flow::parse(&definition, engine::native()).map_err(|error| StoreError::Document {
                what: format!("the flow `{id}`"),
                message: error.to_string(),
            })?;
            before.flows.insert(id, flow);
        }
    }
    for id in connector_ids(records) {
        if let Some(record) = live_text(transaction, RecordKind::Connector, id).await? {
            let connector: Connector = parse_document(&record, || format!("the connector `{id}`"))?;
            before.connectors.insert(connector.id.clone(), connector);
        }
    }
    Ok(before)
}

/// Returns a record as it is served, unless it is archived.
async fn live_text(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<Option<String>, StoreError> {
    if is_archived(transaction, kind, id).await? {
        return Ok(None);
    }
    served_text(transaction, kind, id).await
}

/// Returns the connectors that questions name.
fn connector_ids(records: &RecordSet) -> BTreeSet<&str> {
    let elements = records.flows.iter().flat_map(|record| &record.flow.elements);
    elements
        .filter_map(|element| element.question.as_deref()?.binding_model.as_deref())
        .collect()
}

/// Returns what could not work without a record: nodes of a flow, widgets of a node, flows of a connector.
pub(super) async fn dependents(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<Vec<(RecordKind, String)>, StoreError> {
    let (of_kind, select) = match kind {
        RecordKind::Flow => (
            RecordKind::Node,
            query(
                "SELECT node_id FROM node_flows WHERE flow_id = $1 AND dropped_at IS NULL ORDER BY node_id",
            )
            .bind(id),
        ),
        RecordKind::Node => (
            RecordKind::Widget,
            query("SELECT code FROM widgets WHERE node_id = $1 ORDER BY code").bind(id),
        ),
        RecordKind::Connector => (
            RecordKind::Flow,
            query(
                "SELECT flow_id FROM flow_revisions AS newest
                 WHERE definition LIKE $1 ESCAPE '!' AND revision =
                     (SELECT MAX(revision) FROM flow_revisions WHERE flow_id = newest.flow_id)
                 ORDER BY flow_id",
            )
            .bind(naming_connector(id)),
        ),
        RecordKind::Widget => return Ok(Vec::new()),
    };
    let rows: Vec<(String,)> = select.fetch_all(&mut *transaction).await?;
    let mut dependents = Vec::new();
    for (id,) in rows {
        if dependents.len() < MOST_NAMED && !is_archived(transaction, of_kind, &id).await? {
            dependents.push((of_kind, id));
        }
    }
    Ok(dependents)
}

/// Returns the pattern of definitions, which are canonical JSON, that look up by a connector.
fn naming_connector(id: &str) -> String {
    let quoted = to_text(&id);
    let escaped = quoted.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%\"bindingModel\":{escaped}%")
}
