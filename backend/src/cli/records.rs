//! `pulsen records`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::long_text::print_long_text;
use base::records::RecordKind;
use base::time::to_rfc3339;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::process::ExitCode;
use store::{ListedRecord, Store, StoreError};
use strum::VariantArray;

/// What is printed in place of a secret.
const SET: &str = "(set)";

/// Lists the records that were imported, or prints one (docs/api.md#records).
#[derive(Debug, Args)]
pub(super) struct Records {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// List what was imported: kind, id, revision of a flow, time of the import.
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

        /// The revision of a flow instead of the newest one.
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
    let revision = match record.revision {
        0 => String::new(),
        revision => format!("\trevision {revision}"),
    };
    let at = to_rfc3339(record.imported_at);
    format!("{}\t{}{revision}\timported {at}\n", kind.into_str(), record.id)
}

fn show(
    kind: RecordKind,
    id: &str,
    revision: Option<u32>,
    data: &DataOption,
) -> Result<ExitCode, CommandError> {
    if revision.is_some() && kind != RecordKind::Flow {
        return Err("only flows have revisions: leave --revision out".into());
    }
    let record = data.with_store(async |store: &Store| store.stored_record(kind, id, revision).await)?;
    let record = record.ok_or_else(|| {
        let what = revision.map_or_else(String::new, |revision| format!("revision {revision} of "));
        format!(
            "there is no {what}{} `{id}`: `pulsen records list` shows what there is",
            kind.into_str()
        )
    })?;
    let mut record: Value = serde_json::from_str(&record)?;
    hide_secrets(&mut record);
    print_long_text(&format!("{record:#}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Replaces what must not be on a terminal or in a log. The name of a variable that holds a secret is no secret.
fn hide_secrets(record: &mut Value) {
    for name in ["secret", "kiosk_pin"] {
        if let Some(secret) = record.get_mut(name).filter(|secret| !is_variable(secret)) {
            *secret = json!(SET);
        }
    }
    let headers = record.get_mut("headers").and_then(Value::as_object_mut);
    for value in headers.into_iter().flat_map(|headers| headers.values_mut()) {
        if !is_variable(value) {
            *value = json!(SET);
        }
    }
}

fn is_variable(value: &Value) -> bool {
    value.get("env").is_some()
}
