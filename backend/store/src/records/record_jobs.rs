//! What the console does with records, one at a time (docs/api.md#owners).

use super::archive::archive;
use super::drafts;
use super::published_drafts;
use super::put::{Change, HashedNodes, PutError, PutPlan};
use super::references::{dependents, imported_before};
use super::standing::Standing;
use crate::cached_records::record_versions;
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{ActBy, StaffAct, add_for_node};
use base::records::{Finding, RecordKind, RecordOwner, RecordSet};

/// Most characters of the note of a revision.
pub const MOST_NOTE_CHARACTERS: usize = 500;

/// A change of one record.
#[derive(Debug)]
pub struct RecordChange {
    /// Exactly one record, without errors.
    pub records: RecordSet,
    pub by: ActBy,
    /// The nodes that they are for. What is elsewhere is not named to them.
    pub scope: NodeScope,
    /// Why it is changed: at most [`MOST_NOTE_CHARACTERS`].
    pub note: Option<String>,
    pub expected: ExpectedRevision,
    /// The revision whose text this is, for the audit.
    pub restores: Option<u32>,
}

/// Has one record take part no more.
#[derive(Debug)]
pub struct RecordArchive {
    pub kind: RecordKind,
    pub id: String,
    pub by: ActBy,
    /// As of [`RecordChange`].
    pub note: Option<String>,
    pub expected: ExpectedRevision,
}

/// What the author of a change has seen last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedRevision {
    Any,
    /// That there is no such record, not even an archived one.
    Absent,
    /// The newest one.
    Number(u32),
}

/// A record that was put.
#[derive(Debug, PartialEq, Eq)]
pub struct PutRecord {
    /// The newest one.
    pub revision: u32,
    /// False if the record was so already: there is no new revision.
    pub is_changed: bool,
    /// What is odd about it.
    pub warnings: Vec<Finding>,
}

/// Why a record is not changed.
#[derive(Debug, PartialEq, Eq)]
pub enum RecordRefusal {
    /// The newest revision is another one than was expected; `None` if there is no such record.
    Conflict { newest: Option<u32> },
    /// Files have it, and the server takes changes of such records from nowhere else (`pulsen serve --records files`).
    RecordsAreFiles,
    /// What it refers to, or a secret that it says is stored, is not there; or what refers to it would not fit it.
    Findings(Vec<Finding>),
    /// To be archived: what depends on it.
    InUse(Vec<(RecordKind, String)>),
    /// To be archived: there is no such record, or it is archived.
    NotFound,
    /// To be published: the draft has another version; `None`: there is no draft.
    DraftChanged(Option<String>),
}

/// Why a record was not changed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("the database does not take it now: {0:?}")]
    Write(WriteError<RecordRefusal>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<WriteError<RecordRefusal>> for RecordError {
    fn from(error: WriteError<RecordRefusal>) -> Self {
        Self::Write(error)
    }
}

impl From<PutError> for JobError<RecordRefusal> {
    fn from(error: PutError) -> Self {
        match error {
            PutError::Findings(findings) => Self::Refused(RecordRefusal::Findings(findings)),
            PutError::Store(error) => Self::Store(error),
        }
    }
}

impl Store {
    /// Puts one record by the code of imports.
    ///
    /// # Errors
    /// It is refused, or the database failed.
    pub async fn put_record(&self, change: RecordChange) -> Result<PutRecord, RecordError> {
        self.put(change, None).await
    }

    /// Puts the text of a draft of a flow, and removes the draft: both or nothing. The draft must have this version. A repeat returns what
    /// was published, and changes nothing.
    ///
    /// # Errors
    /// It is refused, or the database failed.
    pub async fn publish_draft(
        &self,
        change: RecordChange,
        draft_version: String,
    ) -> Result<PutRecord, RecordError> {
        self.put(change, Some(draft_version)).await
    }

    async fn put(&self, change: RecordChange, published: Option<String>) -> Result<PutRecord, RecordError> {
        let nodes = match self.hashed_pins(&change.records, false).await {
            Ok(nodes) => nodes,
            Err(PutError::Store(error)) => return Err(error.into()),
            Err(PutError::Findings(findings)) => {
                return Err(WriteError::Refused(RecordRefusal::Findings(findings)).into());
            }
        };
        let job = PutJob {
            change,
            nodes,
            takes_imported: self.takes_changes_of_imported_records(),
            published,
        };
        Ok(self.writer.write(job).await?)
    }

    /// Archives one record, and returns its newest revision.
    ///
    /// # Errors
    /// It is refused, or the database failed.
    pub async fn archive_record(&self, archive: RecordArchive) -> Result<u32, RecordError> {
        let job = ArchiveJob {
            archive,
            takes_imported: self.takes_changes_of_imported_records(),
        };
        Ok(self.writer.write(job).await?)
    }
}

struct PutJob {
    change: RecordChange,
    nodes: HashedNodes,
    takes_imported: bool,
    /// The version of the draft whose text this is, which is removed.
    published: Option<String>,
}

struct ArchiveJob {
    archive: RecordArchive,
    takes_imported: bool,
}

impl Job for PutJob {
    type Reply = PutRecord;
    type Refusal = RecordRefusal;

    fn bytes(&self) -> usize {
        self.change.records.iter().map(|record| record.text().len()).sum()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<PutRecord, JobError<RecordRefusal>> {
        let transaction = transaction.connection();
        let RecordChange {
            records, by, note, ..
        } = &self.change;
        let Some(record) = records.iter().next() else {
            let findings = records.findings.clone();
            return Err(JobError::Refused(RecordRefusal::Findings(findings)));
        };
        if let Some(version) = &self.published {
            if let Some(put) = published_drafts::published(transaction, record.id(), version).await? {
                return Ok(put);
            }
            let present = drafts::present_version(transaction, record.id()).await?;
            if present != self.published {
                return Err(JobError::Refused(RecordRefusal::DraftChanged(present)));
            }
        }
        let standing = Standing::read(transaction, record.kind(), record.id()).await?;
        check(standing.as_ref(), self.change.expected, self.takes_imported).map_err(JobError::Refused)?;
        let before = imported_before(transaction, &[records]).await?;
        let change = Change {
            by,
            note: note.as_deref(),
            is_import: false,
        };
        let plan = PutPlan::of(transaction, records, &self.nodes, &before).await?;
        plan.check_dependents(transaction, &self.change.scope).await?;
        let done = plan.put(transaction, change).await?;
        let put = done.first();
        let is_changed = put.is_some_and(|put| put.is_changed);
        let put = PutRecord {
            revision: put.map_or(0, |put| put.revision),
            is_changed,
            warnings: plan.warnings,
        };
        if let Some(version) = &self.published {
            drafts::delete(transaction, record.id()).await?;
            published_drafts::remember(transaction, (record.id(), version), &put, by.at).await?;
        }
        if is_changed || self.published.is_some() {
            let act = match (self.change.restores, &self.published) {
                (Some(_), _) => StaffAct::RestoreRecord,
                (None, Some(_)) => StaffAct::PublishDraft,
                (None, None) => StaffAct::PutRecord,
            };
            audit(transaction, by, act, record.kind(), record.id()).await?;
            record_versions::raise(transaction).await?;
        }
        Ok(put)
    }
}

impl Job for ArchiveJob {
    type Reply = u32;
    type Refusal = RecordRefusal;

    fn bytes(&self) -> usize {
        self.archive.id.len() + self.archive.note.as_ref().map_or(0, String::len)
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<u32, JobError<RecordRefusal>> {
        let transaction = transaction.connection();
        let RecordArchive {
            kind, id, by, note, ..
        } = &self.archive;
        let standing = Standing::read(transaction, *kind, id).await?;
        let Some(standing) = standing.filter(|standing| !standing.is_archived) else {
            return Err(JobError::Refused(RecordRefusal::NotFound));
        };
        check(Some(&standing), self.archive.expected, self.takes_imported).map_err(JobError::Refused)?;
        let dependents = dependents(transaction, *kind, id).await?;
        if !dependents.is_empty() {
            return Err(JobError::Refused(RecordRefusal::InUse(dependents)));
        }
        let change = Change {
            by,
            note: note.as_deref(),
            is_import: false,
        };
        let revision = archive(transaction, *kind, id, &standing, change).await?;
        audit(transaction, by, StaffAct::ArchiveRecord, *kind, id).await?;
        record_versions::raise(transaction).await?;
        Ok(revision)
    }
}

/// Decides whether the console may change a record.
fn check(
    standing: Option<&Standing>,
    expected: ExpectedRevision,
    takes_imported: bool,
) -> Result<(), RecordRefusal> {
    if !takes_imported && standing.is_some_and(|standing| standing.owner() == RecordOwner::Files) {
        return Err(RecordRefusal::RecordsAreFiles);
    }
    let newest = standing.map(Standing::revision);
    let is_expected = match expected {
        ExpectedRevision::Any => true,
        ExpectedRevision::Absent => newest.is_none(),
        ExpectedRevision::Number(number) => newest == Some(number),
    };
    if is_expected {
        Ok(())
    } else {
        Err(RecordRefusal::Conflict { newest })
    }
}

async fn audit(
    transaction: &mut crate::database::Transaction,
    by: &ActBy,
    act: StaffAct,
    kind: RecordKind,
    id: &str,
) -> Result<(), StoreError> {
    let node_id = (kind == RecordKind::Node).then_some(id);
    add_for_node(
        transaction,
        by,
        act,
        node_id,
        &format!("{} {id}", kind.into_str()),
    )
    .await
}
