//! `pulsen diff`.

use super::counted::counted;
use super::error::CommandError;
use super::long_text::print_long_text;
use super::plain_text::one_line;
use super::record_diff::record_diff;
use super::record_source::RecordSource;
use base::records::{RecordKind, RecordSet, hide_secrets};
use clap::Args;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;
use strum::VariantArray;

/// Prints how the records of a folder differ from those of the database, or of a running server: lines with - are in the database, lines with + in the files.
///
/// Exits with 1 if there is a difference, for CI. Secrets are not compared.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// Folder that holds flows/, nodes/, widgets/ and connectors/.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    source: RecordSource,
}

impl Diff {
    /// Prints differences on standard output, and what keeps files from being read on standard error.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let records = RecordSet::read_folder(&self.folder);
        if records.has_errors() {
            for error in records.findings.iter().filter(|finding| finding.is_error()) {
                eprintln!("{error}");
            }
            return Ok(ExitCode::FAILURE);
        }
        let live = self.source.read(&|_, _| None)?.live;
        let (mut output, mut differing, mut all) = (String::new(), 0, 0);
        for &kind in RecordKind::VARIANTS {
            let in_files = records.iter().filter(|record| record.kind() == kind);
            let in_files = in_files.map(|record| Ok((record.id(), serde_json::from_str(record.text())?)));
            let in_files = shown(kind, in_files)?;
            let in_database = live.iter().filter(|record| record.kind == kind);
            let in_database = in_database.map(|record| Ok((record.id.as_str(), record.record.clone())));
            let in_database = shown(kind, in_database)?;
            let ids: BTreeSet<&str> = in_files.keys().chain(in_database.keys()).copied().collect();
            all += ids.len();
            for id in ids {
                let (stored, file) = (in_database.get(id), in_files.get(id));
                if stored != file {
                    differing += 1;
                    output.push_str(&difference(kind, id, stored, file));
                }
            }
        }
        let all = counted(all, "record");
        print_long_text(&format!("{output}{differing} of {all} differ\n"))?;
        Ok(ExitCode::from(u8::from(differing > 0)))
    }
}

fn difference(kind: RecordKind, id: &str, stored: Option<&Value>, file: Option<&Value>) -> String {
    let (name, id) = (kind.into_str(), one_line(id));
    match (stored, file) {
        (None, _) => format!("{name} {id}: only in the files\n"),
        (_, None) => format!("{name} {id}: only in the database\n"),
        _ => format!("{name} {id}: differs\n{}", record_diff(kind, stored, file)),
    }
}

/// Returns records by their ids, without their secrets.
fn shown<'a>(
    kind: RecordKind,
    records: impl Iterator<Item = Result<(&'a str, Value), CommandError>>,
) -> Result<BTreeMap<&'a str, Value>, CommandError> {
    let mut shown = BTreeMap::new();
    for record in records {
        let (id, mut record) = record?;
        hide_secrets(kind, &mut record);
        shown.insert(id, record);
    }
    Ok(shown)
}
