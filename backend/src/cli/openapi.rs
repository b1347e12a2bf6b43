//! `pulsen openapi`.

use super::error::CommandError;
use super::long_text::print_long_text;
use crate::http::description;
use clap::Args;
use std::process::ExitCode;

/// Prints the description of the HTTP interface as OpenAPI 3.1, in JSON. A server has the same at `/openapi.json`.
#[derive(Debug, Args)]
pub(super) struct Openapi {}

impl Openapi {
    /// Prints on standard output.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        print_long_text(&description())?;
        Ok(ExitCode::SUCCESS)
    }
}
