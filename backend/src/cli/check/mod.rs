//! `pulsen check` (docs/check.md).

mod earlier;
mod fix;
mod github;
mod json;
mod report;
mod sarif;

use super::data_option::open_existing;
use super::error::CommandError;
use base::records::{ImportedBefore, RecordSet, check_references, compare_with_earlier};
use clap::Args;
use earlier::{Earlier, flows_in, stored_flows};
use fix::{MAX_ROUNDS, fix_files};
use report::{Format, Report};
use std::path::PathBuf;
use std::process::ExitCode;
use store::{DatabaseAddress, Location, NodeScope, Store};
use tokio::runtime::Runtime;

/// Checks records exactly as `pulsen import` does, without importing them.
///
/// Prints `file:line:column: /json/pointer: message [code]` for each finding; the message of a warning begins with `warning: `. The
/// last line says how much was checked and found. In a folder, references between records are checked, too, once each file is free of errors.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Folders that hold flows/, nodes/, widgets/ and connectors/, and files of such records.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Who reads the findings: people, programs, or GitHub, which marks them in a pull request.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Repairs what has one obvious repair, writes the changed files in their canonical form, and checks again.
    #[arg(long)]
    fix: bool,

    /// An earlier version of the flows: changes that harm the answers to it are found. A folder, or the number of a revision in the
    /// database that --data or --database names, or `newest`.
    #[arg(long, value_name = "DIR|REVISION")]
    against: Option<Earlier>,

    /// Folder of a database: records may then also refer to records imported there before, and `--against` to revisions.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Address of a PostgreSQL database, instead of a folder.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<DatabaseAddress>,
}

impl Check {
    /// Exits with 1 if there is an error; warnings do not count.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let mut sets = self.check()?;
        for _ in 0..MAX_ROUNDS {
            if !self.fix || !fix_files(&sets)? {
                break;
            }
            sets = self.check()?;
        }
        let report = Report::new(&sets);
        print!("{}", report.written(self.format)?);
        Ok(if report.errors() > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    /// Reads and checks all records.
    fn check(&self) -> Result<Vec<RecordSet>, CommandError> {
        let (folders, files): (Vec<_>, Vec<_>) = self.paths.iter().partition(|path| path.is_dir());
        let mut sets = Vec::new();
        for folder in folders {
            let mut records = RecordSet::read_folder(folder);
            if !records.has_errors() {
                let broken = self.check_references(&records)?;
                records.add_findings(broken);
            }
            sets.push(records);
        }
        let mut records = RecordSet::default();
        for file in files {
            records.add_any_file(file);
        }
        // Without a database, single files may refer to any.
        if self.location().is_some() && !records.has_errors() {
            let broken = self.check_references(&records)?;
            records.add_findings(broken);
        }
        sets.push(records);
        if let Some(earlier) = &self.against {
            self.compare(&mut sets, earlier)?;
        }
        Ok(sets)
    }

    fn check_references(&self, records: &RecordSet) -> Result<Vec<base::records::Finding>, CommandError> {
        match self.location() {
            None => Ok(check_references(records, &ImportedBefore::default())),
            Some(location) => with_store(location, async |store| {
                Ok(store.check_references(records, &NodeScope::All, true).await?)
            }),
        }
    }

    /// Adds what has changed since an earlier version.
    fn compare(&self, sets: &mut [RecordSet], earlier: &Earlier) -> Result<(), CommandError> {
        let flows = match (earlier, self.location()) {
            (Earlier::Folder(folder), _) => flows_in(folder)?,
            (Earlier::Revision(revision), Some(location)) => {
                with_store(location, async |store| stored_flows(sets, *revision, store).await)?
            }
            (Earlier::Revision(_), None) => {
                let message = format!(
                    "--against {earlier} is a revision: name its database with --data or --database. A folder of this name is \
                     ./{earlier}"
                );
                return Err(message.into());
            }
        };
        for records in sets {
            let changes = compare_with_earlier(records, &flows);
            records.add_findings(changes);
        }
        Ok(())
    }

    fn location(&self) -> Option<Location> {
        match (&self.database, &self.data) {
            (Some(address), _) => Some(Location::from(address.clone())),
            (None, folder) => folder.as_deref().map(Location::from),
        }
    }
}

fn with_store<T>(
    location: Location,
    act: impl AsyncFnOnce(&Store) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    Runtime::new()?.block_on(async {
        let store = open_existing(location).await?;
        let outcome = act(&store).await;
        store.close().await;
        outcome
    })
}
