//! The commands of `pulsen`, one file each (docs/api.md#command-line).

mod chat;
mod check;
mod import;
mod logging;
mod replay;
mod serve;
mod staff_client;
mod staff_token;

use crate::store::Store;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::runtime::Runtime;

/// The reason why a command failed, for people to read.
type CommandError = Box<dyn std::error::Error + Send + Sync>;

/// Pulsen: customer feedback in web pages.
#[derive(Debug, Parser)]
#[command(name = "pulsen", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server until it gets SIGTERM or Ctrl-C.
    Serve(serve::Serve),
    /// Import flows, nodes and widgets: all of them, or nothing if one has an error.
    Import(import::Import),
    /// Check flows, nodes and widgets without importing them; exit 1 if one has an error.
    Check(check::Check),
    /// Run a conversation file through the engine and print one line of JSON for each event.
    Replay(replay::Replay),
    /// Create a token for the staff API, or revoke one.
    StaffToken(staff_token::StaffToken),
    /// Chat with visitors: list chats, follow one, reply, close, reopen.
    Chat(chat::Chat),
}

/// The option of all commands that use the database.
#[derive(Debug, Args)]
struct Data {
    /// Folder of the database; created if it is missing.
    #[arg(long, value_name = "DIR", env = "PULSEN_DATA", default_value = "pulsen-data")]
    data: PathBuf,
}

/// Parses the command line and runs the command. Exits with 0 for success, 1 for failure and 2 for a wrong command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    logging::start();
    let outcome = match cli.command {
        Command::Serve(serve) => serve.run(),
        Command::Import(import) => import.run(),
        Command::Check(check) => check.run(),
        Command::Replay(replay) => replay.run(),
        Command::StaffToken(staff_token) => staff_token.run(),
        Command::Chat(chat) => chat.run(),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("pulsen: {error}");
        ExitCode::FAILURE
    })
}

impl Data {
    /// Opens the database, runs an action on it, and closes it.
    fn with_store<T, E>(&self, action: impl AsyncFnOnce(&Store) -> Result<T, E>) -> Result<T, CommandError>
    where
        CommandError: From<E>,
    {
        Runtime::new()?.block_on(async {
            let store = Store::open(&self.data).await?;
            let outcome = action(&store).await;
            store.close().await;
            Ok(outcome?)
        })
    }
}
