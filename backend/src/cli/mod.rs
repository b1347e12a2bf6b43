//! The commands of `pulsen`, one file each (docs/api.md#command-line).

// First: the others print with its macros.
#[macro_use]
mod output;

mod backup;
mod chat;
mod chat_image;
mod chat_list;
mod check;
mod convert;
mod counted;
mod data_option;
mod dev;
mod diff;
mod doctor;
mod environment;
mod erase;
mod error;
mod export;
mod fill_demo;
mod fmt;
mod hidden_values;
mod import;
#[cfg(test)]
mod left_out;
mod licenses;
mod limit_options;
mod logging;
mod long_text;
mod mail_options;
mod move_data;
mod new;
mod openapi;
mod operation_options;
mod person;
mod person_page;
mod plain_text;
mod public_server;
mod published;
mod pull;
mod record_diff;
mod record_source;
mod records;
mod replace_file;
mod replay;
mod restore;
mod schema;
mod serve;
mod sign_attributes;
mod sign_link;
mod signed_fields;
mod single_sign_on_options;
mod somebody;
mod staff_answers;
mod staff_client;
mod staff_options;
mod staff_token;
mod text_message_options;
mod upload_options;
mod user;
mod vacuum;
mod web_address;
mod webhook;

use crate::build_features;
use base::telemetry::Traces;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use environment::read_environment;
use error::CommandError;
use hidden_values::hide_values;
use std::process::ExitCode;
use std::sync::LazyLock;

/// The version, and what is in this build.
static LONG_VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}\n{}", env!("CARGO_PKG_VERSION"), build_features::summary()));

/// Pulsen: customer feedback in web pages.
#[derive(Debug, Parser)]
#[command(name = "pulsen", version, long_version = LONG_VERSION.as_str(), about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List templates, or begin a project with one: a flow, a node and a widget.
    New(new::New),
    /// Show a folder of records while you write them: open pages reload when you save.
    Dev(dev::Dev),
    /// Run the server until it gets SIGTERM or Ctrl-C.
    Serve(Box<serve::Serve>),
    /// Import flows, nodes and widgets: all of them, or nothing if one has an error.
    Import(import::Import),
    /// Write the records of the database into files.
    Pull(pull::Pull),
    /// Print how files differ from the records of the database; exit 1 if they do.
    Diff(diff::Diff),
    /// Check flows, nodes and widgets without importing them; exit 1 if one has an error.
    Check(check::Check),
    /// Write records in their canonical form.
    Fmt(fmt::Fmt),
    /// Convert a survey of another product into a flow, and report what was lost or changed.
    Convert(convert::Convert),
    /// List the records of the database, or print one.
    Records(records::Records),
    /// Print the JSON Schema of flows, nodes, widgets or connectors, for editors.
    Schema(schema::Schema),
    /// Check everything that the server needs, and suggest fixes.
    Doctor(Box<doctor::Doctor>),
    /// Back up the data folder while the server runs.
    Backup(backup::Backup),
    /// Restore a backup into a new data folder.
    Restore(restore::Restore),
    /// Copy a data folder to PostgreSQL and to storage that speaks S3, and prove that they hold the same.
    Move(move_data::Move),
    /// Run a conversation file through the engine and print one line of JSON for each event.
    Replay(replay::Replay),
    /// Create a token for the staff API, revoke one, or list them.
    StaffToken(staff_token::StaffToken),
    /// Manage the people who sign in: add, list, reset, disable, enable, change roles.
    User(user::UserCommand),
    /// Print a signed link to a node's page.
    SignLink(sign_link::SignLink),
    /// Print signed attributes of a visitor, for a widget.
    SignAttributes(sign_attributes::SignAttributes),
    /// Erase a feedback, or everything that belongs to a device, a customer or a person.
    Erase(erase::Erase),
    /// Export all data about a device, a customer or a person into a folder.
    Person(person::Person),
    /// Rewrite the database so that no deleted data remains in its files.
    Vacuum(vacuum::Vacuum),
    /// Export feedback from a running server as CSV, NDJSON, Parquet or XLSX.
    Export(export::Export),
    /// Fill the database of a demo with feedback and chats of the past.
    #[command(hide = true)]
    FillDemo(fill_demo::FillDemo),
    /// Read and answer chats in scripts: list, reply, close, transcript.
    Chat(chat::Chat),
    /// Print the licenses of everything that is in this program, or a list of it.
    Licenses(licenses::Licenses),
    /// Print the description of the HTTP interface (OpenAPI 3.1).
    Openapi(openapi::Openapi),
    /// Manage webhooks: add, test, list deliveries, replay.
    Webhook(webhook::WebhookCommand),
}

/// Parses the command line and runs the command. Exits with 0 for success, 1 for failure and 2 for a wrong command line.
#[must_use]
pub fn main() -> ExitCode {
    // For every client in this process that speaks TLS. Only a second call fails.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let matches = read_environment(Cli::command()).try_get_matches();
    let cli = matches
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .unwrap_or_else(|error| hide_values(error, Cli::command()).exit());
    let traces = match cli.command.traces() {
        Ok(traces) => traces,
        Err(error) => return fail(&error),
    };
    logging::start(cli.command.log_filter(), traces.as_ref());
    let outcome = match cli.command {
        Command::New(new) => new.run(),
        Command::Dev(dev) => dev.run(),
        Command::Serve(serve) => serve.run(),
        Command::Import(import) => import.run(),
        Command::Pull(pull) => pull.run(),
        Command::Diff(diff) => diff.run(),
        Command::Check(check) => check.run(),
        Command::Fmt(fmt) => fmt.run(),
        Command::Convert(convert) => convert.run(),
        Command::Records(records) => records.run(),
        Command::Schema(schema) => schema.run(),
        Command::Doctor(doctor) => doctor.run(),
        Command::Backup(backup) => backup.run(),
        Command::Restore(restore) => restore.run(),
        Command::Move(move_data) => move_data.run(),
        Command::Replay(replay) => replay.run(),
        Command::StaffToken(staff_token) => staff_token.run(),
        Command::User(user) => user.run(),
        Command::SignLink(sign_link) => sign_link.run(),
        Command::SignAttributes(sign_attributes) => sign_attributes.run(),
        Command::Erase(erase) => erase.run(),
        Command::Person(person) => person.run(),
        Command::Vacuum(vacuum) => vacuum.run(),
        Command::Export(export) => export.run(),
        Command::FillDemo(fill_demo) => fill_demo.run(),
        Command::Chat(chat) => chat.run(),
        Command::Licenses(licenses) => licenses.run(),
        Command::Openapi(openapi) => openapi.run(),
        Command::Webhook(webhook) => webhook.run(),
    };
    if let Some(traces) = traces {
        traces.finish();
    }
    match outcome {
        Ok(_) if !output::is_complete() => fail(&"standard output cannot be written".into()),
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

fn fail(error: &CommandError) -> ExitCode {
    eprintln!("pulsen: {error}");
    ExitCode::FAILURE
}

impl Command {
    /// Starts what sends traces, if this command has any.
    fn traces(&self) -> Result<Option<Traces>, CommandError> {
        match self {
            Self::Serve(serve) => serve.traces(),
            _ => Ok(None),
        }
    }

    /// Returns what the log has, unless the environment says otherwise. People who write records want to see what they have
    /// written wrong, and what is sent instead of text messages, not each request.
    fn log_filter(&self) -> &'static str {
        match self {
            Self::Dev(_) => "error,backend::text_messages=info",
            _ => "info",
        }
    }
}
