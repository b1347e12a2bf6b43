//! Imports a folder of records in one transaction: all of it or nothing.

use super::error::{StoreError, parse_document};
use super::handle::Store;
use crate::records::{FileError, FlowFile, Folder, Known, Node, NodeFile, WidgetFile, check_references};
use crate::time::{Millis, now};
use engine::Flow;
use sqlx::SqliteConnection;

/// What an import has done.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Imported {
    /// Flows whose content is new, each with its new revision.
    pub(crate) new_revisions: Vec<(String, u32)>,
    /// How many flows are as they were.
    pub(crate) unchanged_flows: usize,
    pub(crate) nodes: usize,
    pub(crate) widgets: usize,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImportError {
    /// References that lead nowhere.
    #[error("some records refer to what does not exist")]
    References(Vec<FileError>),
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
    /// Imports a folder. A server that runs on the same database sees it at once.
    ///
    /// # Errors
    /// A record refers to what is neither in the folder nor in the database, or the database failed.
    pub(crate) async fn import(&self, folder: &Folder) -> Result<Imported, ImportError> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let known = known(&mut transaction, folder).await?;
        let errors = check_references(folder, &known);
        if !errors.is_empty() {
            return Err(ImportError::References(errors));
        }
        let now = now();
        let mut imported = Imported {
            nodes: folder.nodes.len(),
            widgets: folder.widgets.len(),
            ..Imported::default()
        };
        for file in &folder.flows {
            match import_flow(&mut transaction, file, now).await? {
                Some(revision) => imported.new_revisions.push((file.flow.id.to_string(), revision)),
                None => imported.unchanged_flows += 1,
            }
        }
        for file in &folder.nodes {
            import_node(&mut transaction, file, now).await?;
        }
        for file in &folder.widgets {
            import_widget(&mut transaction, file, now).await?;
        }
        transaction.commit().await?;
        Ok(imported)
    }
}

/// What the database holds of all that the folder may refer to.
async fn known(transaction: &mut SqliteConnection, folder: &Folder) -> Result<Known, StoreError> {
    let mut known = Known::default();
    let mut flow_ids: Vec<String> = Vec::new();
    for file in &folder.nodes {
        flow_ids.push(file.node.flow_id.clone());
        flow_ids.extend(file.node.non_operating_hours_flow_id.clone());
    }
    for file in &folder.widgets {
        let id = &file.widget.node_id;
        let record: Option<String> = sqlx::query_scalar("SELECT record FROM nodes WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?;
        if let Some(record) = record {
            let node: Node = parse_document(&record, || format!("the node `{id}`"))?;
            flow_ids.push(node.flow_id.clone());
            known.flow_of_node.insert(node.id, node.flow_id);
        }
    }
    for id in flow_ids {
        if let Some((_, definition)) = newest(transaction, &id).await? {
            let flow = Flow::parse(&definition, engine::native()).map_err(|error| StoreError::Document {
                what: format!("the flow `{id}`"),
                message: error.to_string(),
            })?;
            known.flows.insert(id, flow);
        }
    }
    Ok(known)
}

/// Adds a revision where the content differs from the newest one, and returns its number.
async fn import_flow(
    transaction: &mut SqliteConnection,
    file: &FlowFile,
    now: Millis,
) -> Result<Option<u32>, StoreError> {
    let id = &*file.flow.id;
    let revision = match newest(transaction, id).await? {
        Some((_, definition)) if definition == file.definition => return Ok(None),
        Some((revision, _)) => revision + 1,
        None => 1,
    };
    sqlx::query(
        "INSERT INTO flow_revisions (flow_id, revision, definition, imported_at) VALUES ($1, $2, $3, $4)",
    )
    .bind(id)
    .bind(revision)
    .bind(&file.definition)
    .bind(now)
    .execute(transaction)
    .await?;
    Ok(Some(revision))
}

async fn newest(
    transaction: &mut SqliteConnection,
    flow_id: &str,
) -> Result<Option<(u32, String)>, StoreError> {
    let row = sqlx::query_as(
        "SELECT revision, definition FROM flow_revisions WHERE flow_id = $1 ORDER BY revision DESC LIMIT 1",
    )
    .bind(flow_id)
    .fetch_optional(transaction)
    .await?;
    Ok(row)
}

async fn import_node(
    transaction: &mut SqliteConnection,
    NodeFile { node, record, .. }: &NodeFile,
    now: Millis,
) -> Result<(), StoreError> {
    sqlx::query(
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
    for flow_id in std::iter::once(&node.flow_id).chain(&node.non_operating_hours_flow_id) {
        sqlx::query("INSERT INTO node_flows (node_id, flow_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(&node.id)
            .bind(flow_id)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(())
}

async fn import_widget(
    transaction: &mut SqliteConnection,
    WidgetFile { widget, record, .. }: &WidgetFile,
    now: Millis,
) -> Result<(), StoreError> {
    sqlx::query(
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
