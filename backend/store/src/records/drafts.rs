//! What flows are to become, while staff work on it (docs/records.md#drafts).
//!
//! A draft changes only from the version that its writer has seen: of two who write at once, one is told to look again.

use crate::database::{Query, Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use crate::receipts::idempotency::IdempotencyKey;
use crate::staff_audit::{self, ActBy, StaffAct};
use base::time::{DAY, Millis};
use sqlx::FromRow;

/// Most drafts at the same time.
pub const MOST_DRAFTS: i64 = 1_000;

/// How many changes of the drafts of a flow are known by their keys.
const KNOWN_CHANGES: i64 = 100;

/// How long it is known what began a draft, and what changed one that is removed or published.
pub(super) const REPEATS_KNOWN_FOR: Millis = 7 * DAY;

/// What is known about a draft without its text.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct DraftState {
    pub flow_id: String,
    /// Another one after each change, and never the same again.
    pub version: String,
    /// The revision of which it was made; `None`: there was none.
    pub base_revision: Option<i64>,
    pub begun_at: Millis,
    pub begun_by: String,
    pub changed_at: Millis,
    pub changed_by: String,
}

/// A draft.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Draft {
    #[sqlx(flatten)]
    pub state: DraftState,
    /// JSON, perhaps with errors.
    pub definition: String,
}

/// Changes a draft, or begins one.
#[derive(Debug, Clone)]
pub struct DraftChange {
    pub flow_id: String,
    /// The version that is changed; `None`: none must be there.
    pub from: Option<String>,
    /// What the change makes: a text that no draft has had as its version.
    pub to: String,
    pub base: DraftBase,
    /// The name of the flow, for lists.
    pub title: Option<String>,
    pub definition: String,
    pub key: Option<IdempotencyKey>,
    pub by: ActBy,
    /// [`StaffAct::PutDraft`] or [`StaffAct::EditDraft`].
    pub act: StaffAct,
}

/// Which revision a draft is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftBase {
    Unchanged,
    /// `None`: the flow has no revision.
    Revision(Option<u32>),
}

/// Removes a draft.
#[derive(Debug, Clone)]
pub struct DraftRemoval {
    pub flow_id: String,
    /// The version that is removed.
    pub from: String,
    pub by: ActBy,
}

/// Why a draft is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftRefusal {
    /// It has another version; `None`: there is no draft.
    Changed(Option<String>),
    /// The idempotency key was used for another change.
    KeyReused,
    /// There are as many drafts as there may be.
    TooMany,
}

impl Store {
    /// Returns the draft of a flow.
    pub async fn draft(&self, flow_id: &str) -> Result<Option<Draft>, StoreError> {
        let draft = query(
            "SELECT flow_id, version, base_revision, begun_at, begun_by, changed_at, changed_by, definition
             FROM flow_drafts WHERE flow_id = $1",
        )
        .bind(flow_id)
        .fetch_optional(&self.db)
        .await?;
        Ok(draft)
    }

    /// Returns the version that an earlier change with this key has made; `None` if there was none, or it is not known any more; or
    /// that the key was used for another change.
    pub async fn drafted_before(
        &self,
        flow_id: &str,
        key: &IdempotencyKey,
    ) -> Result<Result<Option<String>, DraftRefusal>, StoreError> {
        let known: Option<(String, String)> = known_change(flow_id, key).fetch_optional(&self.db).await?;
        let version = known.map(|(fingerprint, version)| version_of(key, &fingerprint, version));
        Ok(version.transpose())
    }

    /// Changes a draft, or begins one, and returns the version that the change has made. A repeat with the same key changes nothing.
    pub async fn change_draft(&self, change: DraftChange) -> Result<String, WriteError<DraftRefusal>> {
        self.writer.write(change).await
    }

    /// Removes a draft. A repeat changes nothing.
    pub async fn remove_draft(&self, removal: DraftRemoval) -> Result<(), WriteError<DraftRefusal>> {
        self.writer.write(removal).await
    }
}

impl Job for DraftChange {
    type Reply = String;
    type Refusal = DraftRefusal;

    fn bytes(&self) -> usize {
        self.flow_id.len() + self.definition.len()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<String, JobError<DraftRefusal>> {
        let connection = transaction.connection();
        if let Some(key) = &self.key {
            let known: Option<(String, String)> = known_change(&self.flow_id, key)
                .fetch_optional(&mut *connection)
                .await?;
            if let Some((fingerprint, version)) = known {
                return version_of(key, &fingerprint, version).map_err(JobError::Refused);
            }
        }
        let present = present_version(connection, &self.flow_id).await?;
        if present != self.from {
            return Err(JobError::Refused(DraftRefusal::Changed(present)));
        }
        match present {
            Some(_) => self.update(connection).await?,
            None => self.insert(connection).await?,
        }
        self.remember(connection).await?;
        note(connection, &self.by, self.act, &self.flow_id).await?;
        Ok(self.to.clone())
    }
}

impl DraftChange {
    async fn update(&self, connection: &mut Transaction) -> Result<(), StoreError> {
        query(
            "UPDATE flow_drafts SET version = $2, title = $3, definition = $4, changed_at = $5, changed_by = $6
             WHERE flow_id = $1",
        )
        .bind(&self.flow_id)
        .bind(&self.to)
        .bind(&self.title)
        .bind(&self.definition)
        .bind(self.by.at)
        .bind(&self.by.staff)
        .execute(&mut *connection)
        .await?;
        let DraftBase::Revision(revision) = self.base else {
            return Ok(());
        };
        query("UPDATE flow_drafts SET base_revision = $2 WHERE flow_id = $1")
            .bind(&self.flow_id)
            .bind(revision.map(i64::from))
            .execute(connection)
            .await?;
        Ok(())
    }

    async fn insert(&self, connection: &mut Transaction) -> Result<(), JobError<DraftRefusal>> {
        let revision = match self.base {
            DraftBase::Unchanged => None,
            DraftBase::Revision(revision) => revision.map(i64::from),
        };
        let inserted = query(
            "INSERT INTO flow_drafts
                 (flow_id, version, base_revision, title, definition, begun_at, begun_by, changed_at, changed_by)
             SELECT $1, $2, $3, $4, $5, $6, $7, $6, $7 WHERE (SELECT COUNT(*) FROM flow_drafts) < $8",
        )
        .bind(&self.flow_id)
        .bind(&self.to)
        .bind(revision)
        .bind(&self.title)
        .bind(&self.definition)
        .bind(self.by.at)
        .bind(&self.by.staff)
        .bind(MOST_DRAFTS)
        .execute(connection)
        .await?;
        if inserted == 0 {
            return Err(JobError::Refused(DraftRefusal::TooMany));
        }
        Ok(())
    }

    /// Writes down what a repeat with the same key gets.
    async fn remember(&self, connection: &mut Transaction) -> Result<(), StoreError> {
        let Some(key) = &self.key else { return Ok(()) };
        query(
            "INSERT INTO flow_draft_changes (flow_id, key, fingerprint, version, begins, changed_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&self.flow_id)
        .bind(&key.key)
        .bind(&key.fingerprint)
        .bind(&self.to)
        .bind(self.from.is_none())
        .bind(self.by.at)
        .execute(&mut *connection)
        .await?;
        query(
            "DELETE FROM flow_draft_changes WHERE flow_id = $1 AND NOT begins AND key NOT IN
                 (SELECT key FROM flow_draft_changes WHERE flow_id = $1 ORDER BY changed_at DESC, key LIMIT $2)",
        )
        .bind(&self.flow_id)
        .bind(KNOWN_CHANGES)
        .execute(&mut *connection)
        .await?;
        query(
            "DELETE FROM flow_draft_changes WHERE changed_at < $1 AND (begins OR NOT EXISTS
                 (SELECT 1 FROM flow_drafts WHERE flow_drafts.flow_id = flow_draft_changes.flow_id))",
        )
        .bind(self.by.at - REPEATS_KNOWN_FOR)
        .execute(connection)
        .await?;
        Ok(())
    }
}

impl Job for DraftRemoval {
    type Reply = ();
    type Refusal = DraftRefusal;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<DraftRefusal>> {
        let connection = transaction.connection();
        match present_version(connection, &self.flow_id).await? {
            None => return Ok(()),
            Some(present) if present == self.from => {}
            present => return Err(JobError::Refused(DraftRefusal::Changed(present))),
        }
        delete(connection, &self.flow_id).await?;
        note(connection, &self.by, StaffAct::RemoveDraft, &self.flow_id).await?;
        Ok(())
    }
}

/// Returns the version of the draft of a flow.
pub(crate) async fn present_version(
    connection: &mut Transaction,
    flow_id: &str,
) -> Result<Option<String>, StoreError> {
    let version = query("SELECT version FROM flow_drafts WHERE flow_id = $1")
        .bind(flow_id)
        .scalar_optional(connection)
        .await?;
    Ok(version)
}

/// Removes the draft of a flow. Its changes stay known: a late repeat must not begin it again.
pub(crate) async fn delete(connection: &mut Transaction, flow_id: &str) -> Result<(), StoreError> {
    let delete = query("DELETE FROM flow_drafts WHERE flow_id = $1").bind(flow_id);
    delete.execute(connection).await?;
    Ok(())
}

/// Returns the statement that reads fingerprint and version of a change.
fn known_change(flow_id: &str, key: &IdempotencyKey) -> Query {
    query("SELECT fingerprint, version FROM flow_draft_changes WHERE flow_id = $1 AND key = $2")
        .bind(flow_id)
        .bind(&key.key)
}

fn version_of(key: &IdempotencyKey, fingerprint: &str, version: String) -> Result<String, DraftRefusal> {
    if key.fingerprint == fingerprint {
        Ok(version)
    } else {
        Err(DraftRefusal::KeyReused)
    }
}

/// Writes down what was done. Edits are many: those of one person are noted once in ten minutes.
async fn note(
    connection: &mut Transaction,
    by: &ActBy,
    act: StaffAct,
    flow_id: &str,
) -> Result<(), StoreError> {
    if act == StaffAct::EditDraft {
        staff_audit::add_edit(by, flow_id).execute(connection).await?;
        return Ok(());
    }
    staff_audit::add_for_node(connection, by, act, None, flow_id).await
}
