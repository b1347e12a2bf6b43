//! Reads of records.

use super::RecordCall;
use super::items::{DiffItem, DiffQuery, ListQuery, RecordItem, RevisionItem, RevisionsQuery};
use crate::http::list::{List, ListLimit};
use crate::http::preconditions::etag;
use crate::http::problem::Problem;
use crate::http::record_scope::RecordUse;
use crate::http::routes::chats::NO_STORE;
use axum::Json;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use base::records::{RecordKind, canonical_form};
use serde_json::Value;
use store::RecordFilter;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// `None`: the newest one.
    Revision(Option<u32>),
    Draft,
}

impl RecordCall {
    pub(super) async fn list(self, query: ListQuery) -> Result<impl IntoResponse + use<>, Problem> {
        let asked = query.node_id.as_deref();
        let nodes = self.staff.listed_nodes(&self.app, asked).await?;
        let limit = ListLimit::new(query.limit);
        let filter = RecordFilter {
            kind: self.kind,
            nodes: &nodes,
            with_free_flows: asked.is_none(),
            after: query.after.as_deref(),
            limit: limit.rows(),
        };
        let rows = self.app.store.record_page(filter).await?;
        let list = List::from_rows(rows, limit, |row| row.id.clone(), RecordItem::from);
        Ok((NO_STORE, Json(list)))
    }

    /// Returns the newest revision, or this one, as a file would have it.
    pub(super) async fn show(
        self,
        id: &str,
        revision: Option<u32>,
    ) -> Result<impl IntoResponse + use<>, Problem> {
        self.enter(id, RecordUse::See).await?;
        let stored = self.app.store.record_text(self.kind, id, revision).await?;
        let (revision, text) = stored.ok_or_else(|| self.nothing())?;
        let kind = self.kind;
        let written = move || {
            let record: Value = serde_json::from_str(&text)?;
            Ok::<_, Problem>(canonical_form(kind, &record))
        };
        let text = self.app.record_work.run(written).await??;
        let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        Ok((NO_STORE, etag(&revision.revision.to_string()), json, text))
    }

    pub(super) async fn list_revisions(
        self,
        id: &str,
        query: RevisionsQuery,
    ) -> Result<impl IntoResponse + use<>, Problem> {
        self.enter(id, RecordUse::See).await?;
        let limit = ListLimit::new(query.limit);
        let store = &self.app.store;
        let rows = store
            .record_revisions(self.kind, id, query.after, limit.rows())
            .await?;
        if rows.is_empty() && query.after.is_none() {
            return Err(self.nothing());
        }
        let list = List::from_rows(rows, limit, |row| row.revision.to_string(), RevisionItem::from);
        Ok((NO_STORE, Json(list)))
    }

    pub(super) async fn compare(
        self,
        id: &str,
        query: DiffQuery,
    ) -> Result<impl IntoResponse + use<>, Problem> {
        self.enter(id, RecordUse::See).await?;
        let from = query.from.unwrap_or_else(|| "newest".to_owned());
        let (old, new) = (self.text_of(id, &from).await?, self.text_of(id, &query.to).await?);
        let compared = move || {
            let (old, new): (Value, Value) = (serde_json::from_str(&old)?, serde_json::from_str(&new)?);
            Ok::<_, Problem>(serde_json::to_value(json_patch::diff(&old, &new))?)
        };
        let item = DiffItem {
            patch: self.app.record_work.run(compared).await??,
            from,
            to: query.to,
        };
        Ok((NO_STORE, Json(item)))
    }

    /// Returns what one side of a comparison is.
    async fn text_of(&self, id: &str, side: &str) -> Result<String, Problem> {
        let store = &self.app.store;
        match Side::named(side, self.kind)? {
            Side::Revision(revision) => {
                let stored = store.record_text(self.kind, id, revision).await?;
                stored.map(|(_, text)| text).ok_or(Problem::NotFound("revision"))
            }
            Side::Draft => {
                let draft = store.draft(id).await?.ok_or(Problem::NotFound("draft"))?;
                Ok(draft.definition)
            }
        }
    }
}

impl Side {
    fn named(name: &str, kind: RecordKind) -> Result<Self, Problem> {
        match name {
            "newest" => Ok(Self::Revision(None)),
            "draft" if kind == RecordKind::Flow => Ok(Self::Draft),
            number => number
                .parse()
                .map(|number| Self::Revision(Some(number)))
                .map_err(|_| {
                    let drafts = if kind == RecordKind::Flow { ", `draft`" } else { "" };
                    Problem::InvalidQuery(format!(
                        "`from` and `to` are `newest`{drafts} or the number of a revision"
                    ))
                }),
        }
    }
}
