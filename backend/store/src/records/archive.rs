//! Has a record take part no more.

use super::put::{Change, add_revision, set_newest};
use super::served_rows::withdraw;
use super::standing::{Standing, stored_text};
use crate::database::Transaction;
use crate::error::{StoreError, parse_document};
use base::json::canonical;
use base::records::RecordKind;
use serde_json::{Value, json};

/// Archives a record as a new revision, and returns its number.
pub(super) async fn archive(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
    standing: &Standing,
    change: Change<'_>,
) -> Result<u32, StoreError> {
    let revision = standing.revision() + 1;
    let mut text = stored_text(transaction, kind, id).await?.unwrap_or_default();
    if kind == RecordKind::Node {
        text = inactive(&text)?;
    }
    add_revision(transaction, (kind, id, revision), &text, change, true).await?;
    withdraw(transaction, (kind, id, revision), &text, change.by.at).await?;
    let imported = change.is_import.then_some(revision);
    set_newest(transaction, (kind, id, revision), &text, imported).await?;
    Ok(revision)
}

/// Returns a node that asks no more. Its feedback and chats need it.
fn inactive(node: &str) -> Result<String, StoreError> {
    let mut record: Value = parse_document(node, || "a node".to_owned())?;
    if let Some(members) = record.as_object_mut() {
        members.insert("status".into(), json!("inactive"));
    }
    Ok(canonical(&mut record))
}
