//! A folder of records, and the database that it is imported into.

use super::{Published, State, Teller};
use base::records::{Finding, RecordSet};
use base::time::now;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{ImportError, ImportOptions, Imported, Store};

/// The project of `pulsen dev`.
pub(crate) struct Project {
    folder: PathBuf,
    store: Store,
    teller: Teller,
}

/// The outcome of a save.
pub(crate) struct Change {
    pub(crate) findings: Arc<[Finding]>,
    /// `None` if an error kept the records from being imported.
    pub(crate) imported: Option<Imported>,
    pub(crate) records: RecordSet,
}

impl Project {
    /// Returns the project, which has nothing in its database yet.
    pub(crate) fn new(folder: PathBuf, store: Store) -> Self {
        let state = State {
            // Pages of an earlier run reload, too.
            version: now().unsigned_abs(),
            ..State::default()
        };
        Self {
            folder,
            store,
            teller: Teller::new(state),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn teller(&self) -> Teller {
        self.teller.clone()
    }

    /// Checks the records, imports them if none has an error, and tells the open pages.
    ///
    /// # Errors
    /// The records cannot be stored.
    pub(crate) async fn import(&self) -> Result<Change, ImportError> {
        let mut records = RecordSet::read_folder(&self.folder);
        let mut imported = None;
        if !records.has_errors() {
            // The records of a file that was removed or renamed go, too.
            let options = ImportOptions {
                prune: true,
                ..ImportOptions::default()
            };
            let mut found = match self.store.import(&mut records, options).await {
                Ok(mut done) => {
                    let warnings = std::mem::take(&mut done.warnings);
                    imported = Some(done);
                    warnings
                }
                Err(ImportError::References(findings)) => findings,
                Err(error) => return Err(error),
            };
            records.locate(&mut found);
            records.findings.append(&mut found);
        }
        let findings: Arc<[Finding]> = records.findings.clone().into();
        self.teller.send_modify(|state| {
            state.sequence += 1;
            state.findings = Arc::clone(&findings);
            if imported.is_some() {
                state.version += 1;
                state.published = Arc::new(Published::of(&records));
            }
        });
        Ok(Change {
            findings,
            imported,
            records,
        })
    }

    /// Lets go the pages that wait for news, which would hold up the server's end.
    pub(crate) fn end(&self) {
        self.teller.send_modify(|state| state.is_over = true);
    }

    /// Closes the database.
    pub(crate) async fn close(self) {
        self.store.close().await;
    }
}

impl Published {
    fn of(records: &RecordSet) -> Self {
        let node = |id: &str, name: Option<&str>| (id.to_owned(), name.unwrap_or(id).to_owned());
        Self {
            nodes: records
                .nodes
                .iter()
                .map(|record| node(&record.node.id, record.node.name.as_deref()))
                .collect(),
            widgets: records
                .widgets
                .iter()
                .map(|record| record.widget.code.clone())
                .collect(),
        }
    }
}
