//! What records refer to in the database, and what refers to them there.

use super::standing::{is_archived, stored_text};
use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use base::json::to_text;
use base::records::{Connector, FeedbackNode, ImportedBefore, RecordKind, RecordSet};
use engine::Flow;
use std::collections::BTreeSet;

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
            let flow = parse_flow(&id, &definition)?;
            before.flows.insert(id, flow);
        }
    }
    for id in connector_ids(records) {
        if let Some(record) = live_text(transaction, RecordKind::Connector, id).await? {
            let connector = parse_connector(id, &record)?;
            before.connectors.insert(connector.id.clone(), connector);
        }
    }
    Ok(before)
}

fn parse_flow(id: &str, definition: &str) -> Result<Flow, StoreError> {
    Flow::parse(definition, engine::native()).map_err(|error| StoreError::Document {
        what: format!("the flow `{id}`"),
        message: error.to_string(),
    })
}

fn parse_connector(id: &str, record: &str) -> Result<Connector, StoreError> {
    parse_document(record, || format!("the connector `{id}`"))
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
    stored_text(transaction, kind, id).await
}

/// Returns the connectors that questions name.
fn connector_ids(records: &RecordSet) -> BTreeSet<&str> {
    let flows = records.flows.iter().map(|record| &record.flow);
    flows.flat_map(connectors_named_by).collect()
}

fn connectors_named_by(flow: &Flow) -> impl Iterator<Item = &str> {
    let elements = flow.elements.iter();
    elements.filter_map(|element| element.question.as_deref()?.binding_model.as_deref())
}

/// Returns what refers to a record: the nodes of a flow, the widgets of a node, the connectors that are for either by name, and the
/// flows of a connector.
pub(super) async fn dependents(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<Vec<(RecordKind, String)>, StoreError> {
    let (of_kind, rows): (RecordKind, Vec<(String,)>) = match kind {
        RecordKind::Flow => {
            let select = query(
                "SELECT node_id FROM node_flows WHERE flow_id = $1 AND dropped_at IS NULL ORDER BY node_id",
            );
            let nodes = select.bind(id).fetch_all(&mut *transaction).await?;
            (RecordKind::Node, nodes)
        }
        RecordKind::Node => {
            let select = query("SELECT code FROM widgets WHERE node_id = $1 ORDER BY code");
            let widgets = select.bind(id).fetch_all(&mut *transaction).await?;
            (RecordKind::Widget, widgets)
        }
        RecordKind::Connector => (RecordKind::Flow, flows_naming(transaction, id).await?),
        RecordKind::Widget => return Ok(Vec::new()),
    };
    let mut dependents = Vec::new();
    for (dependent,) in rows {
        if !is_archived(transaction, of_kind, &dependent).await? {
            dependents.push((of_kind, dependent));
        }
    }
    for connector in connectors_for(transaction, kind, id).await? {
        dependents.push((RecordKind::Connector, connector));
    }
    Ok(dependents)
}

/// Returns the flows whose newest revision looks up by a connector.
async fn flows_naming(transaction: &mut Transaction, id: &str) -> Result<Vec<(String,)>, StoreError> {
    let select = query(
        "SELECT flow_id, definition FROM flow_revisions AS newest
         WHERE definition LIKE $1 ESCAPE '!' AND revision =
             (SELECT MAX(revision) FROM flow_revisions WHERE flow_id = newest.flow_id)
         ORDER BY flow_id",
    );
    let candidates: Vec<(String, String)> = select.bind(naming_connector(id)).fetch_all(transaction).await?;
    let mut naming = Vec::new();
    for (flow_id, definition) in candidates {
        // For some databases `LIKE` takes letters of both cases as one.
        let flow = parse_flow(&flow_id, &definition)?;
        if connectors_named_by(&flow).any(|named| named == id) {
            naming.push((flow_id,));
        }
    }
    Ok(naming)
}

/// Returns the pattern of definitions, which are canonical JSON, that may look up by a connector.
fn naming_connector(id: &str) -> String {
    let quoted = to_text(&id);
    let escaped = quoted.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%\"bindingModel\":{escaped}%")
}

/// Returns the connectors that name a flow or a node as one that may use them.
async fn connectors_for(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<Vec<String>, StoreError> {
    if !matches!(kind, RecordKind::Flow | RecordKind::Node) {
        return Ok(Vec::new());
    }
    let select = query("SELECT id, record FROM connectors ORDER BY id");
    let all: Vec<(String, String)> = select.fetch_all(transaction).await?;
    let mut naming = Vec::new();
    for (connector_id, record) in all {
        let connector = parse_connector(&connector_id, &record)?;
        let named = if kind == RecordKind::Flow {
            &connector.flows
        } else {
            &connector.nodes
        };
        if named.iter().any(|named| named == id) {
            naming.push(connector_id);
        }
    }
    Ok(naming)
}
