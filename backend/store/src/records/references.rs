//! What records refer to in the database, and what refers to them there.

use super::standing::{is_archived, stored_text};
use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use base::json::to_text;
use base::records::{Connector, FeedbackNode, ImportedBefore, RecordKind, RecordSet};
use engine::Flow;
use std::collections::BTreeSet;

/// Loads what the database holds of everything that the records of some sets may refer to, as far as it takes part; and the flows that
/// look up by their connectors.
pub(super) async fn imported_before(
    transaction: &mut Transaction,
    sets: &[&RecordSet],
) -> Result<ImportedBefore, StoreError> {
    let mut before = ImportedBefore::default();
    let nodes = sets.iter().flat_map(|set| &set.nodes);
    let widgets = sets.iter().flat_map(|set| &set.widgets);
    let connectors = || {
        sets.iter()
            .flat_map(|set| &set.connectors)
            .map(|record| &record.connector)
    };
    let of_nodes = nodes.flat_map(|record| record.node.flow_ids()).map(str::to_owned);
    let of_connectors = connectors().flat_map(|connector| connector.flows.iter().cloned());
    let mut flow_ids: BTreeSet<String> = of_nodes.chain(of_connectors).collect();
    let of_widgets = widgets.map(|record| record.widget.node_id.as_str());
    let of_connectors = connectors()
        .flat_map(|connector| &connector.nodes)
        .map(String::as_str);
    for id in of_widgets.chain(of_connectors).collect::<BTreeSet<&str>>() {
        if let Some(record) = live_text(transaction, RecordKind::Node, id).await? {
            let node: FeedbackNode = parse_document(&record, || format!("the node `{id}`"))?;
            flow_ids.insert(node.flow_id.clone());
            before.nodes.insert(node.id.clone(), node);
        }
    }
    for connector in connectors().filter(|connector| !connector.questions.is_empty()) {
        let using = flows_naming(transaction, &connector.id).await?;
        flow_ids.extend(using.into_iter().map(|(id,)| id));
    }
    for id in flow_ids {
        if let Some(definition) = live_text(transaction, RecordKind::Flow, &id).await? {
            let flow = parse_flow(&id, &definition)?;
            before.flows.insert(id, flow);
        }
    }
    let flows = sets.iter().flat_map(|set| &set.flows).map(|record| &record.flow);
    for id in flows.flat_map(connectors_named_by).collect::<BTreeSet<&str>>() {
        if let Some(record) = live_text(transaction, RecordKind::Connector, id).await? {
            let connector = parse_connector(id, &record)?;
            before.connectors.insert(connector.id.clone(), connector);
        }
    }
    Ok(before)
}

pub(super) fn parse_flow(id: &str, definition: &str) -> Result<Flow, StoreError> {
    Flow::parse(definition, engine::native()).map_err(|error| StoreError::Document {
        what: format!("the flow `{id}`"),
        message: error.to_string(),
    })
}

pub(super) fn parse_connector(id: &str, record: &str) -> Result<Connector, StoreError> {
    parse_document(record, || format!("the connector `{id}`"))
}

/// Returns a record as it is served, unless it is archived.
pub(super) async fn live_text(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<Option<String>, StoreError> {
    if is_archived(transaction, kind, id).await? {
        return Ok(None);
    }
    stored_text(transaction, kind, id).await
}

fn connectors_named_by(flow: &Flow) -> impl Iterator<Item = &str> {
    let elements = flow.elements.iter();
    elements.filter_map(|element| element.question.as_deref()?.binding_model.as_deref())
}

/// Returns the connectors that a flow looks up by.
pub(super) fn connectors_of(flow: &Flow) -> BTreeSet<String> {
    connectors_named_by(flow).map(str::to_owned).collect()
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
