//! Errors of the command line that repeat no secret, wherever it was read from.

use clap::error::{ContextKind, ContextValue};
use clap::{Command, Error};

/// What is printed in place of a value.
const HIDDEN: &str = "(not shown)";

/// Takes the value out of an error about an option whose value is not to be shown (`hide_env_values`): a password may be in it.
pub(super) fn hide_values(mut error: Error, mut command: Command) -> Error {
    command.build();
    let is_hidden = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => has_hidden(&command, option),
        _ => false,
    };
    if is_hidden && error.get(ContextKind::InvalidValue).is_some() {
        error.insert(ContextKind::InvalidValue, ContextValue::String(HIDDEN.into()));
    }
    error
}

/// Returns whether the value of this option, as errors name it, is hidden in a command or one of its own.
fn has_hidden(command: &Command, option: &str) -> bool {
    let mut options = command.get_arguments();
    options.any(|known| known.is_hide_env_values_set() && known.to_string() == option)
        || command
            .get_subcommands()
            .any(|command| has_hidden(command, option))
}

#[cfg(test)]
mod tests {
    use super::super::Cli;
    use super::*;
    use clap::{CommandFactory, Parser};

    #[test]
    fn a_wrong_value_is_repeated_only_where_it_can_be_no_secret() {
        let error = |arguments: &[&str]| {
            let error = Cli::try_parse_from(arguments).unwrap_err();
            hide_values(error, Cli::command()).to_string()
        };
        for (arguments, option) in [
            (
                ["pulsen", "serve", "--redis", "http://ann:geheim@cache"],
                "--redis <URL>",
            ),
            (
                ["pulsen", "staff-token", "--database", "mysql://ann:geheim@db"],
                "--database <URL>",
            ),
            (
                ["pulsen", "serve", "--files", "s3://ann:geheim@bucket"],
                "--files <URL>",
            ),
            (
                ["pulsen", "serve", "--otlp", "grpc://ann:geheim@traces"],
                "--otlp <URL>",
            ),
            (
                ["pulsen", "export", "--server", "//ann:geheim@feedback"],
                "--server <URL>",
            ),
        ] {
            let error = error(&arguments);
            assert!(error.contains(option) && !error.contains("geheim"), "{error}");
        }
        assert!(error(&["pulsen", "serve", "--listen", "nowhere"]).contains("nowhere"));
    }
}
