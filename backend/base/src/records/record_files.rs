//! Where the files of records are, and what each of them defines.

use super::record_set::{json_files, validate_inside};
use super::record_text::unreadable;
use super::{Finding, RecordKind};
use serde_json::Value;
use std::path::{Path, PathBuf};
use strum::VariantArray;

/// Returns the files of a folder's records: each `.json` file in its folders `flows`, `nodes`, `widgets` and `connectors`.
///
/// # Errors
/// Files and folders that cannot be read, or lead out of the folder.
pub fn record_files(root: &Path) -> Result<Vec<(RecordKind, PathBuf)>, Vec<Finding>> {
    let (mut files, mut findings) = (Vec::new(), Vec::new());
    for &kind in RecordKind::VARIANTS {
        let folder = root.join(kind.folder());
        // New files would be written there, too.
        if folder.is_symlink()
            && let Err(error) = validate_inside(&folder, root)
        {
            findings.push(unreadable(&folder, &error));
            continue;
        }
        match json_files(&folder) {
            Ok(paths) => {
                for path in paths {
                    match validate_inside(&path, root) {
                        Ok(()) => files.push((kind, path)),
                        Err(error) => findings.push(unreadable(&path, &error)),
                    }
                }
            }
            Err(finding) => findings.push(*finding),
        }
    }
    if findings.is_empty() {
        Ok(files)
    } else {
        Err(findings)
    }
}

impl RecordKind {
    /// Tells by its folder, else by its content, what a file defines; a file that could be anything counts as a flow.
    pub(super) fn of_file(path: &Path, content: &Value) -> Self {
        let folder = path.parent().and_then(Path::file_name);
        let mut kinds = Self::VARIANTS.iter().copied();
        kinds
            .find(|kind| folder.is_some_and(|folder| folder == kind.folder()))
            .unwrap_or_else(|| Self::of_content(content))
    }

    /// Tells by its members what a file defines.
    fn of_content(content: &Value) -> Self {
        let has = |name: &str| content.get(name).is_some();
        if has("states") {
            Self::Flow
        } else if has("node_id") || has("code") {
            Self::Widget
        } else if has("url") && (has("questions") || has("data")) {
            Self::Connector
        } else if has("flow_id") {
            Self::Node
        } else {
            Self::Flow
        }
    }
}
