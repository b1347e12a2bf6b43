//! `pulsen import`.

use super::counted::counted;
use super::data_option::DataOption;
use super::error::CommandError;
use super::published::published;
use super::record_diff::record_diff;
use crate::server_address::ServerAddress;
use base::records::{Finding, RecordKind, RecordSet};
use base::time::to_rfc3339;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{ChangedElsewhere, ImportError, ImportOptions, Pruned, RecordDifference, Store};

/// Imports the records of a folder: each `.json` file in its folders `flows`, `nodes`, `widgets` and
/// `connectors`.
///
/// All files are checked first, and nothing is imported if one has an error, or differs from a record that was changed in the console
/// since the last import. A record whose content changed gets a new revision; earlier ones stay readable. A running server uses the
/// imported records at once.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// Folder that holds flows/, nodes/, widgets/ and connectors/.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Address by which visitors reach the server, for the addresses and tags that are printed.
    #[arg(
        long,
        value_name = "URL",
        env = "PULSEN_PUBLIC_URL",
        default_value = "http://127.0.0.1:8080"
    )]
    public_url: ServerAddress,

    /// Archive what the folder does not have: nodes become inactive, widgets, flows and connectors take no part any more. Feedback, chats
    /// and revisions stay, and so does what was made in the console.
    #[arg(long)]
    prune: bool,

    /// Overwrite what was changed in the console since the last import.
    #[arg(long, conflicts_with = "keep")]
    take_over: bool,

    /// Leave what was changed in the console since the last import as it is, and import the rest.
    #[arg(long)]
    keep: bool,

    /// Change nothing, and print what would be changed in the database, which must exist.
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    data: DataOption,
}

impl Import {
    /// Prints what was imported and where it can be seen on standard output, and findings on standard error as
    /// `file:line:column: /json/pointer: message [code]`.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let mut records = RecordSet::read_folder(&self.folder);
        print_findings(&records.findings);
        if records.has_errors() {
            return Ok(refuse());
        }
        let options = self.options();
        let import = async |store: &Store| match store.import(&mut records, options).await {
            Err(ImportError::Store(error)) => Err(error),
            outcome => Ok(outcome),
        };
        let imported = if self.dry_run {
            self.data.with_store(import)?
        } else {
            self.data.with_new_store(import)?
        };
        let mut imported = match imported {
            Ok(imported) => imported,
            Err(ImportError::References(mut findings)) => {
                records.locate(&mut findings);
                print_findings(&findings);
                return Ok(refuse());
            }
            Err(ImportError::ChangedElsewhere(differences)) => {
                print_differences(&differences);
                return Ok(refuse());
            }
            Err(error @ ImportError::Store(_)) => return Err(error.into()),
        };
        records.locate(&mut imported.warnings);
        print_findings(&imported.warnings);
        // Of the others an import prints where they can be seen.
        let is_named = |kind: RecordKind| self.dry_run || kind == RecordKind::Flow;
        for (kind, id, revision) in imported.new_revisions.iter().filter(|(kind, ..)| is_named(*kind)) {
            println!("{} {id}: revision {revision}", kind.into_str());
        }
        for kept in &imported.kept {
            println!(
                "{} {}: kept as {} has changed it",
                kept.kind.into_str(),
                kept.id,
                kept.author
            );
        }
        print_pruned(&imported.pruned);
        if !self.dry_run {
            for line in published(&records, &self.public_url) {
                println!("{line}");
            }
        }
        println!(
            "{} {} ({} unchanged), {}, {}, {}",
            if self.dry_run { "would import" } else { "imported" },
            counted(imported.flows, "flow"),
            imported.unchanged_flows,
            counted(imported.nodes, "node"),
            counted(imported.widgets, "widget"),
            counted(imported.connectors, "connector"),
        );
        Ok(ExitCode::SUCCESS)
    }

    fn options(&self) -> ImportOptions {
        ImportOptions {
            prune: self.prune,
            dry_run: self.dry_run,
            changed_elsewhere: match (self.take_over, self.keep) {
                (true, _) => ChangedElsewhere::TakeOver,
                (false, true) => ChangedElsewhere::Keep,
                (false, false) => ChangedElsewhere::Refuse,
            },
        }
    }
}

/// Says on standard error what the console has changed, and how the files differ from it.
fn print_differences(differences: &[RecordDifference]) {
    for difference in differences {
        let RecordDifference { kind, id, author, .. } = difference;
        let at = to_rfc3339(difference.changed_at);
        let name = kind.into_str();
        match &difference.stored {
            None => eprintln!("{name} {id}: {author} archived it at {at}, after the last import"),
            Some(stored) => {
                let in_files = difference.in_files.as_ref();
                let left_out = if in_files.is_none() {
                    "; the files do not have it"
                } else {
                    ""
                };
                eprintln!("{name} {id}: {author} changed it at {at}, after the last import{left_out}");
                eprint!("{}", record_diff(*kind, Some(stored), in_files));
            }
        }
    }
    eprintln!(
        "pulsen: - is in the database, + in the files. `pulsen pull` writes into the files what the database has; --keep leaves these \
         records as they are, and imports the rest; --take-over overwrites them"
    );
}

fn print_pruned(pruned: &Pruned) {
    for code in &pruned.widgets {
        println!("widget {code}: archived");
    }
    for id in &pruned.connectors {
        println!("connector {id}: archived");
    }
    for id in &pruned.nodes {
        println!("node {id}: inactive; its feedback and chats stay");
    }
    for id in &pruned.flows {
        println!("flow {id}: archived; its revisions stay");
    }
    for (kind, id) in &pruned.needed {
        println!(
            "{} {id}: stays, because what was made in the console needs it",
            kind.into_str()
        );
    }
}

fn print_findings(findings: &[Finding]) {
    for finding in findings {
        eprintln!("{finding}");
    }
}

fn refuse() -> ExitCode {
    eprintln!("pulsen: nothing was imported");
    ExitCode::FAILURE
}
