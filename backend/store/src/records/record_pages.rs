//! Lists records for staff, part by part, without their texts (docs/records.md#lists).

use super::standing::{number, owner};
use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use base::records::{RecordKind, RecordOwner};
use base::time::Millis;
use sqlx::FromRow;

/// A record in a list for staff; of a flow that is not published yet, its draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordSummary {
    /// The code of a widget, the id of any other record.
    pub id: String,
    /// Its name; of a widget, that of its channel.
    pub title: Option<String>,
    /// Of a widget.
    pub node_id: Option<String>,
    /// `None`: there is only a draft.
    pub newest: Option<NewestRevision>,
    /// Of a flow.
    pub draft: Option<DraftSummary>,
}

/// The newest revision of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewestRevision {
    pub revision: u32,
    pub created_at: Millis,
    /// The name of a person or a token, or of the command.
    pub author: String,
    pub owner: RecordOwner,
    /// Whether the record takes no part any more.
    pub is_archived: bool,
}

/// That there is a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftSummary {
    pub version: String,
    pub changed_at: Millis,
    pub changed_by: String,
}

/// Which records a list contains.
#[derive(Debug, Clone, Copy)]
pub struct RecordFilter<'a> {
    pub kind: RecordKind,
    pub nodes: &'a NodeScope,
    /// Whether flows are among them that no node ever had.
    pub with_free_flows: bool,
    /// Those after this id.
    pub after: Option<&'a str>,
    pub limit: u32,
}

#[derive(FromRow)]
struct Row {
    id: String,
    title: Option<String>,
    node_id: Option<String>,
    revision: Option<i64>,
    imported_revision: Option<i64>,
    created_at: Option<Millis>,
    author: Option<String>,
    is_archive: Option<bool>,
    draft_title: Option<String>,
    version: Option<String>,
    changed_at: Option<Millis>,
    changed_by: Option<String>,
}

const SELECT: &str =
    "SELECT ids.id, records.title, records.node_id, records.revision, records.imported_revision,
         newest.created_at, newest.author, newest.is_archive,
         drafts.title AS draft_title, drafts.version, drafts.changed_at, drafts.changed_by
     FROM (SELECT id FROM records WHERE kind = ";

const JOINED: &str = " LEFT JOIN record_revisions AS newest
         ON newest.kind = records.kind AND newest.id = records.id AND newest.revision = records.revision
     LEFT JOIN flow_drafts AS drafts ON drafts.flow_id = ids.id AND ";

impl Store {
    /// Returns records by their ids, also those that are archived. Connectors belong to no node: they are for those who are for all.
    pub async fn record_page(&self, filter: RecordFilter<'_>) -> Result<Vec<RecordSummary>, StoreError> {
        let kind = filter.kind.into_str();
        let is_flow = filter.kind == RecordKind::Flow;
        let mut select = QueryBuilder::new(SELECT);
        select.push_bind(kind);
        if is_flow {
            select.push(" UNION SELECT flow_id FROM flow_drafts");
        }
        select.push(") AS ids LEFT JOIN records ON records.id = ids.id AND records.kind = ");
        select.push_bind(kind);
        select.push(JOINED);
        select.push(if is_flow { "1 = 1" } else { "1 = 0" });
        select
            .push(" WHERE ids.id > ")
            .push_bind(filter.after.unwrap_or_default());
        push_scope(&mut select, filter);
        select
            .push(" ORDER BY ids.id LIMIT ")
            .push_bind(i64::from(filter.limit));
        let rows: Vec<Row> = select.build().fetch_all(&self.db).await?;
        Ok(rows.into_iter().map(RecordSummary::from).collect())
    }

    /// Returns the node of a widget; `None` if there is no such widget.
    pub async fn node_of_widget(&self, code: &str) -> Result<Option<String>, StoreError> {
        let node_id: Option<Option<String>> =
            query("SELECT node_id FROM records WHERE kind = 'widget' AND id = $1")
                .bind(code)
                .scalar_optional(&self.db)
                .await?;
        Ok(node_id.flatten())
    }
}

fn push_scope(select: &mut QueryBuilder, filter: RecordFilter<'_>) {
    let NodeScope::Only(nodes) = filter.nodes else {
        return;
    };
    match filter.kind {
        RecordKind::Node | RecordKind::Widget => filter.nodes.push_to(select, " AND records.node_id"),
        RecordKind::Connector => {
            select.push(" AND 1 = 0");
        }
        RecordKind::Flow if nodes.is_empty() => {
            select.push(" AND 1 = 0");
        }
        RecordKind::Flow => {
            select.push(" AND (EXISTS (SELECT 1 FROM node_flows WHERE flow_id = ids.id");
            filter.nodes.push_to(select, " AND node_id");
            select.push(")");
            if filter.with_free_flows {
                select.push(" OR NOT EXISTS (SELECT 1 FROM node_flows WHERE flow_id = ids.id)");
            }
            select.push(")");
        }
    }
}

impl From<Row> for RecordSummary {
    fn from(row: Row) -> Self {
        let imported = row.imported_revision;
        let newest = row.revision.map(|revision| NewestRevision {
            revision: number(revision),
            created_at: row.created_at.unwrap_or_default(),
            author: row.author.unwrap_or_default(),
            owner: owner(imported),
            is_archived: row.is_archive.unwrap_or_default(),
        });
        Self {
            id: row.id,
            title: row.title.or(row.draft_title),
            node_id: row.node_id,
            newest,
            draft: row.version.map(|version| DraftSummary {
                version,
                changed_at: row.changed_at.unwrap_or_default(),
                changed_by: row.changed_by.unwrap_or_default(),
            }),
        }
    }
}
