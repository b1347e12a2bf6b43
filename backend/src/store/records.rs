//! Reads of imported records: nodes, widgets and revisions of flows.
//!
//! Each request reads them again: a row by its key costs less than keeping a cache valid while another process imports.

use super::database::query;
use super::error::{StoreError, parse_document};
use super::handle::Store;
use crate::records::{ChatSettings, FeedbackNode, WidgetConfiguration};
use crate::time::Millis;
use serde::Deserialize;
use sqlx::FromRow;

/// The target of a submission.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) node: FeedbackNode,
    /// `None` if the node never had the flow of the submission.
    pub(crate) flow: Option<TargetFlow>,
}

/// The flow of a submission.
#[derive(Debug)]
pub(crate) struct TargetFlow {
    pub(crate) newest_revision: u32,
    /// When the revision of the submission was superseded by the next one.
    pub(crate) superseded_at: Option<Millis>,
    /// When an import gave the node another flow.
    pub(crate) dropped_at: Option<Millis>,
}

#[derive(FromRow)]
struct TargetRow {
    record: String,
    has_flow: bool,
    dropped_at: Option<Millis>,
    newest_revision: Option<i64>,
    superseded_at: Option<Millis>,
}

impl Store {
    /// Returns a node by its id.
    ///
    /// # Errors
    /// The database failed, or contains a record that cannot be read.
    pub(crate) async fn node(&self, id: &str) -> Result<Option<FeedbackNode>, StoreError> {
        let record: Option<String> = query("SELECT record FROM nodes WHERE id = $1")
            .bind(id)
            .scalar_optional(&self.db)
            .await?;
        record
            .map(|record| parse_document(&record, || format!("the node `{id}`")))
            .transpose()
    }

    /// Returns a node by its id, with its chat settings.
    ///
    /// # Errors
    /// The database failed, or contains a record that cannot be read.
    pub(crate) async fn node_with_chat(
        &self,
        id: &str,
    ) -> Result<Option<(FeedbackNode, ChatSettings)>, StoreError> {
        #[derive(Deserialize)]
        struct Record {
            #[serde(default)]
            chat: ChatSettings,
        }
        let record: Option<String> = query("SELECT record FROM nodes WHERE id = $1")
            .bind(id)
            .scalar_optional(&self.db)
            .await?;
        let Some(record) = record else { return Ok(None) };
        let what = || format!("the node `{id}`");
        let Record { chat } = parse_document(&record, what)?;
        Ok(Some((parse_document(&record, what)?, chat)))
    }

    /// Returns a node by its id, with what is known of a flow, and of one of its revisions, as visitors of the node answer it.
    ///
    /// # Errors
    /// The database failed, or contains a record that cannot be read.
    pub(crate) async fn target(
        &self,
        node_id: &str,
        flow_id: &str,
        revision: Option<u32>,
    ) -> Result<Option<Target>, StoreError> {
        let row: Option<TargetRow> = query(
            "SELECT record, node_flows.flow_id IS NOT NULL AS has_flow, dropped_at,
                 (SELECT MAX(revision) FROM flow_revisions WHERE flow_id = $2) AS newest_revision,
                 (SELECT imported_at FROM flow_revisions WHERE flow_id = $2 AND revision = $3) AS superseded_at
             FROM nodes LEFT JOIN node_flows ON node_flows.node_id = nodes.id AND node_flows.flow_id = $2
             WHERE nodes.id = $1",
        )
        .bind(node_id)
        .bind(flow_id)
        .bind(revision.map(|revision| i64::from(revision) + 1))
        .fetch_optional(&self.db)
        .await?;
        row.map(|row| {
            let node = parse_document(&row.record, || format!("the node `{node_id}`"))?;
            // Revisions are counted in 32 bits from 1.
            let newest_revision = row.newest_revision.filter(|_| row.has_flow);
            let newest_revision = newest_revision.and_then(|newest| newest.try_into().ok());
            Ok(Target {
                node,
                flow: newest_revision.map(|newest_revision| TargetFlow {
                    newest_revision,
                    superseded_at: row.superseded_at,
                    dropped_at: row.dropped_at,
                }),
            })
        })
        .transpose()
    }

    /// Returns a widget by its code.
    ///
    /// # Errors
    /// The database failed, or contains a record that cannot be read.
    pub(crate) async fn widget(&self, code: &str) -> Result<Option<WidgetConfiguration>, StoreError> {
        let record: Option<String> = query("SELECT record FROM widgets WHERE code = $1")
            .bind(code)
            .scalar_optional(&self.db)
            .await?;
        record
            .map(|record| parse_document(&record, || format!("the widget `{code}`")))
            .transpose()
    }

    /// Returns the number of the newest revision of a flow; `None` if there is no such flow.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn newest_revision(&self, flow_id: &str) -> Result<Option<u32>, StoreError> {
        let newest: Option<i64> = query("SELECT MAX(revision) FROM flow_revisions WHERE flow_id = $1")
            .bind(flow_id)
            .scalar(&self.db)
            .await?;
        // Revisions are counted in 32 bits from 1.
        Ok(newest.and_then(|newest| newest.try_into().ok()))
    }

    /// Returns the definition of one revision of a flow, without the number of the revision.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn flow_definition(
        &self,
        flow_id: &str,
        revision: u32,
    ) -> Result<Option<String>, StoreError> {
        let definition = query("SELECT definition FROM flow_revisions WHERE flow_id = $1 AND revision = $2")
            .bind(flow_id)
            .bind(revision)
            .scalar_optional(&self.db)
            .await?;
        Ok(definition)
    }
}
