//! Reads what a record was (docs/api.md#revisions).

use super::standing::number;
use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use base::records::RecordKind;
use base::time::Millis;
use sqlx::FromRow;

/// Most revisions that are read at once.
pub const MOST_REVISIONS_AT_ONCE: u32 = 200;

/// A revision of a record, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordRevision {
    /// From 1.
    pub revision: u32,
    pub created_at: Millis,
    /// The name of a person or a token, or `pulsen import`.
    pub author: String,
    pub note: Option<String>,
    /// Whether the record takes no part from this revision on.
    pub is_archive: bool,
}

#[derive(FromRow)]
struct Row {
    revision: i64,
    created_at: Millis,
    author: String,
    note: Option<String>,
    is_archive: bool,
}

#[derive(FromRow)]
struct RowWithText {
    #[sqlx(flatten)]
    row: Row,
    text: String,
}

impl From<Row> for RecordRevision {
    fn from(row: Row) -> Self {
        Self {
            revision: number(row.revision),
            created_at: row.created_at,
            author: row.author,
            note: row.note,
            is_archive: row.is_archive,
        }
    }
}

impl Store {
    /// Returns revisions of a record, last first: at most so many ([`MOST_REVISIONS_AT_ONCE`] and one), and only those before a number.
    pub async fn record_revisions(
        &self,
        kind: RecordKind,
        id: &str,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<RecordRevision>, StoreError> {
        let select = query(
            "SELECT revision, created_at, author, note, is_archive FROM record_revisions
             WHERE kind = $1 AND id = $2 AND revision < $3 ORDER BY revision DESC LIMIT $4",
        );
        let rows: Vec<Row> = select
            .bind(kind.into_str())
            .bind(id)
            .bind(before.map_or(i64::MAX, i64::from))
            // One more shows whether there are others.
            .bind(limit.min(MOST_REVISIONS_AT_ONCE + 1))
            .fetch_all(&self.db)
            .await?;
        Ok(rows.into_iter().map(RecordRevision::from).collect())
    }

    /// Returns a revision of a record, or the newest one, with its text: canonical JSON without secrets, in whose place
    /// `{"stored": true}` stands.
    pub async fn record_text(
        &self,
        kind: RecordKind,
        id: &str,
        revision: Option<u32>,
    ) -> Result<Option<(RecordRevision, String)>, StoreError> {
        let select = query(
            "SELECT kept.revision, kept.created_at, kept.author, kept.note, kept.is_archive,
                 COALESCE(kept.record, flow_revisions.definition) AS text
             FROM record_revisions AS kept
             LEFT JOIN flow_revisions ON kept.kind = 'flow' AND flow_revisions.flow_id = kept.id
                 AND flow_revisions.revision = kept.revision
             WHERE kept.kind = $1 AND kept.id = $2 AND (kept.revision = $3 OR $3 IS NULL)
             ORDER BY kept.revision DESC LIMIT 1",
        );
        let select = select
            .bind(kind.into_str())
            .bind(id)
            .bind(revision.map(i64::from));
        let row: Option<RowWithText> = select.fetch_optional(&self.db).await?;
        Ok(row.map(|RowWithText { row, text }| (row.into(), text)))
    }
}
