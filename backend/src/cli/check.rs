//! `pulsen check`.

use super::Failure;
use crate::records::FileError;
use clap::Args;
use engine::{Severity, check_flow};
use std::path::PathBuf;
use std::process::ExitCode;

/// `pulsen check FLOW…`: checks flow files and prints `file: /json/pointer: message` for each finding; a warning's
/// message begins with `warning: `.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Flow files.
    #[arg(value_name = "FLOW", required = true)]
    files: Vec<PathBuf>,
}

impl Check {
    /// Fails where a file has an error; a warning is none.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut failed = false;
        for path in &self.files {
            let file = path.display().to_string();
            let finding = |pointer, message| FileError {
                file: file.clone(),
                pointer,
                message,
            };
            match std::fs::read_to_string(path) {
                Err(error) => {
                    failed = true;
                    println!("{}", finding(String::new(), format!("cannot be read: {error}")));
                }
                Ok(json) => {
                    for found in check_flow(&json, engine::native()) {
                        let message = match found.severity {
                            Severity::Error => {
                                failed = true;
                                found.message
                            }
                            Severity::Warning => format!("warning: {}", found.message),
                        };
                        println!("{}", finding(found.pointer, message));
                    }
                }
            }
        }
        Ok(if failed {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}
