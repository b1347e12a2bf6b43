//! Options that come from the environment (docs/api.md#command-line).

use clap::builder::{BoolishValueParser, Resettable};
use clap::{Arg, ArgAction, Command};

/// Lets empty variables count as unset, as files of variables for systemd and containers have them, and switches take 1 and 0
/// as well as true and false.
pub(super) fn read_environment(command: Command) -> Command {
    command.mut_args(of_argument).mut_subcommands(read_environment)
}

fn of_argument(argument: Arg) -> Arg {
    let is_empty = |name| std::env::var_os(name).is_some_and(|value| value.is_empty());
    match argument.get_env() {
        None => argument,
        Some(name) if is_empty(name) => argument.env(Resettable::Reset),
        Some(_) if matches!(argument.get_action(), ArgAction::SetTrue) => {
            argument.value_parser(BoolishValueParser::new())
        }
        Some(_) => argument,
    }
}
