//! Errors of commands.

/// The reason why a command failed, for people to read.
pub(super) type CommandError = Box<dyn std::error::Error + Send + Sync>;
