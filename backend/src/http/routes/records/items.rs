//! What the calls of records read and return.

use base::records::FindingItem;
use base::time::to_rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{PutRecord, RecordRevision, RecordSummary};
use utoipa::{IntoParams, ToSchema};

/// The query of lists of records.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    pub(super) node_id: Option<String>,
    /// `next_cursor` of the previous part.
    pub(super) after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    pub(super) limit: Option<u32>,
}

/// The query of lists of revisions.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct RevisionsQuery {
    /// `next_cursor` of the previous part.
    pub(super) after: Option<u32>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    pub(super) limit: Option<u32>,
}

/// The query of changes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct NoteQuery {
    /// Why it is changed, at most 500 characters.
    pub(super) note: Option<String>,
}

/// The query of comparisons. A side is the number of a revision, `newest`, or of a flow `draft`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct DiffQuery {
    /// By default `newest`.
    pub(super) from: Option<String>,
    /// What `from` is compared with.
    pub(super) to: String,
}

/// A record in a list. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = ListedRecord)]
pub(super) struct RecordItem {
    /// The code of a widget, the id of any other record.
    id: String,
    /// Its name; of a widget, that of its channel.
    #[schema(required = true)]
    title: Option<String>,
    /// Of a widget; of a node, its own id.
    #[schema(required = true)]
    node_id: Option<String>,
    /// The newest one; null: there is only a draft.
    #[schema(required = true)]
    revision: Option<u32>,
    /// `files` or `console`; null: there is only a draft.
    #[schema(required = true)]
    owner: Option<&'static str>,
    #[schema(required = true)]
    changed_at: Option<String>,
    /// The name of the person or the token, or `pulsen import`.
    #[schema(required = true)]
    changed_by: Option<String>,
    archived: bool,
    /// Of a flow; null if it has none.
    #[schema(required = true)]
    draft: Option<ListedDraft>,
}

/// That a flow has a draft.
#[derive(Serialize, ToSchema)]
pub(super) struct ListedDraft {
    version: String,
    changed_at: String,
    changed_by: String,
}

/// A revision of a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordRevision)]
pub(super) struct RevisionItem {
    revision: u32,
    created_at: String,
    /// The name of the person or the token, or `pulsen import`.
    author: String,
    #[schema(required = true)]
    note: Option<String>,
    /// Whether the record takes no part from this revision on.
    archived: bool,
}

/// What a change of a record has made.
#[derive(Serialize, ToSchema)]
#[schema(as = ChangedRecord)]
pub(super) struct ChangedItem {
    pub(super) id: String,
    /// The newest one, which the next change names as `If-Match`.
    pub(super) revision: u32,
    /// False: the record was so already, and there is no new revision.
    pub(super) changed: bool,
    /// What is odd about it.
    pub(super) warnings: Vec<FindingItem>,
}

/// How two texts of a record differ.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordDiff)]
pub(super) struct DiffItem {
    pub(super) from: String,
    pub(super) to: String,
    /// A JSON Patch (RFC 6902) that makes the one of the other.
    #[schema(value_type = Vec<Object>)]
    pub(super) patch: Value,
}

impl From<RecordSummary> for RecordItem {
    fn from(record: RecordSummary) -> Self {
        let newest = record.newest;
        Self {
            id: record.id,
            title: record.title,
            node_id: record.node_id,
            revision: newest.as_ref().map(|newest| newest.revision),
            owner: newest.as_ref().map(|newest| newest.owner.into_str()),
            changed_at: newest.as_ref().map(|newest| to_rfc3339(newest.created_at)),
            archived: newest.as_ref().is_some_and(|newest| newest.is_archived),
            changed_by: newest.map(|newest| newest.author),
            draft: record.draft.map(|draft| ListedDraft {
                version: draft.version,
                changed_at: to_rfc3339(draft.changed_at),
                changed_by: draft.changed_by,
            }),
        }
    }
}

impl From<RecordRevision> for RevisionItem {
    fn from(revision: RecordRevision) -> Self {
        Self {
            revision: revision.revision,
            created_at: to_rfc3339(revision.created_at),
            author: revision.author,
            note: revision.note,
            archived: revision.is_archive,
        }
    }
}

impl ChangedItem {
    pub(super) fn of(id: &str, put: &PutRecord) -> Self {
        Self {
            id: id.to_owned(),
            revision: put.revision,
            changed: put.is_changed,
            warnings: put.warnings.iter().map(FindingItem::from).collect(),
        }
    }
}
