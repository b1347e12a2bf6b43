//! Exports as they are stored.

use crate::database::{QueryBuilder, bind_by_name, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use base::time::Millis;
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

/// How far an export is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx::Type, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ExportState {
    Queued,
    Running,
    Done,
    Failed,
}

/// Why an export has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx::Type, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ExportProblem {
    /// A sheet of a workbook takes fewer columns than the flow has.
    TooManyColumns,
    /// The file would be larger than an export may be.
    TooLarge,
    /// The server had little room on its disk.
    NoRoom,
    /// The log of the server has the reason.
    Failed,
}

bind_by_name!(ExportState);
bind_by_name!(ExportProblem);

/// A stored export.
#[derive(Debug, Clone)]
pub struct StoredExport {
    pub id: String,
    /// Whose it is.
    pub owner: String,
    /// The name of the person or the token.
    pub requested_by: String,
    pub requested_at: Millis,
    /// The nodes whose feedback may be in it.
    pub nodes: NodeScope,
    pub format: String,
    /// What was asked for: a JSON object of texts.
    pub parameters: String,
    pub state: ExportState,
    /// How many feedbacks are in it, so far.
    pub feedbacks: i64,
    /// Of the file, so far.
    pub bytes: i64,
    pub problem: Option<ExportProblem>,
    pub finished_at: Option<Millis>,
    pub expires_at: Millis,
}

/// A row, as both databases hold it.
#[derive(FromRow)]
struct Row {
    id: String,
    owner: String,
    requested_by: String,
    requested_at: Millis,
    nodes: Option<String>,
    format: String,
    parameters: String,
    state: ExportState,
    feedbacks: i64,
    bytes: i64,
    problem: Option<ExportProblem>,
    finished_at: Option<Millis>,
    expires_at: Millis,
}

impl TryFrom<Row> for StoredExport {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let nodes = nodes_of(&row.id, row.nodes.as_deref())?;
        Ok(Self {
            id: row.id,
            owner: row.owner,
            requested_by: row.requested_by,
            requested_at: row.requested_at,
            nodes,
            format: row.format,
            parameters: row.parameters,
            state: row.state,
            feedbacks: row.feedbacks,
            bytes: row.bytes,
            problem: row.problem,
            finished_at: row.finished_at,
            expires_at: row.expires_at,
        })
    }
}

/// Reads the nodes of an export.
pub(super) fn nodes_of(id: &str, document: Option<&str>) -> Result<NodeScope, StoreError> {
    NodeScope::from_document(document, || format!("the list of nodes of the export {id}"))
}

const SELECT: &str = "SELECT id, owner, requested_by, requested_at, nodes, format, parameters, state, feedbacks, bytes, problem,
         finished_at, expires_at FROM exports WHERE expires_at > ";

impl Store {
    /// Returns an export; `None` if there is none with this id, or its time is over.
    pub async fn export(&self, id: &str, now: Millis) -> Result<Option<StoredExport>, StoreError> {
        let mut select = QueryBuilder::new(SELECT);
        select.push_bind(now).push(" AND id = ").push_bind(id);
        let row: Option<Row> = select.build().fetch_optional(&self.db).await?;
        row.map(StoredExport::try_from).transpose()
    }

    /// Returns at most `limit` exports of an owner, the newest first, after one.
    pub async fn exports_of(
        &self,
        owner: &str,
        after: Option<&str>,
        limit: u32,
        now: Millis,
    ) -> Result<Vec<StoredExport>, StoreError> {
        let mut select = QueryBuilder::new(SELECT);
        select.push_bind(now).push(" AND owner = ").push_bind(owner);
        if let Some(after) = after {
            select.push(" AND id < ").push_bind(after);
        }
        select.push(" ORDER BY id DESC LIMIT ").push_bind(limit);
        let rows: Vec<Row> = select.build().fetch_all(&self.db).await?;
        rows.into_iter().map(StoredExport::try_from).collect()
    }

    /// Returns whether an export waits for a server, and none has to wait for an order to erase.
    pub async fn has_due_exports(&self, now: Millis) -> Result<bool, StoreError> {
        let has = query(
            "SELECT EXISTS (SELECT 1 FROM exports
                 WHERE state IN ('queued', 'running') AND leased_until <= $1 AND expires_at > $1)
             AND NOT EXISTS (SELECT 1 FROM erasures WHERE wiped_at IS NULL AND erased_at IS NULL)",
        );
        Ok(has.bind(now).scalar(&self.db).await?)
    }
}
