//! `pulsen import`.

use super::counted::counted;
use super::data_option::DataOption;
use super::error::CommandError;
use super::published::published;
use super::web_address::origin_address;
use crate::records::{Finding, RecordSet};
use crate::store::ImportError;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use url::Url;

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
        default_value = "http://127.0.0.1:8080",
        value_parser = origin_address
    )]
    public_url: Url,

    #[command(flatten)]
    data: DataOption,
}

impl Import {
    /// Prints what was imported and where it can be seen on standard output, and findings on standard error as
    /// `file:line:column: /json/pointer: message`.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let records = RecordSet::read_folder(&self.folder);
        print_findings(&records.findings);
        if records.has_errors() {
            return Ok(refuse());
        }
        let imported = self
            .data
            .with_store(async |store| match store.import(&records).await {
                Ok(imported) => Ok(Ok(imported)),
                Err(ImportError::References(findings)) => Ok(Err(findings)),
                Err(ImportError::Store(error)) => Err(error),
            })?;
        let imported = match imported {
            Ok(imported) => imported,
            Err(mut findings) => {
                records.locate(&mut findings);
                print_findings(&findings);
                return Ok(refuse());
            }
        };
        for (flow, revision) in &imported.new_revisions {
            println!("flow {flow}: revision {revision}");
        }
        for line in published(&records, &self.public_url) {
            println!("{line}");
        }
        println!(
            "imported {} ({} unchanged), {}, {}, {}",
            counted(imported.new_revisions.len() + imported.unchanged_flows, "flow"),
            imported.unchanged_flows,
            counted(imported.nodes, "node"),
            counted(imported.widgets, "widget"),
            counted(imported.connectors, "connector"),
        );
        Ok(ExitCode::SUCCESS)
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
