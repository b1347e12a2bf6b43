//! Imports a folder of records in one transaction: all of it or nothing.

use crate::cached_records::record_versions;
use crate::database::Transaction;
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use crate::records::dependents::Dependents;
use crate::records::differences::{RecordDifference, changed_elsewhere};
use crate::records::pruning::{Pruned, prune, staying};
use crate::records::put::{Change, HashedNodes, Put, PutError, PutPlan};
use crate::records::references::imported_before;
use crate::records::visibility::hide_elsewhere;
use crate::staff_audit::{ActBy, StaffAct, add_for_node};
use base::records::{Finding, RecordKind, RecordSet, check_references};
use base::time::now;

/// The author of what an import changes.
pub const IMPORT: &str = "pulsen import";

/// Most bytes of what the audit says of an import.
const MOST_SUBJECT: usize = 300;

/// What an import has done.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// What is new or has changed, each with its new revision: flows, nodes, widgets, connectors.
    pub new_revisions: Vec<(RecordKind, String, u32)>,
    pub flows: usize,
    /// How many flows are as they were.
    pub unchanged_flows: usize,
    pub nodes: usize,
    pub widgets: usize,
    pub connectors: usize,
    /// What stays as the console has it, as [`ChangedElsewhere::Keep`] asks for.
    pub kept: Vec<RecordDifference>,
    /// What is odd about what was imported.
    pub warnings: Vec<Finding>,
    /// What it has taken away, if it was to.
    pub pruned: Pruned,
}

/// How to import.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions {
    /// Take away what is not among the records.
    pub prune: bool,
    /// Change nothing, and tell what would be changed.
    pub dry_run: bool,
    pub changed_elsewhere: ChangedElsewhere,
}

/// What happens to records that were changed in the console since the last import, and differ from the files, or are to be taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChangedElsewhere {
    /// Nothing is imported.
    #[default]
    Refuse,
    /// They become as the files have them: archived, if these do not have them.
    TakeOver,
    /// They stay as they are; the rest is imported.
    Keep,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// References that lead nowhere, or to what does not fit them, secrets that are not stored, a PIN that no variable holds.
    #[error("some records refer to what does not exist")]
    References(Vec<Finding>),
    /// Records that were changed in the console since the last import.
    #[error("some records were changed in the console since the last import")]
    ChangedElsewhere(Vec<RecordDifference>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ImportError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<PutError> for ImportError {
    fn from(error: PutError) -> Self {
        match error {
            PutError::Findings(findings) => Self::References(findings),
            PutError::Store(error) => Self::Store(error),
        }
    }
}

impl Store {
    /// Checks that everything that records refer to is among them or in the database, and that what refers to them there fits them. Somebody
    /// who is for some nodes learns of these only; what refers to records that they may not store is nothing to them.
    pub async fn check_references(
        &self,
        records: &RecordSet,
        scope: &NodeScope,
        may_store: bool,
    ) -> Result<Vec<Finding>, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let mut before = imported_before(&mut snapshot, &[records]).await?;
        hide_elsewhere(&mut snapshot, &mut before, records, scope).await?;
        let mut findings = check_references(records, &before);
        if !may_store {
            return Ok(findings);
        }
        let mut dependents = Dependents::default();
        for record in records.iter() {
            dependents.add_of(&mut snapshot, record, records).await?;
        }
        findings.extend(dependents.check(&mut snapshot, records, scope).await?);
        Ok(findings)
    }

    /// Imports records. A server that runs on the same database sees it at once. Takes what stays as the console has it out of the
    /// records.
    ///
    /// # Errors
    /// A record refers to what is neither among these records nor, unless the rest is taken away, in the database; was changed in the
    /// console; or the database failed.
    pub async fn import(
        &self,
        records: &mut RecordSet,
        options: ImportOptions,
    ) -> Result<Imported, ImportError> {
        let nodes = self.hashed_pins(records, true).await?;
        let mut transaction = self.db.begin_write().await?;
        let imported = import_into(&mut transaction, records, &nodes, options).await?;
        // A transaction that ends without a commit has changed nothing.
        if !options.dry_run {
            record_versions::raise(&mut transaction).await?;
            transaction.commit().await?;
        }
        Ok(imported)
    }
}

async fn import_into(
    transaction: &mut Transaction,
    records: &mut RecordSet,
    nodes: &HashedNodes,
    options: ImportOptions,
) -> Result<Imported, ImportError> {
    let changed = changed_elsewhere(transaction, records, nodes, options.prune).await?;
    let kept = match options.changed_elsewhere {
        ChangedElsewhere::Refuse if !changed.is_empty() => {
            return Err(ImportError::ChangedElsewhere(changed));
        }
        ChangedElsewhere::Keep => changed,
        ChangedElsewhere::Refuse | ChangedElsewhere::TakeOver => Vec::new(),
    };
    for RecordDifference { kind, id, .. } in &kept {
        records.remove(*kind, id);
    }
    let mut before = imported_before(transaction, &[records]).await?;
    let staying = staying(transaction, &kept).await?;
    if options.prune {
        before.retain(|kind, id| staying.contains(&(kind, id.to_owned())));
    }
    let by = ActBy {
        staff: IMPORT.to_owned(),
        at: now(),
    };
    let change = Change {
        by: &by,
        note: None,
        is_import: true,
    };
    let plan = PutPlan::of(transaction, records, nodes, &before).await?;
    let done = plan.put(transaction, change).await?;
    let pruned = if options.prune {
        prune(transaction, records, &staying, change).await?
    } else {
        Pruned::default()
    };
    plan.check_dependents(transaction, &NodeScope::All).await?;
    let changed = done.iter().filter(|put| put.is_changed);
    let changed = changed.map(|put| format!("{} {}", put.kind.into_str(), put.id));
    let names: Vec<String> = changed.chain(pruned.names()).collect();
    if !names.is_empty() {
        add_for_node(transaction, &by, StaffAct::Import, None, &subject(&names)).await?;
    }
    Ok(Imported {
        kept,
        warnings: plan.warnings,
        pruned,
        ..counted(&done)
    })
}

fn counted(done: &[Put]) -> Imported {
    let mut imported = Imported::default();
    for put in done {
        if put.is_changed {
            let revision = (put.kind, put.id.clone(), put.revision);
            imported.new_revisions.push(revision);
        }
        match put.kind {
            RecordKind::Flow => {
                imported.flows += 1;
                imported.unchanged_flows += usize::from(!put.is_changed);
            }
            RecordKind::Node => imported.nodes += 1,
            RecordKind::Widget => imported.widgets += 1,
            RecordKind::Connector => imported.connectors += 1,
        }
    }
    imported
}

/// Names what was changed, as far as there is room.
fn subject(names: &[String]) -> String {
    let mut subject = String::new();
    for (at, name) in names.iter().enumerate() {
        if subject.len() + name.len() > MOST_SUBJECT {
            let rest = format!("{} more", names.len() - at);
            return if at == 0 {
                rest
            } else {
                format!("{subject} and {rest}")
            };
        }
        subject.push_str(if at == 0 { "" } else { ", " });
        subject.push_str(name);
    }
    subject
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_audit_names_what_has_room() {
        let names = |count: usize| -> Vec<String> { (0..count).map(|at| format!("flow f{at}")).collect() };
        assert_eq!(subject(&names(2)), "flow f0, flow f1");
        let many = subject(&names(1_000));
        assert!(many.ends_with(" more") && many.len() < 320, "{many}");
        assert_eq!(subject(&["x".repeat(400)]), "1 more");
    }
}
