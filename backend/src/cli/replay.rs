//! `pulsen replay`.

use super::error::CommandError;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs a conversation file (docs/engine.md#conversations) through the engine and prints `{"view", "effects"}` as one
/// line of JSON for each event.
///
/// The path of a flow in the conversation is relative to the file.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// Conversation file.
    #[arg(value_name = "CONVERSATION")]
    file: PathBuf,
}

impl Replay {
    /// Fails if the conversation or its flow cannot be read.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let name = self.file.display();
        let conversation = std::fs::read_to_string(&self.file)
            .map_err(|error| format!("{name}: cannot be read: {error}"))?;
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let load_flow = |path: &str| {
            std::fs::read_to_string(folder.join(path))
                .map_err(|error| format!("`{path}` cannot be read: {error}"))
        };
        let lines = engine::conversation::replay(&conversation, load_flow)
            .map_err(|error| format!("{name}: {error}"))?;
        let mut output = std::io::stdout().lock();
        for line in lines {
            writeln!(output, "{line}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
