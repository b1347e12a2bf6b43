//! `pulsen schema`.

use super::error::CommandError;
use super::long_text::print_long_text;
use base::records::{RecordKind, json_schema};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use strum::VariantArray;

/// Prints the JSON Schema of a kind of record. Editors that know it complete and check the files
/// whose `$schema` names it.
#[derive(Debug, Args)]
pub(super) struct Schema {
    /// What the files define.
    #[arg(value_enum, required_unless_present = "into")]
    kind: Option<RecordKind>,

    /// Writes the schemas of all kinds into this folder instead: flow.json, node.json, widget.json, connector.json.
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    into: Option<PathBuf>,
}

impl Schema {
    /// Prints on standard output, or writes files.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        if let Some(kind) = self.kind {
            print_long_text(&json_schema(kind))?;
        }
        if let Some(folder) = &self.into {
            write_schemas(folder)
                .map_err(|error| format!("`{}` cannot be written: {error}", folder.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the schemas of all kinds into a folder, which is created.
pub(super) fn write_schemas(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for &kind in RecordKind::VARIANTS {
        std::fs::write(
            folder.join(format!("{}.json", kind.into_str())),
            &*json_schema(kind),
        )?;
    }
    Ok(())
}
