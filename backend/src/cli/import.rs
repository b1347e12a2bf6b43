//! `pulsen import`.

use super::counted::counted;
use super::data_option::DataOption;
use super::error::CommandError;
use super::published::published;
use crate::server_address::ServerAddress;
use base::records::{Finding, RecordSet};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{ImportError, ImportOptions, Pruned, Store};

/// Imports the records of a folder: each `.json` file in its folders `flows`, `nodes`, `widgets` and
/// `connectors`.
///
/// All files are checked first, and nothing is imported if one has an error. A flow whose content changed gets a new
/// revision; earlier ones stay readable. A running server uses the imported records at once.
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

    /// Remove what the folder does not have: widgets and connectors are removed, nodes become inactive. Feedback, chats and
    /// revisions of flows stay.
    #[arg(long)]
    prune: bool,

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
        let records = RecordSet::read_folder(&self.folder);
        print_findings(&records.findings);
        if records.has_errors() {
            return Ok(refuse());
        }
        let options = ImportOptions {
            prune: self.prune,
            dry_run: self.dry_run,
        };
        let import = async |store: &Store| match store.import(&records, options).await {
            Ok(imported) => Ok(Ok(imported)),
            Err(ImportError::References(findings)) => Ok(Err(findings)),
            Err(error) => Err(CommandError::from(error)),
        };
        let imported = if self.dry_run {
            self.data.with_store(import)?
        } else {
            self.data.with_new_store(import)?
        };
        let mut imported = match imported {
            Ok(imported) => imported,
            Err(mut findings) => {
                records.locate(&mut findings);
                print_findings(&findings);
                return Ok(refuse());
            }
        };
        records.locate(&mut imported.warnings);
        print_findings(&imported.warnings);
        for (flow, revision) in &imported.new_revisions {
            println!("flow {flow}: revision {revision}");
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
            counted(imported.new_revisions.len() + imported.unchanged_flows, "flow"),
            imported.unchanged_flows,
            counted(imported.nodes, "node"),
            counted(imported.widgets, "widget"),
            counted(imported.connectors, "connector"),
        );
        Ok(ExitCode::SUCCESS)
    }
}

fn print_pruned(pruned: &Pruned) {
    for code in &pruned.widgets {
        println!("widget {code}: removed");
    }
    for id in &pruned.connectors {
        println!("connector {id}: removed");
    }
    for id in &pruned.nodes {
        println!("node {id}: inactive; its feedback and chats stay");
    }
    for id in &pruned.flows {
        println!("flow {id}: not in the folder; its revisions stay");
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
