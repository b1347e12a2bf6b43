//! `pulsen doctor`.

use super::error::CommandError;
use super::serve::Serve;
use crate::doctor::examine;
use crate::finding::Verdict;
use clap::Args;
use std::process::ExitCode;
use tokio::runtime::Runtime;

/// Looks at everything that a server with these options needs, and says what to do: data folder, database, files, Redis, scanner,
/// mail server, gateway of text messages, provider of single sign-on, public address, certificate, clock.
///
/// It changes nothing, and may run beside the server: give it the same options and environment.
#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// Prints a JSON list of objects with `check`, `verdict` (`ok`, `warn`, `fail`), `reason` and `advice`.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    serve: Serve,
}

impl Doctor {
    /// Prints what was found on standard output. Exits with 1 if something fails.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let settings = self.serve.settings()?;
        let findings = Runtime::new()?.block_on(examine(&settings));
        if self.json {
            println!("{}", serde_json::to_string_pretty(&findings)?);
        } else {
            for finding in &findings {
                println!("{finding}");
            }
        }
        let fails = findings.iter().any(|finding| finding.verdict == Verdict::Fail);
        Ok(if fails {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}
