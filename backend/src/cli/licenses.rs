//! `pulsen licenses`.

use super::error::CommandError;
use super::long_text::print_long_text;
use clap::Args;
use std::process::ExitCode;

/// The texts of all licenses (`make licenses`).
const TEXTS: &str = include_str!("../../licenses/texts.txt");

/// Everything that is in the program, as CycloneDX (`make licenses`).
const BILL_OF_MATERIALS: &str = include_str!("../../licenses/sbom.json");

/// Prints the licenses of everything that is in this program, with their texts.
#[derive(Debug, Args)]
pub(super) struct Licenses {
    /// Prints what is in this program instead, with versions and hashes: a bill of materials in the form of `CycloneDX` (JSON).
    #[arg(long)]
    sbom: bool,
}

impl Licenses {
    /// Prints on standard output.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        print_long_text(if self.sbom { BILL_OF_MATERIALS } else { TEXTS })?;
        Ok(ExitCode::SUCCESS)
    }
}
