//! `pulsen records`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::long_text::print_long_text;
use base::records::{RecordKind, RecordOwner};
use base::time::to_rfc3339;
use clap::{Args, Subcommand};
use serde_json::Value;
use std::process::ExitCode;
use store::{ListedRecord, Store, StoreError};
use strum::VariantArray;

/// Lists the records of the database, or prints one (docs/api.md#records).
#[derive(Debug, Args)]
pub(super) struct Records {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// List all records: kind, id, revision, time of its last change, who made it; and whether it was changed in the console since the
    /// last import, or is archived.
    List {
        /// Only records of this kind.
        #[arg(long, value_enum)]
        kind: Option<RecordKind>,

        #[command(flatten)]
        data: DataOption,
    },
    /// Print a record as JSON, without its secrets.
    Show {
        #[arg(value_enum)]
        kind: RecordKind,

        /// The code of a widget, the id of any other record.
        #[arg(value_name = "ID")]
        id: String,

        /// This revision instead of the newest one.
        #[arg(long, value_name = "N")]
        revision: Option<u32>,

        #[command(flatten)]
        data: DataOption,
    },
}

impl Records {
    /// Prints on standard output, so that a script can read it.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        match self.act {
            Act::List { kind, data } => list(kind, &data),
            Act::Show {
                kind,
                id,
                revision,
                data,
            } => show(kind, &id, revision, &data),
        }
    }
}

fn list(kind: Option<RecordKind>, data: &DataOption) -> Result<ExitCode, CommandError> {
    let kinds = match kind {
        Some(kind) => vec![kind],
        None => RecordKind::VARIANTS.to_vec(),
    };
    let lines = data.with_store(async |store| {
        let mut lines = String::new();
        for kind in kinds {
            for record in store.list_records(kind).await? {
                lines.push_str(&line(kind, &record));
            }
        }
        Ok::<_, StoreError>(lines)
    })?;
    print_long_text(&lines)?;
    Ok(ExitCode::SUCCESS)
}

fn line(kind: RecordKind, record: &ListedRecord) -> String {
    let state = match (record.is_archived, record.owner) {
        (true, _) => "\tarchived",
        (false, RecordOwner::Console) => "\tnot in files",
        (false, RecordOwner::Files) if record.imported_revision != Some(record.revision) => {
            "\tchanged since the last import"
        }
        (false, RecordOwner::Files) => "",
    };
    let ListedRecord {
        id, revision, author, ..
    } = record;
    let at = to_rfc3339(record.changed_at);
    format!(
        "{}\t{id}\trevision {revision}\t{at}\tby {author}{state}\n",
        kind.into_str()
    )
}

fn show(
    kind: RecordKind,
    id: &str,
    revision: Option<u32>,
    data: &DataOption,
) -> Result<ExitCode, CommandError> {
    let record = data.with_store(async |store: &Store| store.record_text(kind, id, revision).await)?;
    let (_, text) = record.ok_or_else(|| {
        let what = revision.map_or_else(String::new, |revision| format!("revision {revision} of "));
        format!(
            "there is no {what}{} `{id}`: `pulsen records list` shows what there is",
            kind.into_str()
        )
    })?;
    let record: Value = serde_json::from_str(&text)?;
    print_long_text(&format!("{record:#}\n"))?;
    Ok(ExitCode::SUCCESS)
}
