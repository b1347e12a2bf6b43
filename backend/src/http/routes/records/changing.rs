//! Changes of records.

use super::RecordCall;
use super::items::{ChangedItem, NoteQuery};
use crate::editing::{check_among_stored, read_record};
use crate::http::preconditions::{Expected, etag};
use crate::http::problem::Problem;
use crate::http::record_failures::{in_use, invalid_record};
use crate::http::record_scope::RecordUse;
use crate::http::routes::chats::NO_STORE;
use axum::Json;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::records::{RecordKind, RecordSet};
use base::time::now;
use store::{
    ActBy, ExpectedRevision, MOST_NOTE_CHARACTERS, PutRecord, RecordArchive, RecordChange, RecordError,
    RecordRefusal, WriteError,
};

impl RecordCall {
    pub(super) async fn put(
        self,
        id: &str,
        expected: Expected,
        query: NoteQuery,
        text: String,
    ) -> Result<impl IntoResponse + use<>, Problem> {
        self.enter(id, RecordUse::Change).await?;
        let note = checked_note(query.note)?;
        let change = RecordChange {
            records: self.checked(id, text).await?,
            by: self.by(),
            scope: self.staff.scope().clone(),
            note,
            expected: revision(&expected),
            restores: None,
        };
        let put = self.app.store.put_record(change).await?;
        Ok(changed(id, &put))
    }

    pub(super) async fn archive(
        self,
        id: &str,
        expected: Expected,
        query: NoteQuery,
    ) -> Result<impl IntoResponse + use<>, Problem> {
        self.enter(id, RecordUse::Change).await?;
        let archive = RecordArchive {
            kind: self.kind,
            id: id.to_owned(),
            by: self.by(),
            note: checked_note(query.note)?,
            expected: revision(&expected),
        };
        let archived = self.app.store.archive_record(archive).await;
        let put = PutRecord {
            revision: archived.map_err(|error| self.not_archived(error))?,
            is_changed: true,
            warnings: Vec::new(),
        };
        Ok(changed(id, &put))
    }

    fn not_archived(&self, error: RecordError) -> Problem {
        match error {
            RecordError::Write(WriteError::Refused(RecordRefusal::InUse(dependents))) => {
                in_use(&dependents, self.staff.scope())
            }
            error => error.into(),
        }
    }

    /// Makes an earlier revision the newest one.
    pub(super) async fn restore(
        self,
        id: &str,
        earlier: u32,
        expected: Expected,
        query: NoteQuery,
    ) -> Result<impl IntoResponse + use<>, Problem> {
        self.enter(id, RecordUse::Change).await?;
        let note = checked_note(query.note)?;
        let stored = self.app.store.record_text(self.kind, id, Some(earlier)).await?;
        let (_, text) = stored.ok_or(Problem::NotFound("revision"))?;
        let change = RecordChange {
            records: self.checked(id, text).await?,
            by: self.by(),
            scope: self.staff.scope().clone(),
            note,
            expected: revision(&expected),
            restores: Some(earlier),
        };
        let put = self.app.store.put_record(change).await?;
        Ok(changed(id, &put))
    }

    /// Returns a record that can be stored under this id.
    pub(super) async fn checked(&self, id: &str, text: String) -> Result<RecordSet, Problem> {
        let app = &self.app;
        let records = read_record(&app.record_work, self.kind, text).await?;
        if records.has_errors() {
            return Err(invalid_record(&records.findings));
        }
        // First: the rest is about other records.
        if records.iter().next().is_none_or(|record| record.id() != id) {
            let pointer = if self.kind == RecordKind::Widget {
                "/code"
            } else {
                "/id"
            };
            let detail = format!("`{id}` is expected, as in the path");
            return Err(Fault::at(pointer, FaultKey::InvalidId, detail).into());
        }
        for record in &records.widgets {
            self.staff.enter(&record.widget.node_id)?;
        }
        for record in &records.nodes {
            for flow_id in record.node.flow_ids() {
                self.staff.enter_flow(app, flow_id, RecordUse::See).await?;
            }
        }
        let scope = self.staff.scope().clone();
        let records = check_among_stored(&app.record_work, &app.store, records, scope, true).await??;
        if records.has_errors() {
            return Err(invalid_record(&records.findings));
        }
        Ok(records)
    }

    pub(super) fn by(&self) -> ActBy {
        ActBy {
            staff: self.staff.name().to_owned(),
            at: now(),
        }
    }
}

/// Returns the revision that a change expects. What is no number is none that there is.
fn revision(expected: &Expected) -> ExpectedRevision {
    match expected {
        Expected::Nothing => ExpectedRevision::Absent,
        Expected::Version(version) => ExpectedRevision::Number(version.parse().unwrap_or_default()),
    }
}

pub(super) fn checked_note(note: Option<String>) -> Result<Option<String>, Problem> {
    let note = note.filter(|note| !note.trim().is_empty());
    if note
        .as_ref()
        .is_some_and(|note| note.chars().count() > MOST_NOTE_CHARACTERS)
    {
        let detail = format!("at most {MOST_NOTE_CHARACTERS} characters are expected");
        return Err(Fault::at("/note", FaultKey::LengthMax, detail).into());
    }
    Ok(note)
}

pub(super) fn changed(id: &str, put: &PutRecord) -> impl IntoResponse + use<> {
    let item = ChangedItem::of(id, put);
    (NO_STORE, etag(&put.revision.to_string()), Json(item))
}
