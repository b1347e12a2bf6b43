//! What a record is at present.

use crate::database::{Transaction, query};
use crate::error::StoreError;
use base::records::{RecordKind, RecordOwner};
use sqlx::FromRow;

/// The newest revision of a record, and what files have of it.
#[derive(Debug, Clone, FromRow)]
pub(super) struct Standing {
    revision: i64,
    imported_revision: Option<i64>,
    pub(super) is_archived: bool,
}

impl Standing {
    /// Reads it in a transaction; `None` if there is no such record.
    pub(super) async fn read(
        transaction: &mut Transaction,
        kind: RecordKind,
        id: &str,
    ) -> Result<Option<Self>, StoreError> {
        let select = query(
            "SELECT records.revision, records.imported_revision, newest.is_archive AS is_archived
             FROM records JOIN record_revisions AS newest
                 ON newest.kind = records.kind AND newest.id = records.id AND newest.revision = records.revision
             WHERE records.kind = $1 AND records.id = $2",
        );
        let select = select.bind(kind.into_str()).bind(id);
        Ok(select.fetch_optional(transaction).await?)
    }

    pub(super) fn revision(&self) -> u32 {
        number(self.revision)
    }

    pub(super) fn owner(&self) -> RecordOwner {
        owner(self.imported_revision)
    }

    /// Returns whether it was changed, or made, in the console since the last import.
    pub(super) fn is_changed_since_import(&self) -> bool {
        self.imported_revision != Some(self.revision)
    }
}

/// Returns who has a record: files as soon as they had it once.
pub(super) fn owner(imported_revision: Option<i64>) -> RecordOwner {
    match imported_revision {
        Some(_) => RecordOwner::Files,
        None => RecordOwner::Console,
    }
}

/// Reads a number of a revision, which are counted in 32 bits from 1.
pub(super) fn number(revision: i64) -> u32 {
    revision.try_into().unwrap_or(u32::MAX)
}

/// Returns whether a record takes part no more. One that nobody has put, as in tests, does.
pub(super) async fn is_archived(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<bool, StoreError> {
    let standing = Standing::read(transaction, kind, id).await?;
    Ok(standing.is_some_and(|standing| standing.is_archived))
}

/// Returns a record as it is served, or was until it was archived, with its secrets; of a flow its newest revision.
pub(super) async fn stored_text(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<Option<String>, StoreError> {
    let select = match kind {
        RecordKind::Flow => {
            "SELECT definition FROM flow_revisions WHERE flow_id = $1 ORDER BY revision DESC LIMIT 1"
        }
        RecordKind::Node => "SELECT record FROM nodes WHERE id = $1",
        RecordKind::Widget => {
            "SELECT record FROM widgets WHERE code = $1
             UNION ALL SELECT record FROM archived_records WHERE kind = 'widget' AND id = $1"
        }
        RecordKind::Connector => {
            "SELECT record FROM connectors WHERE id = $1
             UNION ALL SELECT record FROM archived_records WHERE kind = 'connector' AND id = $1"
        }
    };
    Ok(query(select).bind(id).scalar_optional(transaction).await?)
}
