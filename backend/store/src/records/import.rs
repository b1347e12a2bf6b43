//! Imports a folder of records in one transaction: all of it or nothing.

use crate::cached_records::record_versions;
use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use crate::handle::Store;
use crate::records::pruning::{Pruned, prune};
use base::records::{
    Connector, ConnectorRecord, FeedbackNode, Finding, FlowRecord, ImportedBefore, NodeRecord, PinError,
    RecordSet, WidgetRecord, check_references, with_hashed_pin,
};
use base::time::{Millis, now};
use engine::Flow;
use std::collections::BTreeSet;

/// What an import has done.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Flows whose content is new, each with its new revision.
    pub new_revisions: Vec<(String, u32)>,
    /// How many flows are as they were.
    pub unchanged_flows: usize,
    pub nodes: usize,
    pub widgets: usize,
    pub connectors: usize,
    /// What is odd about what was imported.
    pub warnings: Vec<Finding>,
    /// What it has taken away, if it was to.
    pub pruned: Pruned,
}

/// How to import.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions {
    /// Take away what is not among the records.
    pub prune: bool,
    /// Change nothing, and tell what would be changed.
    pub dry_run: bool,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// References that lead nowhere.
    #[error("some records refer to what does not exist")]
    References(Vec<Finding>),
    #[error(transparent)]
    Pin(#[from] PinError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ImportError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Store {
    /// Checks that everything that records refer to is among them or in the database.
    pub async fn check_references(&self, records: &RecordSet) -> Result<Vec<Finding>, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let before = imported_before(&mut snapshot, records).await?;
        Ok(check_references(records, &before))
    }

    /// Imports records. A server that runs on the same database sees it at once.
    ///
    /// # Errors
    /// A record refers to what is neither among these records nor, unless the rest is taken away, in the database; or the database
    /// failed.
    pub async fn import(&self, records: &RecordSet, options: ImportOptions) -> Result<Imported, ImportError> {
        // Before the transaction: hashing takes its time, and nobody else could write meanwhile.
        let nodes = records.nodes.iter().map(|record| with_hashed_pin(&record.record));
        let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
        let mut transaction = self.db.begin_write().await?;
        let before = if options.prune {
            ImportedBefore::default()
        } else {
            imported_before(&mut transaction, records).await?
        };
        let findings = check_references(records, &before);
        if findings.iter().any(Finding::is_error) {
            return Err(ImportError::References(findings));
        }
        let now = now();
        let mut imported = Imported {
            nodes: records.nodes.len(),
            widgets: records.widgets.len(),
            connectors: records.connectors.len(),
            warnings: findings,
            ..Imported::default()
        };
        for record in &records.flows {
            match import_flow(&mut transaction, record, now).await? {
                Some(revision) => imported
                    .new_revisions
                    .push((record.flow.id.to_string(), revision)),
                None => imported.unchanged_flows += 1,
            }
        }
        for (NodeRecord { node, .. }, record) in records.nodes.iter().zip(&nodes) {
            import_node(&mut transaction, node, record, now).await?;
        }
        for record in &records.widgets {
            import_widget(&mut transaction, record, now).await?;
        }
        for record in &records.connectors {
            import_connector(&mut transaction, record, now).await?;
        }
        if options.prune {
            imported.pruned = prune(&mut transaction, records, now).await?;
        }
        // A transaction that ends without a commit has changed nothing.
        if !options.dry_run {
            record_versions::raise(&mut transaction).await?;
            transaction.commit().await?;
        }
        Ok(imported)
    }
}

/// Loads what the database holds of everything that the records may refer to.
async fn imported_before(
    transaction: &mut Transaction,
    records: &RecordSet,
) -> Result<ImportedBefore, StoreError> {
    let mut before = ImportedBefore::default();
    let mut flow_ids: Vec<String> = records
        .nodes
        .iter()
        .flat_map(|record| flow_ids_of(&record.node))
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
        let record: Option<String> = query("SELECT record FROM nodes WHERE id = $1")
            .bind(id)
            .scalar_optional(&mut *transaction)
            .await?;
        if let Some(record) = record {
            let node: FeedbackNode = parse_document(&record, || format!("the node `{id}`"))?;
            flow_ids.push(node.flow_id.clone());
            before.flow_of_node.insert(node.id, node.flow_id);
        }
    }
    for id in flow_ids {
        if let Some((_, definition)) = newest(transaction, &id).await? {
            let flow = Flow::parse(&definition, engine::native()).map_err(|error| StoreError::Document {
                what: format!("the flow `{id}`"),
                message: error.to_string(),
            })?;
            before.flows.insert(id, flow);
        }
    }
    for id in connector_ids(records) {
        let record: Option<String> = query("SELECT record FROM connectors WHERE id = $1")
            .bind(id)
            .scalar_optional(&mut *transaction)
            .await?;
        if let Some(record) = record {
            let connector: Connector = parse_document(&record, || format!("the connector `{id}`"))?;
            before.connectors.insert(connector.id.clone(), connector);
        }
    }
    Ok(before)
}

/// Returns the connectors that questions name.
fn connector_ids(records: &RecordSet) -> BTreeSet<&str> {
    let elements = records.flows.iter().flat_map(|record| &record.flow.elements);
    elements
        .filter_map(|element| element.question.as_deref()?.binding_model.as_deref())
        .collect()
}

/// Adds a revision where the content differs from the newest one, and returns its number.
async fn import_flow(
    transaction: &mut Transaction,
    FlowRecord { flow, definition, .. }: &FlowRecord,
    now: Millis,
) -> Result<Option<u32>, StoreError> {
    let id = &*flow.id;
    let revision = match newest(transaction, id).await? {
        Some((_, newest)) if newest == *definition => return Ok(None),
        Some((revision, _)) => revision + 1,
        None => 1,
    };
    query("INSERT INTO flow_revisions (flow_id, revision, definition, imported_at) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(revision)
        .bind(definition)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
    import_looked_up_questions(transaction, flow).await?;
    Ok(Some(revision))
}

/// Notes which questions of the newest revision are looked up, so that one can be found by its id alone.
async fn import_looked_up_questions(transaction: &mut Transaction, flow: &Flow) -> Result<(), StoreError> {
    query("DELETE FROM looked_up_questions WHERE flow_id = $1")
        .bind(&*flow.id)
        .execute(&mut *transaction)
        .await?;
    let questions = flow
        .elements
        .iter()
        .filter_map(|element| element.question.as_deref());
    for question in questions.filter(|question| question.is_looked_up()) {
        query("INSERT INTO looked_up_questions (question_id, flow_id) VALUES ($1, $2)")
            .bind(&*question.id)
            .bind(&*flow.id)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(())
}

async fn newest(transaction: &mut Transaction, flow_id: &str) -> Result<Option<(u32, String)>, StoreError> {
    let row: Option<(i64, String)> = query(
        "SELECT revision, definition FROM flow_revisions WHERE flow_id = $1 ORDER BY revision DESC LIMIT 1",
    )
    .bind(flow_id)
    .fetch_optional(transaction)
    .await?;
    // Revisions are counted in 32 bits from 1.
    Ok(row.and_then(|(revision, definition)| Some((revision.try_into().ok()?, definition))))
}

/// Returns the flows that visitors of a node may answer.
fn flow_ids_of(node: &FeedbackNode) -> impl Iterator<Item = &str> {
    std::iter::once(node.flow_id.as_str()).chain(node.non_operating_hours_flow_id())
}

async fn import_node(
    transaction: &mut Transaction,
    node: &FeedbackNode,
    record: &str,
    now: Millis,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO nodes (id, flow_id, record, imported_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET flow_id = excluded.flow_id, record = excluded.record,
             imported_at = excluded.imported_at",
    )
    .bind(&node.id)
    .bind(&node.flow_id)
    .bind(record)
    .bind(now)
    .execute(&mut *transaction)
    .await?;
    query("UPDATE node_flows SET dropped_at = $2 WHERE node_id = $1 AND dropped_at IS NULL")
        .bind(&node.id)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
    for flow_id in flow_ids_of(node) {
        query(
            "INSERT INTO node_flows (node_id, flow_id, dropped_at) VALUES ($1, $2, NULL)
             ON CONFLICT (node_id, flow_id) DO UPDATE SET dropped_at = NULL",
        )
        .bind(&node.id)
        .bind(flow_id)
        .execute(&mut *transaction)
        .await?;
    }
    Ok(())
}

async fn import_widget(
    transaction: &mut Transaction,
    WidgetRecord { widget, record, .. }: &WidgetRecord,
    now: Millis,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO widgets (code, node_id, record, imported_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (code) DO UPDATE SET node_id = excluded.node_id, record = excluded.record,
             imported_at = excluded.imported_at",
    )
    .bind(&widget.code)
    .bind(&widget.node_id)
    .bind(record)
    .bind(now)
    .execute(transaction)
    .await?;
    Ok(())
}

async fn import_connector(
    transaction: &mut Transaction,
    ConnectorRecord {
        connector, record, ..
    }: &ConnectorRecord,
    now: Millis,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO connectors (id, record, imported_at) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET record = excluded.record, imported_at = excluded.imported_at",
    )
    .bind(&connector.id)
    .bind(record)
    .bind(now)
    .execute(transaction)
    .await?;
    Ok(())
}
