//! `pulsen diff`.

use super::counted::counted;
use super::data_option::DataOption;
use super::error::CommandError;
use super::long_text::print_long_text;
use super::record_diff::record_diff;
use base::records::{RecordKind, RecordSet, hide_secrets};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Store, StoreError};
use strum::VariantArray;

/// Prints how the records of a folder differ from those of the database: lines with - are in the database, lines with + in the files.
///
/// Exits with 1 if there is a difference, for CI. Secrets are not compared.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// Folder that holds flows/, nodes/, widgets/ and connectors/.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    data: DataOption,
}

/// Records by kind (in the order of kinds) and id.
type Records = BTreeMap<(usize, String), Value>;

impl Diff {
    /// Prints differences on standard output, and what keeps files from being read on standard error.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let records = RecordSet::read_folder(&self.folder);
        let errors: Vec<_> = records
            .findings
            .iter()
            .filter(|finding| finding.is_error())
            .collect();
        if !errors.is_empty() {
            for error in errors {
                eprintln!("{error}");
            }
            return Ok(ExitCode::FAILURE);
        }
        let in_files = shown(
            records
                .iter()
                .map(|record| (record.kind(), record.id().to_owned(), record.text())),
        )?;
        let live = self.data.with_store(async |store| live_records(store).await)?;
        let in_database = shown(
            live.iter()
                .map(|record| (record.kind, record.id.clone(), record.text.as_str())),
        )?;
        let mut output = String::new();
        let mut differing = 0;
        let places = in_files
            .keys()
            .chain(in_database.keys().filter(|place| !in_files.contains_key(*place)));
        let mut places: Vec<_> = places.collect();
        places.sort();
        for place in &places {
            let (stored, file) = (in_database.get(*place), in_files.get(*place));
            if stored == file {
                continue;
            }
            differing += 1;
            let what = match (stored, file) {
                (None, _) => "only in the files",
                (_, None) => "only in the database",
                _ => "differs",
            };
            let Some(kind) = RecordKind::VARIANTS.get(place.0) else {
                continue;
            };
            output.push_str(&format!("{} {}: {what}\n", kind.into_str(), place.1));
            if stored.is_some() && file.is_some() {
                output.push_str(&record_diff(*kind, stored, file));
            }
        }
        output.push_str(&format!(
            "{differing} of {} differ\n",
            counted(places.len(), "record")
        ));
        print_long_text(&output)?;
        Ok(if differing == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Returns all records that take part.
pub(super) async fn live_records(store: &Store) -> Result<Vec<store::LiveRecord>, StoreError> {
    let mut live = Vec::new();
    for &kind in RecordKind::VARIANTS {
        live.extend(store.live_records(kind).await?);
    }
    Ok(live)
}

fn shown<'a>(records: impl Iterator<Item = (RecordKind, String, &'a str)>) -> Result<Records, CommandError> {
    let mut shown = Records::new();
    for (kind, id, text) in records {
        let mut record: Value = serde_json::from_str(text)?;
        hide_secrets(kind, &mut record);
        shown.insert((kind as usize, id), record);
    }
    Ok(shown)
}
