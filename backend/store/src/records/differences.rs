//! What the console has changed since the last import.

use super::put::{HashedNodes, PutError, plan};
use super::standing::{Standing, stored_text};
use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use base::json::canonical;
use base::records::{RecordKind, RecordSet, hide_secrets};
use base::time::Millis;
use serde_json::Value;

/// A record that differs from that of the files, and was changed in the console since they were imported last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordDifference {
    pub kind: RecordKind,
    /// The code of a widget, the id of any other record.
    pub id: String,
    /// Who changed it last, and when.
    pub author: String,
    pub changed_at: Millis,
    /// As it is; `None` if it is archived. JSON without secrets.
    pub stored: Option<Value>,
    /// As the files have it; equal to `stored` if only a secret differs. `None` if they do not have it, and an import that prunes
    /// would archive it.
    pub in_files: Option<Value>,
}

/// Returns the records of a set that differ from what the console has made of them; with `prune` also what the console has changed
/// and the set does not have.
pub(super) async fn changed_elsewhere(
    transaction: &mut Transaction,
    records: &RecordSet,
    nodes: &HashedNodes,
    prune: bool,
) -> Result<Vec<RecordDifference>, PutError> {
    let mut differences = Vec::new();
    for record in records.iter() {
        let (kind, id) = (record.kind(), record.id());
        let Some(standing) = Standing::read(transaction, kind, id).await? else {
            continue;
        };
        if !standing.is_changed_since_import() {
            continue;
        }
        match plan(transaction, record, nodes).await {
            Ok(plan) if !plan.is_changed => continue,
            // What the console has done may be why the files cannot be imported.
            Ok(_) | Err(PutError::Findings(_)) => {}
            Err(error) => return Err(error),
        }
        let in_files = shown(kind, record.text())?;
        differences.push(difference(transaction, (kind, id), &standing, Some(in_files)).await?);
    }
    if prune {
        differences.extend(changed_and_left_out(transaction, records).await?);
    }
    Ok(differences)
}

/// Returns what files had once, takes part, was changed in the console since, and is not in a set.
async fn changed_and_left_out(
    transaction: &mut Transaction,
    records: &RecordSet,
) -> Result<Vec<RecordDifference>, StoreError> {
    let select = query("SELECT kind, id FROM records WHERE imported_revision <> revision ORDER BY kind, id");
    let changed: Vec<(String, String)> = select.fetch_all(&mut *transaction).await?;
    let mut differences = Vec::new();
    for (kind, id) in changed {
        let Ok(kind) = kind.parse::<RecordKind>() else {
            continue;
        };
        if records
            .iter()
            .any(|record| record.kind() == kind && record.id() == id)
        {
            continue;
        }
        let standing = Standing::read(transaction, kind, &id).await?;
        if let Some(standing) = standing.filter(|standing| !standing.is_archived) {
            differences.push(difference(transaction, (kind, &id), &standing, None).await?);
        }
    }
    Ok(differences)
}

async fn difference(
    transaction: &mut Transaction,
    (kind, id): (RecordKind, &str),
    standing: &Standing,
    in_files: Option<Value>,
) -> Result<RecordDifference, StoreError> {
    let stored = match stored_text(transaction, kind, id).await? {
        Some(text) if !standing.is_archived => Some(shown(kind, &text)?),
        _ => None,
    };
    let (author, changed_at) = last_change(transaction, kind, id, standing.revision()).await?;
    Ok(RecordDifference {
        kind,
        id: id.to_owned(),
        author,
        changed_at,
        stored,
        in_files,
    })
}

async fn last_change(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
    revision: u32,
) -> Result<(String, Millis), StoreError> {
    let select = query(
        "SELECT author, created_at FROM record_revisions WHERE kind = $1 AND id = $2 AND revision = $3",
    );
    let select = select.bind(kind.into_str()).bind(id).bind(revision);
    Ok(select.fetch_optional(transaction).await?.unwrap_or_default())
}

fn shown(kind: RecordKind, text: &str) -> Result<Value, StoreError> {
    let mut record: Value = parse_document(text, || format!("a {}", kind.into_str()))?;
    hide_secrets(kind, &mut record);
    canonical(&mut record);
    Ok(record)
}
