//! The commands of `pulsen`, one file each.

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

/// What ends a command: an error for people.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Pulsen: customer feedback in web pages.
#[derive(Debug, Parser)]
#[command(name = "pulsen", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer requests until the process is told to stop.
    Serve(serve::Serve),
    /// Import flows, nodes and widgets: checked first, then all or nothing.
    Import(import::Import),
    /// Check flow files; exit 1 where one has an error.
    Check(check::Check),
    /// Run a conversation through the engine and print one line of JSON for each event.
    Replay(replay::Replay),
    /// Make a token for a staff client, or revoke one.
    StaffToken(staff_token::StaffToken),
    /// Answer visitors: list chats, follow one, reply, close.
    Chat(chat::Chat),
}

/// Where the data is; the same for all commands that need it.
#[derive(Debug, Args)]
struct Data {
    /// Folder of the database; made where it is missing.
    #[arg(long, value_name = "DIR", env = "PULSEN_DATA", default_value = "pulsen-data")]
    data: PathBuf,
}

/// Reads the command line and carries the command out. Exits with 0 for success, 1 for failure and 2 for a command
/// line that cannot be read.
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
    /// Opens the database for one command and closes it after.
    fn with_store<T, E>(&self, act: impl AsyncFnOnce(&Store) -> Result<T, E>) -> Result<T, Failure>
    where
        Failure: From<E>,
    {
        Runtime::new()?.block_on(async {
            let store = Store::open(&self.data).await?;
            let outcome = act(&store).await;
            store.close().await;
            Ok(outcome?)
        })
    }
}
