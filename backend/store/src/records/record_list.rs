//! Lists records, for operators and staff (docs/api.md#records).

use super::standing::{number, owner, stored_text};
use crate::database::query;
use crate::error::{StoreError, parse_document};
use crate::handle::Store;
use base::records::{RecordKind, RecordOwner, SCHEMA_MEMBER, has_written_secrets, keep_written_secrets};
use base::time::Millis;
use serde_json::Value;
use sqlx::FromRow;

/// A record in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRecord {
    /// The code of a widget, the id of any other record.
    pub id: String,
    /// The newest one, from 1.
    pub revision: u32,
    /// When the newest revision was made.
    pub changed_at: Millis,
    /// Who made it: the name of a person or a token, or `pulsen import`.
    pub author: String,
    pub owner: RecordOwner,
    /// The revision that is as the files of the last import have it. Another one than the newest: the record was changed in the
    /// console since.
    pub imported_revision: Option<u32>,
    /// Whether it takes no part any more.
    pub is_archived: bool,
}

/// A record that takes part, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveRecord {
    pub kind: RecordKind,
    pub id: String,
    /// Canonical JSON without secrets.
    pub text: String,
}

#[derive(FromRow)]
struct Row {
    id: String,
    revision: i64,
    imported_revision: Option<i64>,
    created_at: Millis,
    author: String,
    is_archive: bool,
}

impl From<Row> for ListedRecord {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            revision: number(row.revision),
            changed_at: row.created_at,
            author: row.author,
            owner: owner(row.imported_revision),
            imported_revision: row.imported_revision.map(number),
            is_archived: row.is_archive,
        }
    }
}

impl Store {
    /// Returns all records of a kind, by their ids, also those that are archived.
    pub async fn list_records(&self, kind: RecordKind) -> Result<Vec<ListedRecord>, StoreError> {
        self.list(kind, None).await
    }

    /// Returns one record as in a list; `None` if there is none.
    pub async fn listed_record(
        &self,
        kind: RecordKind,
        id: &str,
    ) -> Result<Option<ListedRecord>, StoreError> {
        Ok(self.list(kind, Some(id)).await?.pop())
    }

    async fn list(&self, kind: RecordKind, id: Option<&str>) -> Result<Vec<ListedRecord>, StoreError> {
        let select = query(
            "SELECT records.id, records.revision, records.imported_revision, newest.created_at, newest.author, newest.is_archive
             FROM records JOIN record_revisions AS newest
                 ON newest.kind = records.kind AND newest.id = records.id AND newest.revision = records.revision
             WHERE records.kind = $1 AND ($2 IS NULL OR records.id = $2) ORDER BY records.id",
        );
        let select = select.bind(kind.into_str()).bind(id.map(str::to_owned));
        let rows: Vec<Row> = select.fetch_all(&self.db).await?;
        Ok(rows.into_iter().map(ListedRecord::from).collect())
    }

    /// Puts what the file of a record has of its own into the record as it is shown: `$schema`, and secrets that it writes out, as far as
    /// they are what is stored. Blocks for some tenths of a second if one is a PIN.
    pub async fn keep_of_file(
        &self,
        kind: RecordKind,
        id: &str,
        shown: &mut Value,
        file: &Value,
    ) -> Result<(), StoreError> {
        if let (Some(members), Some(schema)) = (shown.as_object_mut(), file.get(SCHEMA_MEMBER)) {
            members.insert(SCHEMA_MEMBER.to_owned(), schema.clone());
        }
        if !has_written_secrets(kind, file) {
            return Ok(());
        }
        let mut snapshot = self.db.begin_snapshot().await?;
        if let Some(text) = stored_text(&mut snapshot, kind, id).await? {
            let stored = parse_document(&text, || format!("a {}", kind.into_str()))?;
            keep_written_secrets(kind, shown, &stored, file);
        }
        Ok(())
    }

    /// Returns all records of a kind that take part, by their ids, as files would have them.
    pub async fn live_records(&self, kind: RecordKind) -> Result<Vec<LiveRecord>, StoreError> {
        let select = query(
            "SELECT records.id, COALESCE(newest.record, flow_revisions.definition) AS text
             FROM records JOIN record_revisions AS newest
                 ON newest.kind = records.kind AND newest.id = records.id AND newest.revision = records.revision
             LEFT JOIN flow_revisions ON newest.kind = 'flow' AND flow_revisions.flow_id = newest.id
                 AND flow_revisions.revision = newest.revision
             WHERE records.kind = $1 AND NOT newest.is_archive ORDER BY records.id",
        );
        let rows: Vec<(String, String)> = select.bind(kind.into_str()).fetch_all(&self.db).await?;
        let live = rows.into_iter().map(|(id, text)| LiveRecord { kind, id, text });
        Ok(live.collect())
    }
}
