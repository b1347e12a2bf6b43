//! `pulsen import`.

use super::{Data, Failure};
use crate::records::{FileError, read_folder};
use crate::store::ImportError;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// `pulsen import DIR`: imports the records in DIR's folders `flows`, `nodes` and `widgets`, one in each `.json` file.
///
/// All files are checked first, and nothing is imported where one is wrong. A flow whose content changed gets a new
/// revision; earlier ones stay. A running server sees the import at once.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// Folder that holds flows/, nodes/ and widgets/.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    data: Data,
}

impl Import {
    /// Prints what was imported; what is wrong goes to standard error as `file: /json/pointer: message`.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let folder = match read_folder(&self.folder) {
            Ok(folder) => folder,
            Err(errors) => return Ok(refuse(&errors)),
        };
        for warning in &folder.warnings {
            eprintln!("{warning}");
        }
        let imported = self
            .data
            .with_store(async |store| match store.import(&folder).await {
                Ok(imported) => Ok(Ok(imported)),
                Err(ImportError::References(errors)) => Ok(Err(errors)),
                Err(ImportError::Store(error)) => Err(error),
            })?;
        match imported {
            Err(errors) => Ok(refuse(&errors)),
            Ok(imported) => {
                for (flow, revision) in &imported.new_revisions {
                    println!("flow {flow}: revision {revision}");
                }
                println!(
                    "imported {} flows ({} unchanged), {} nodes, {} widgets",
                    imported.new_revisions.len() + imported.unchanged_flows,
                    imported.unchanged_flows,
                    imported.nodes,
                    imported.widgets,
                );
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

fn refuse(errors: &[FileError]) -> ExitCode {
    for error in errors {
        eprintln!("{error}");
    }
    eprintln!("pulsen: nothing was imported");
    ExitCode::FAILURE
}
