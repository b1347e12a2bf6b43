//! Reads of imported records: nodes, widgets and revisions of flows.
//!
//! What every submission needs is kept until the next import; the rest is read again for each request.

use crate::cached_records::kept_records::KeptTarget;
use crate::cached_records::record_versions::RecordVersion;
use crate::database::query;
use crate::error::{StoreError, parse_document};
use crate::handle::Store;
use base::records::{ChatSettings, FeedbackNode, WidgetConfiguration, WidgetRules};
use base::time::Millis;
use serde::Deserialize;
use sqlx::FromRow;
use std::sync::Arc;

/// The target of a submission.
#[derive(Debug)]
pub struct Target {
    pub node: Arc<FeedbackNode>,
    pub chat: Arc<ChatSettings>,
    /// `None` if the node never had the flow of the submission.
    pub flow: Option<TargetFlow>,
}

/// The flow of a submission.
#[derive(Debug)]
pub struct TargetFlow {
    pub newest_revision: u32,
    /// When an import gave the node another flow.
    pub dropped_at: Option<Millis>,
}

/// A node whose visitors answer a flow, or did.
#[derive(Debug, FromRow)]
pub struct NodeOfFlow {
    pub id: String,
    pub has_it_now: bool,
}

impl Store {
    /// Returns a node by its id.
    pub async fn node(&self, id: &str) -> Result<Option<FeedbackNode>, StoreError> {
        let record: Option<String> = query("SELECT record FROM nodes WHERE id = $1")
            .bind(id)
            .scalar_optional(&self.db)
            .await?;
        record
            .map(|record| parse_document(&record, || format!("the node `{id}`")))
            .transpose()
    }

    /// Returns a node by its id, with its chat settings.
    pub async fn node_with_chat(
        &self,
        id: &str,
    ) -> Result<Option<(Arc<FeedbackNode>, Arc<ChatSettings>)>, StoreError> {
        let version = self.record_version().await?;
        let target = self.target_at(version, id).await?;
        Ok(target.map(|target| (Arc::clone(&target.node), Arc::clone(&target.chat))))
    }

    /// Returns a node by its id, with what is known of a flow as its visitors answer it.
    pub async fn target(&self, node_id: &str, flow_id: &str) -> Result<Option<Target>, StoreError> {
        let version = self.record_version().await?;
        let Some(target) = self.target_at(version, node_id).await? else {
            return Ok(None);
        };
        let flow = match target.flows.iter().find(|(id, _)| id == flow_id) {
            None => None,
            Some((_, dropped_at)) => {
                let newest = self.newest_revision_at(version, flow_id).await?;
                newest.map(|newest_revision| TargetFlow {
                    newest_revision,
                    dropped_at: *dropped_at,
                })
            }
        };
        Ok(Some(Target {
            node: Arc::clone(&target.node),
            chat: Arc::clone(&target.chat),
            flow,
        }))
    }

    async fn target_at(
        &self,
        version: RecordVersion,
        node_id: &str,
    ) -> Result<Option<Arc<KeptTarget>>, StoreError> {
        let kept = &self.kept_records.targets;
        if let Some(target) = kept.get(version, node_id) {
            return Ok(Some(target));
        }
        let Some(target) = self.load_target(node_id).await? else {
            return Ok(None);
        };
        let target = Arc::new(target);
        kept.keep(version, node_id.to_owned(), Arc::clone(&target));
        Ok(Some(target))
    }

    async fn load_target(&self, node_id: &str) -> Result<Option<KeptTarget>, StoreError> {
        #[derive(Deserialize)]
        struct ChatMember {
            #[serde(default)]
            chat: ChatSettings,
        }
        let record: Option<String> = query("SELECT record FROM nodes WHERE id = $1")
            .bind(node_id)
            .scalar_optional(&self.db)
            .await?;
        let Some(record) = record else { return Ok(None) };
        let what = || format!("the node `{node_id}`");
        let ChatMember { chat } = parse_document(&record, what)?;
        let flows = query("SELECT flow_id, dropped_at FROM node_flows WHERE node_id = $1")
            .bind(node_id)
            .fetch_all(&self.db)
            .await?;
        let rules = self.rules_of_widgets(node_id).await?;
        Ok(Some(KeptTarget {
            node: Arc::new(parse_document(&record, what)?),
            chat: Arc::new(chat),
            flows,
            takes_only_signed: !rules.is_empty() && rules.iter().all(WidgetRules::needs_signed_attributes),
        }))
    }

    /// Returns whether a node has widgets, and each of them accepts only what is signed about its visitors. Anyone who names none of
    /// them must not be able to say more.
    pub async fn takes_only_signed(&self, node_id: &str) -> Result<bool, StoreError> {
        let version = self.record_version().await?;
        let target = self.target_at(version, node_id).await?;
        Ok(target.is_some_and(|target| target.takes_only_signed))
    }

    async fn rules_of_widgets(&self, node_id: &str) -> Result<Vec<WidgetRules>, StoreError> {
        let records: Vec<(String,)> = query("SELECT record FROM widgets WHERE node_id = $1")
            .bind(node_id)
            .fetch_all(&self.db)
            .await?;
        let what = || format!("a widget of the node `{node_id}`");
        records
            .iter()
            .map(|(record,)| parse_document(record, what))
            .collect()
    }

    /// Returns a widget by its code.
    pub async fn widget(&self, code: &str) -> Result<Option<WidgetConfiguration>, StoreError> {
        let record: Option<String> = query("SELECT record FROM widgets WHERE code = $1")
            .bind(code)
            .scalar_optional(&self.db)
            .await?;
        record
            .map(|record| parse_document(&record, || format!("the widget `{code}`")))
            .transpose()
    }

    /// Returns what the server enforces of a widget; `None` unless it is a widget of this node.
    pub async fn widget_rules(&self, code: &str, node_id: &str) -> Result<Option<WidgetRules>, StoreError> {
        let record: Option<String> = query("SELECT record FROM widgets WHERE code = $1 AND node_id = $2")
            .bind(code)
            .bind(node_id)
            .scalar_optional(&self.db)
            .await?;
        record
            .map(|record| parse_document(&record, || format!("the widget `{code}`")))
            .transpose()
    }

    /// Returns the number of the newest revision of a flow; `None` if there is no such flow.
    pub async fn newest_revision(&self, flow_id: &str) -> Result<Option<u32>, StoreError> {
        let version = self.record_version().await?;
        self.newest_revision_at(version, flow_id).await
    }

    async fn newest_revision_at(
        &self,
        version: RecordVersion,
        flow_id: &str,
    ) -> Result<Option<u32>, StoreError> {
        let kept = &self.kept_records.newest_revisions;
        if let Some(newest) = kept.get(version, flow_id) {
            return Ok(Some(newest));
        }
        let newest: Option<i64> = query("SELECT MAX(revision) FROM flow_revisions WHERE flow_id = $1")
            .bind(flow_id)
            .scalar(&self.db)
            .await?;
        // Revisions are counted in 32 bits from 1.
        let newest = newest.and_then(|newest| newest.try_into().ok());
        if let Some(newest) = newest {
            kept.keep(version, flow_id.to_owned(), newest);
        }
        Ok(newest)
    }

    /// Returns the nodes that have a flow, or had it.
    pub async fn nodes_of_flow(&self, flow_id: &str) -> Result<Vec<NodeOfFlow>, StoreError> {
        let nodes = query(
            "SELECT node_id AS id, dropped_at IS NULL AS has_it_now FROM node_flows WHERE flow_id = $1 ORDER BY node_id",
        )
        .bind(flow_id)
        .fetch_all(&self.db)
        .await?;
        Ok(nodes)
    }

    /// Returns when a revision of a flow was superseded by the next one; `None` if it was not, or if there is no such revision.
    pub async fn superseded_at(&self, flow_id: &str, revision: u32) -> Result<Option<Millis>, StoreError> {
        let at = query("SELECT imported_at FROM flow_revisions WHERE flow_id = $1 AND revision = $2")
            .bind(flow_id)
            .bind(i64::from(revision) + 1)
            .scalar_optional(&self.db)
            .await?;
        Ok(at)
    }

    /// Returns the definition of one revision of a flow, without the number of the revision.
    pub async fn flow_definition(&self, flow_id: &str, revision: u32) -> Result<Option<String>, StoreError> {
        let definition = query("SELECT definition FROM flow_revisions WHERE flow_id = $1 AND revision = $2")
            .bind(flow_id)
            .bind(revision)
            .scalar_optional(&self.db)
            .await?;
        Ok(definition)
    }

    /// Returns the ids of the flows whose newest revision may verify phone numbers: its text has the name of the style.
    pub async fn flows_with_phone_verification(&self) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = query(
            "SELECT flow_id FROM flow_revisions AS newest
             WHERE definition LIKE '%\"phone_verification\"%' AND revision =
                 (SELECT MAX(revision) FROM flow_revisions WHERE flow_id = newest.flow_id)
             ORDER BY flow_id",
        )
        .fetch_all(&self.db)
        .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
