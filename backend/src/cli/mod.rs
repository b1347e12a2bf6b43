//! The commands of `pulsen`, one file each (docs/api.md#command-line).

mod chat;
mod chat_inbox;
mod chat_lines;
mod check;
mod data_option;
mod error;
mod import;
mod limit_options;
mod logging;
mod mail_options;
mod plain_text;
mod replay;
mod serve;
mod sign_attributes;
mod sign_link;
mod staff_answers;
mod staff_client;
mod staff_token;
mod text_message_options;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

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
    Serve(Box<serve::Serve>),
    /// Import flows, nodes and widgets: all of them, or nothing if one has an error.
    Import(import::Import),
    /// Check flows, nodes and widgets without importing them; exit 1 if one has an error.
    Check(check::Check),
    /// Run a conversation file through the engine and print one line of JSON for each event.
    Replay(replay::Replay),
    /// Create a token for the staff API, revoke one, or list them.
    StaffToken(staff_token::StaffToken),
    /// Print a signed link to a node's page.
    SignLink(sign_link::SignLink),
    /// Print signed attributes of a visitor, for a widget.
    SignAttributes(sign_attributes::SignAttributes),
    /// Chat with visitors: list chats, follow one or all, reply, note, claim, close.
    Chat(chat::Chat),
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
        Command::SignLink(sign_link) => sign_link.run(),
        Command::SignAttributes(sign_attributes) => sign_attributes.run(),
        Command::Chat(chat) => chat.run(),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("pulsen: {error}");
        ExitCode::FAILURE
    })
}
