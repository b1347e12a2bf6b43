//! Webhooks: who is notified of what (docs/webhooks.md#webhooks).

use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use crate::job::webhook_outbox::EventType;
use crate::job::{Job, JobError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{self, ActBy, StaffAct};
use base::json::to_text;
use base::time::Millis;
use sqlx::FromRow;
use std::collections::BTreeSet;

/// Most webhooks: each may take connections and memory at any time.
pub const MOST_WEBHOOKS: i64 = 50;

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// By which its deliveries name it.
    pub number: i64,
    pub id: String,
    pub settings: WebhookSettings,
    /// When its receiver said that it is gone, which disabled it.
    pub gone_at: Option<Millis>,
    pub secrets: SecretEpochs,
    /// Tries that failed since the last one that did not.
    pub failures: i64,
    /// Nothing is sent before.
    pub not_before: Millis,
    pub updated_by: String,
    pub updated_at: Millis,
}

/// What staff choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookSettings {
    pub url: String,
    pub description: Option<String>,
    pub events: BTreeSet<EventType>,
    pub nodes: NodeScope,
    pub is_enabled: bool,
}

/// From which the secrets of a webhook are derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct SecretEpochs {
    #[sqlx(rename = "secret_epoch")]
    pub present: i64,
    #[sqlx(rename = "old_secret_epoch")]
    pub old: Option<i64>,
    #[sqlx(rename = "old_secret_until")]
    pub old_until: Option<Millis>,
}

#[derive(FromRow)]
pub(crate) struct WebhookRow {
    number: i64,
    id: String,
    url: String,
    description: Option<String>,
    events: String,
    nodes: Option<String>,
    enabled: bool,
    gone_at: Option<Millis>,
    #[sqlx(flatten)]
    secrets: SecretEpochs,
    failures: i64,
    not_before: Millis,
    updated_by: String,
    updated_at: Millis,
}

/// Reads webhooks; a condition follows.
pub(crate) const SELECT: &str =
    "SELECT number, id, url, description, events, nodes, enabled, gone_at, secret_epoch,
         old_secret_epoch, old_secret_until, failures, not_before, updated_by, updated_at
     FROM webhooks WHERE id IS NOT NULL";

impl TryFrom<WebhookRow> for Webhook {
    type Error = StoreError;

    fn try_from(row: WebhookRow) -> Result<Self, StoreError> {
        let lists_of = || format!("a list of the webhook `{}`", row.id);
        Ok(Self {
            settings: WebhookSettings {
                nodes: NodeScope::from_document(row.nodes.as_deref(), lists_of)?,
                events: parse_document(&row.events, lists_of)?,
                url: row.url,
                description: row.description,
                is_enabled: row.enabled,
            },
            number: row.number,
            id: row.id,
            gone_at: row.gone_at,
            secrets: row.secrets,
            failures: row.failures,
            not_before: row.not_before,
            updated_by: row.updated_by,
            updated_at: row.updated_at,
        })
    }
}

/// A change of a webhook by staff.
#[derive(Debug, Clone)]
pub struct WebhookChange {
    pub id: String,
    pub by: ActBy,
    /// The nodes that the token of the person who changes it is for.
    pub scope: NodeScope,
    pub kind: WebhookChangeKind,
}

/// What changes at a webhook.
#[derive(Debug, Clone)]
pub enum WebhookChangeKind {
    /// Stores it, in place of what is there.
    Put(WebhookSettings),
    /// Deletes it with its deliveries.
    Delete,
    /// Gives it another secret. The present one signs as well until a time.
    RotateSecret { old_until: Millis },
}

/// What a change has left.
#[derive(Debug)]
pub struct ChangedWebhook {
    /// `None` if there is none.
    pub webhook: Option<Webhook>,
    /// Whether its secret is new.
    pub has_new_secret: bool,
}

/// Why a webhook is not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookRefusal {
    /// There are as many as there may be.
    TooMany,
    /// The one that is there is about other nodes as well.
    NotInScope,
}

impl Job for WebhookChange {
    type Reply = ChangedWebhook;
    type Refusal = WebhookRefusal;

    fn bytes(&self) -> usize {
        let settings = match &self.kind {
            WebhookChangeKind::Put(settings) => settings.bytes(),
            _ => 0,
        };
        self.id.len() + self.by.staff.len() + settings
    }

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<ChangedWebhook, JobError<WebhookRefusal>> {
        let connection = transaction.connection();
        let before = select(connection, &self.id).await?;
        // Again: it may have come, or have got more nodes, since the request was let in.
        let is_in_scope = |webhook: &Webhook| self.scope.includes_all_of(&webhook.settings.nodes);
        if !before.as_ref().is_none_or(is_in_scope) {
            return Err(JobError::Refused(WebhookRefusal::NotInScope));
        }
        let (act, is_changed) = match &self.kind {
            WebhookChangeKind::Put(settings) => (
                StaffAct::PutWebhook,
                self.put(connection, &before, settings).await?,
            ),
            WebhookChangeKind::Delete => (StaffAct::DeleteWebhook, self.delete(connection).await?),
            WebhookChangeKind::RotateSecret { old_until } => (
                StaffAct::RotateWebhookSecret,
                self.rotate(connection, before.as_ref(), *old_until).await?,
            ),
        };
        let after = select(connection, &self.id).await?;
        if is_changed {
            let changed = after.as_ref().or(before.as_ref());
            let node_id = changed.and_then(|webhook| webhook.settings.nodes.single());
            staff_audit::add_for_node(connection, &self.by, act, node_id, &self.id).await?;
        }
        let epoch = |webhook: &Option<Webhook>| webhook.as_ref().map(|webhook| webhook.secrets.present);
        Ok(ChangedWebhook {
            has_new_secret: after.is_some() && epoch(&before) != epoch(&after),
            webhook: after,
        })
    }
}

impl WebhookChange {
    async fn put(
        &self,
        connection: &mut Transaction,
        before: &Option<Webhook>,
        settings: &WebhookSettings,
    ) -> Result<bool, JobError<WebhookRefusal>> {
        if before.as_ref().is_some_and(|before| before.settings == *settings) {
            return Ok(false);
        }
        // What failed at another address says nothing about this one.
        let stored = query(
            "INSERT INTO webhooks (id, url, description, events, nodes, enabled, secret_epoch, updated_by, updated_at)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, $7
             WHERE (SELECT COUNT(*) FROM webhooks WHERE id <> $1) < $9
             ON CONFLICT (id) DO UPDATE SET url = excluded.url, description = excluded.description,
                 events = excluded.events, nodes = excluded.nodes, enabled = excluded.enabled, gone_at = NULL,
                 failures = 0, not_before = 0, updated_by = excluded.updated_by, updated_at = excluded.updated_at",
        )
        .bind(&self.id)
        .bind(&settings.url)
        .bind(&settings.description)
        .bind(to_text(&settings.events))
        .bind(settings.nodes.to_document())
        .bind(settings.is_enabled)
        .bind(self.by.at)
        .bind(&self.by.staff)
        .bind(MOST_WEBHOOKS)
        .execute(connection)
        .await?;
        if stored == 0 {
            return Err(JobError::Refused(WebhookRefusal::TooMany));
        }
        Ok(true)
    }

    /// Its deliveries are removed afterwards, a part at a time: there may be many.
    async fn delete(&self, connection: &mut Transaction) -> Result<bool, StoreError> {
        let deleted =
            query("UPDATE webhooks SET id = NULL, enabled = $2, url = '', description = NULL WHERE id = $1")
                .bind(&self.id)
                .bind(false)
                .execute(connection)
                .await?;
        Ok(deleted > 0)
    }

    /// Epochs are times, so that a secret never comes back.
    async fn rotate(
        &self,
        connection: &mut Transaction,
        before: Option<&Webhook>,
        old_until: Millis,
    ) -> Result<bool, StoreError> {
        let Some(before) = before else { return Ok(false) };
        query(
            "UPDATE webhooks SET secret_epoch = $2, old_secret_epoch = secret_epoch, old_secret_until = $3
             WHERE id = $1",
        )
        .bind(&self.id)
        .bind(self.by.at.max(before.secrets.present + 1))
        .bind(old_until)
        .execute(connection)
        .await?;
        Ok(true)
    }
}

impl WebhookSettings {
    fn bytes(&self) -> usize {
        let nodes = match &self.nodes {
            NodeScope::All => 0,
            NodeScope::Only(nodes) => nodes.iter().map(String::len).sum(),
        };
        self.url.len() + self.description.as_ref().map_or(0, String::len) + nodes
    }
}

async fn select(connection: &mut Transaction, id: &str) -> Result<Option<Webhook>, StoreError> {
    let row: Option<WebhookRow> = query(sqlx::AssertSqlSafe(format!("{SELECT} AND id = $1")))
        .bind(id)
        .fetch_optional(connection)
        .await?;
    row.map(Webhook::try_from).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use crate::database::test_database::test_location;
    use crate::job::WriteError;

    #[tokio::test]
    async fn a_token_without_all_nodes_of_a_webhook_cannot_change_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(test_location(folder.path()).await).await.unwrap();
        let change = |scope: NodeScope, kind: WebhookChangeKind| WebhookChange {
            id: "w".into(),
            by: ActBy {
                staff: "zeynep".into(),
                at: 1,
            },
            scope,
            kind,
        };
        let put = |nodes: NodeScope| {
            WebhookChangeKind::Put(WebhookSettings {
                url: "https://receiver.example/".into(),
                description: None,
                events: BTreeSet::new(),
                nodes,
                is_enabled: true,
            })
        };
        let of_all = change(NodeScope::All, put(NodeScope::All));
        store.change_webhook(of_all).await.unwrap();
        let stored = store.webhook("w").await.unwrap();
        let kinds = [
            put(NodeScope::of("n")),
            WebhookChangeKind::Delete,
            WebhookChangeKind::RotateSecret { old_until: 2 },
        ];
        for kind in kinds {
            let refused = store.change_webhook(change(NodeScope::of("n"), kind)).await;
            assert!(
                matches!(refused, Err(WriteError::Refused(WebhookRefusal::NotInScope))),
                "{refused:?}"
            );
            assert_eq!(store.webhook("w").await.unwrap(), stored);
        }
    }
}
