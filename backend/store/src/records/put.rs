//! The one way in which a record gets another content: of an import and of the console alike.

use super::dependents::Dependents;
use super::listed_members::ListedMembers;
use super::served_rows::serve;
use super::standing::{Standing, stored_text};
use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use crate::node_scope::NodeScope;
use crate::staff_audit::ActBy;
use base::json::canonical;
use base::records::{
    CheckedRecord, Finding, ImportedBefore, RecordKind, RecordSet, StoredSecretError, check_references,
    hide_secrets, take_stored_secrets,
};
use serde_json::Value;
use std::collections::HashMap;

/// What is to be stored of a record.
pub(super) struct Planned<'a> {
    record: CheckedRecord<'a>,
    /// As it is served, with its secrets.
    text: String,
    /// `None` for a new record.
    standing: Option<Standing>,
    /// Whether it differs from what is there.
    pub(super) is_changed: bool,
}

/// Who changes a record, and why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change<'a> {
    pub(super) by: &'a ActBy,
    pub(super) note: Option<&'a str>,
    /// Whether files have it so.
    pub(super) is_import: bool,
}

/// Why records are not put.
#[derive(Debug)]
pub(super) enum PutError {
    /// What they refer to, or a secret that they say is stored, is not there; or what refers to them would not fit them.
    Findings(Vec<Finding>),
    Store(StoreError),
}

impl From<StoreError> for PutError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<sqlx::Error> for PutError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The texts of nodes, by their ids, with the hashes of PINs.
pub(super) type HashedNodes = HashMap<String, String>;

/// What was done with a record.
#[derive(Debug)]
pub(super) struct Put {
    pub(super) kind: RecordKind,
    pub(super) id: String,
    /// The newest one.
    pub(super) revision: u32,
    /// Whether it is a new one.
    pub(super) is_changed: bool,
}

/// What is to be stored of a set of records, which fit what they refer to.
pub(super) struct PutPlan<'a> {
    records: &'a RecordSet,
    planned: Vec<Planned<'a>>,
    dependents: Dependents,
    pub(super) warnings: Vec<Finding>,
}

impl<'a> PutPlan<'a> {
    /// Checks what records refer to, and compares them with what is there.
    pub(super) async fn of(
        transaction: &mut Transaction,
        records: &'a RecordSet,
        nodes: &HashedNodes,
        before: &ImportedBefore,
    ) -> Result<Self, PutError> {
        let mut findings = check_references(records, before);
        let mut planned = Vec::new();
        for record in records.iter() {
            match plan(transaction, record, nodes).await {
                Ok(plan) => planned.push(plan),
                Err(PutError::Findings(missing)) => findings.extend(missing),
                Err(error) => return Err(error),
            }
        }
        if findings.iter().any(Finding::is_error) {
            return Err(PutError::Findings(findings));
        }
        let mut dependents = Dependents::default();
        for plan in planned.iter().filter(|plan| plan.is_changed) {
            dependents.add_of(transaction, plan.record, records).await?;
        }
        Ok(Self {
            records,
            planned,
            dependents,
            warnings: findings,
        })
    }

    /// Checks what refers to records that change: before they are stored, or after what is not needed was taken away.
    ///
    /// # Errors
    /// It would not fit any more.
    pub(super) async fn check_dependents(
        &self,
        transaction: &mut Transaction,
        scope: &NodeScope,
    ) -> Result<(), PutError> {
        let findings = self.dependents.check(transaction, self.records, scope).await?;
        if findings.is_empty() {
            Ok(())
        } else {
            Err(PutError::Findings(findings))
        }
    }

    /// Stores each as a new revision if it has changed.
    pub(super) async fn put(
        &self,
        transaction: &mut Transaction,
        change: Change<'_>,
    ) -> Result<Vec<Put>, StoreError> {
        let mut done = Vec::new();
        for plan in &self.planned {
            done.push(Put {
                kind: plan.record.kind(),
                id: plan.record.id().to_owned(),
                revision: plan.put(transaction, change).await?,
                is_changed: plan.is_changed,
            });
        }
        Ok(done)
    }
}

/// Compares a record with what is there.
pub(super) async fn plan<'a>(
    transaction: &mut Transaction,
    record: CheckedRecord<'a>,
    nodes: &HashedNodes,
) -> Result<Planned<'a>, PutError> {
    let (kind, id) = (record.kind(), record.id());
    let standing = Standing::read(transaction, kind, id).await?;
    let served = stored_text(transaction, kind, id).await?;
    let hashed = nodes.get(id).filter(|_| kind == RecordKind::Node);
    let text = hashed.map_or(record.text(), String::as_str);
    let text = with_secrets(kind, text, served.as_deref())?.map_err(|(pointer, error)| {
        let finding = Finding::new(error.code(), record.file(), pointer, error.to_string());
        PutError::Findings(vec![finding])
    })?;
    let is_same = |standing: &Standing| !standing.is_archived && served.as_ref() == Some(&text);
    Ok(Planned {
        record,
        is_changed: !standing.as_ref().is_some_and(is_same),
        text,
        standing,
    })
}

impl Planned<'_> {
    /// Stores it, as a new revision if it has changed, and returns the number of its newest one.
    async fn put(&self, transaction: &mut Transaction, change: Change<'_>) -> Result<u32, StoreError> {
        let newest = self.standing.as_ref().map_or(0, Standing::revision);
        let revision = newest + u32::from(self.is_changed);
        let (kind, id) = (self.record.kind(), self.record.id());
        if self.is_changed {
            add_revision(transaction, (kind, id, revision), &self.text, change, false).await?;
            serve(transaction, self.record, revision, &self.text, change.by.at).await?;
        }
        let imported = change.is_import.then_some(revision);
        set_newest(transaction, (kind, id, revision), &self.text, imported).await?;
        Ok(revision)
    }
}

/// Adds a revision of a record to those that it has.
pub(super) async fn add_revision(
    transaction: &mut Transaction,
    (kind, id, revision): (RecordKind, &str, u32),
    text: &str,
    change: Change<'_>,
    is_archive: bool,
) -> Result<(), StoreError> {
    let record = match kind {
        RecordKind::Flow => None,
        _ => Some(without_secrets(kind, text)?),
    };
    query(
        "INSERT INTO record_revisions (kind, id, revision, record, created_at, author, note, is_archive)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(kind.into_str())
    .bind(id)
    .bind(revision)
    .bind(record)
    .bind(change.by.at)
    .bind(&change.by.staff)
    .bind(change.note.map(str::to_owned))
    .bind(is_archive)
    .execute(transaction)
    .await?;
    Ok(())
}

/// Notes the newest revision of a record, and the one that files have if it is to change.
pub(super) async fn set_newest(
    transaction: &mut Transaction,
    (kind, id, revision): (RecordKind, &str, u32),
    text: &str,
    imported: Option<u32>,
) -> Result<(), StoreError> {
    let listed = ListedMembers::read(kind, text)?;
    query(
        "INSERT INTO records (kind, id, revision, imported_revision, title, node_id) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, title = excluded.title, node_id = excluded.node_id,
             imported_revision = COALESCE(excluded.imported_revision, records.imported_revision)",
    )
    .bind(kind.into_str())
    .bind(id)
    .bind(revision)
    .bind(imported.map(i64::from))
    .bind(listed.title())
    .bind(listed.node_of(kind, id))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Returns a record with what is stored in place of each `{"stored": true}`; within, the pointer of one that
/// cannot be taken, and why.
pub(super) fn with_secrets(
    kind: RecordKind,
    text: &str,
    served: Option<&str>,
) -> Result<Result<String, (String, StoredSecretError)>, StoreError> {
    if kind == RecordKind::Flow {
        return Ok(Ok(text.to_owned()));
    }
    let what = || format!("a {}", kind.into_str());
    let mut record: Value = parse_document(text, what)?;
    let served: Option<Value> = served.map(|served| parse_document(served, what)).transpose()?;
    let taken = take_stored_secrets(kind, &mut record, served.as_ref());
    Ok(taken.map(|()| canonical(&mut record)))
}

fn without_secrets(kind: RecordKind, text: &str) -> Result<String, StoreError> {
    let mut record: Value = parse_document(text, || format!("a {}", kind.into_str()))?;
    hide_secrets(kind, &mut record);
    Ok(canonical(&mut record))
}
