//! Lists imported records, and shows one, for operators (docs/api.md#records).

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use base::records::RecordKind;
use base::time::Millis;
use sqlx::FromRow;

/// A record in a list.
#[derive(Debug, FromRow)]
pub struct ListedRecord {
    /// The code of a widget, the id of any other record.
    pub id: String,
    /// The newest revision of a flow; 0 of other records, which have none.
    pub revision: i64,
    pub imported_at: Millis,
}

impl Store {
    /// Returns all records of a kind, by their ids; of a flow its newest revision.
    pub async fn list_records(&self, kind: RecordKind) -> Result<Vec<ListedRecord>, StoreError> {
        let select = match kind {
            RecordKind::Flow => {
                "SELECT flow_id AS id, MAX(revision) AS revision, MAX(imported_at) AS imported_at FROM flow_revisions
                 GROUP BY flow_id ORDER BY flow_id"
            }
            RecordKind::Node => "SELECT id, CAST(0 AS BIGINT) AS revision, imported_at FROM nodes ORDER BY id",
            RecordKind::Widget => {
                "SELECT code AS id, CAST(0 AS BIGINT) AS revision, imported_at FROM widgets ORDER BY code"
            }
            RecordKind::Connector => {
                "SELECT id, CAST(0 AS BIGINT) AS revision, imported_at FROM connectors ORDER BY id"
            }
        };
        Ok(query(select).fetch_all(&self.db).await?)
    }

    /// Returns a record as it is stored; of a flow this revision, or the newest one.
    pub async fn stored_record(
        &self,
        kind: RecordKind,
        id: &str,
        revision: Option<u32>,
    ) -> Result<Option<String>, StoreError> {
        let select = match (kind, revision) {
            (RecordKind::Flow, Some(revision)) => {
                query("SELECT definition FROM flow_revisions WHERE flow_id = $1 AND revision = $2")
                    .bind(id)
                    .bind(revision)
            }
            (RecordKind::Flow, None) => query(
                "SELECT definition FROM flow_revisions WHERE flow_id = $1 ORDER BY revision DESC LIMIT 1",
            )
            .bind(id),
            (RecordKind::Node, _) => query("SELECT record FROM nodes WHERE id = $1").bind(id),
            (RecordKind::Widget, _) => query("SELECT record FROM widgets WHERE code = $1").bind(id),
            (RecordKind::Connector, _) => query("SELECT record FROM connectors WHERE id = $1").bind(id),
        };
        Ok(select.scalar_optional(&self.db).await?)
    }
}
