//! The earlier version of flows that `--against` names (docs/check.md#against-an-earlier-version).

use crate::cli::error::CommandError;
use base::records::{RecordKind, RecordSet};
use engine::{Flow, native};
use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use store::Store;

/// Where the earlier version is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Earlier {
    /// In a folder of records.
    Folder(PathBuf),
    /// In a database: the revision of each flow with this number, or the newest one.
    Revision(Option<u32>),
}

impl FromStr for Earlier {
    type Err = Infallible;

    /// A folder whose name is a number can be written as `./7`.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.parse() {
            Ok(revision) => Self::Revision(Some(revision)),
            Err(_) if text == "newest" => Self::Revision(None),
            Err(_) => Self::Folder(text.into()),
        })
    }
}

impl fmt::Display for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Revision(None) => f.write_str("newest"),
            Self::Revision(Some(revision)) => revision.fmt(f),
        }
    }
}

/// Reads the flows of a folder.
///
/// # Errors
/// It cannot be read, or a record has an error.
pub(super) fn flows_in(folder: &Path) -> Result<Vec<Flow>, CommandError> {
    let earlier = RecordSet::read_folder(folder);
    if let Some(error) = earlier.findings.iter().find(|finding| finding.is_error()) {
        return Err(format!("the earlier version has an error: {error}").into());
    }
    Ok(earlier.flows.into_iter().map(|record| record.flow).collect())
}

/// Reads a revision of each flow that some records have. A flow that was not imported yet has none.
///
/// # Errors
/// The database cannot be read, or no flow has the revision.
pub(super) async fn stored_flows(
    sets: &[RecordSet],
    revision: Option<u32>,
    store: &Store,
) -> Result<Vec<Flow>, CommandError> {
    let mut earlier = Vec::new();
    for record in sets.iter().flat_map(|records| &records.flows) {
        let id = &record.flow.id;
        if let Some((_, text)) = store.record_text(RecordKind::Flow, id, revision).await? {
            let flow = Flow::parse(&text, native());
            earlier.push(flow.map_err(|error| format!("the stored flow `{id}` cannot be read: {error}"))?);
        }
    }
    match revision {
        Some(revision) if earlier.is_empty() => Err(format!(
            "no flow that is checked has a revision {revision} in the database: `pulsen records list` shows what there is"
        )
        .into()),
        _ => Ok(earlier),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_revisions() {
        let earlier = |text: &str| text.parse::<Earlier>().unwrap();
        assert_eq!(earlier("7"), Earlier::Revision(Some(7)));
        assert_eq!(earlier("newest"), Earlier::Revision(None));
        for folder in ["./7", "../released", "newest/", "7a"] {
            assert_eq!(earlier(folder), Earlier::Folder(folder.into()));
        }
    }
}
