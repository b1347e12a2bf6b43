//! `pulsen serve`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::limit_options::LimitOptions;
use super::mail_options::MailOptions;
use super::operation_options::OperationOptions;
use super::single_sign_on_options::SingleSignOnOptions;
use super::staff_options::StaffOptions;
use super::text_message_options::TextMessageOptions;
use super::upload_options::UploadOptions;
use super::web_address::web_address;
use crate::server_address::ServerAddress;
use crate::{Assets, FilesAddress, PreviousSecret, RedisAddress, Secrets, Server, Settings, WebhookSetting};
use base::records::RecordOwner;
use base::telemetry::Traces;
use clap::Args;
use std::env::VarError;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use url::Url;

/// Runs the server until it gets SIGTERM or Ctrl-C, then finishes the requests under way.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(
        long,
        value_name = "ADDR",
        env = "PULSEN_LISTEN",
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,

    #[command(flatten)]
    data: DataOption,

    /// Address of a Redis that the servers of one database share, such as redis://user:password@host:6379, or rediss:// for
    /// TLS. Other users of the machine can read command lines: better set the environment variable.
    #[arg(long, value_name = "URL", env = "PULSEN_REDIS", hide_env_values = true)]
    redis: Option<RedisAddress>,

    /// Storage for uploads that speaks S3, instead of the folder `files` of the data folder, such as
    /// s3://bucket/prefix?region=eu-central-1. Its credentials are read from `AWS_ACCESS_KEY_ID` and the other variables of
    /// AWS.
    #[arg(long, value_name = "URL", env = "PULSEN_FILES", hide_env_values = true)]
    files: Option<FilesAddress>,

    /// The provider's public site: unknown paths are redirected to it, and the logo links to it. Without it, unknown
    /// paths are 404.
    #[arg(long, value_name = "URL", env = "PULSEN_SITE_URL", value_parser = web_address)]
    site_url: Option<Url>,

    /// Address by which visitors reach this server; needed behind a proxy, and to listen on an address that other machines
    /// reach. May have a path, such as https://example.com/feedback, below which everything is then served. Without it, the
    /// `Host` of each request is used.
    #[arg(long, value_name = "URL", env = "PULSEN_PUBLIC_URL")]
    public_url: Option<ServerAddress>,

    #[command(flatten)]
    staff: StaffOptions,
    /// Where records that files have may be changed: with `console` by staff, too; with `files` by imports only. Records that were
    /// made in the console can always be changed there.
    #[arg(
        long,
        value_name = "WHERE",
        value_enum,
        env = "PULSEN_RECORDS",
        default_value = "console"
    )]
    records: RecordOwner,

    /// Turns offline pages off: browsers keep none and delete those that they have.
    #[arg(long, env = "PULSEN_NO_SERVICE_WORKER")]
    no_service_worker: bool,

    /// Counts no longer how often flows are shown, opened and started. Such counts have nothing about anybody.
    #[arg(long, env = "PULSEN_NO_COUNTERS")]
    no_counters: bool,

    /// Lets connectors call private addresses, such as those of this machine and of your network, and plain http.
    #[arg(long, env = "PULSEN_ALLOW_PRIVATE_CONNECTORS")]
    allow_private_connectors: bool,

    /// Lets webhooks call private addresses, such as those of this machine and of your network, and plain http.
    #[arg(long, env = "PULSEN_ALLOW_PRIVATE_WEBHOOKS")]
    allow_private_webhooks: bool,

    #[command(flatten)]
    uploads: UploadOptions,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    text_messages: TextMessageOptions,

    #[command(flatten)]
    mail: MailOptions,

    #[command(flatten)]
    single_sign_on: SingleSignOnOptions,

    #[command(flatten)]
    operation: OperationOptions,
}

/// The environment variable with the secret from which the server's keys are derived. There is no such option: other
/// users of the machine can read command lines.
const SECRET: &str = "PULSEN_SECRET";

/// The environment variable with the secret before that one: what was signed with it is still accepted.
const PREVIOUS_SECRET: &str = "PULSEN_PREVIOUS_SECRET";

/// Its value if the keys were kept in the database before.
const IN_DATABASE: &str = "database";

/// The shortest accepted secret: 128 bits if it is hexadecimal.
const SECRET_LENGTH: usize = 32;

impl Serve {
    /// Starts what sends traces, if it is wanted. Before the log is started, of which it is a part.
    pub(super) fn traces(&self) -> Result<Option<Traces>, CommandError> {
        self.operation.traces()
    }

    /// Returns the settings of the server.
    pub(super) fn settings(self) -> Result<Settings, CommandError> {
        Ok(Settings {
            database: self.data.database,
            redis: self.redis,
            files: self.files,
            upload_checks: self.uploads.checks(),
            site_url: self.site_url,
            public_url: self.public_url,
            staff_url: self.staff.staff_url,
            requires_second_factor: self.staff.require_second_factor,
            secrets: secrets_from_environment()?,
            assets: Assets::embedded(),
            records: self.records,
            has_service_worker: !self.no_service_worker,
            has_counters: !self.no_counters,
            allow_private_connectors: self.allow_private_connectors,
            bounds: self.limits.bounds(),
            text_messages: self.text_messages.setting()?,
            codes_per_node_and_day: self.text_messages.per_node_and_day(),
            mail: self.mail.setting()?,
            single_sign_on: self.single_sign_on.setting()?,
            webhooks: WebhookSetting {
                allow_private: self.allow_private_webhooks,
                ..WebhookSetting::default()
            },
            traces: self.operation.collector(),
            metrics: self.operation.metrics,
            drain: self.operation.drain(),
            ..Settings::new(self.listen, self.data.data)
        })
    }

    /// Prints `listening on http://ADDR` on standard output when ready, and nothing else there.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let settings = self.settings()?;
        Runtime::new()?.block_on(async {
            // Before the line below is printed: anyone who reads it may send a signal at once.
            let mut terminate = signal(SignalKind::terminate())?;
            let mut interrupt = signal(SignalKind::interrupt())?;
            let server = Server::bind(settings).await?;
            let mut output = std::io::stdout();
            writeln!(output, "listening on http://{}", server.address())?;
            output.flush()?;
            server
                .run(async move {
                    tokio::select! {
                        _ = terminate.recv() => {}
                        _ = interrupt.recv() => {}
                    }
                })
                .await;
            Ok(ExitCode::SUCCESS)
        })
    }
}

pub(super) fn secrets_from_environment() -> Result<Secrets, CommandError> {
    let current = secret(SECRET, std::env::var(SECRET))?;
    let previous = match std::env::var(PREVIOUS_SECRET) {
        Ok(previous) if previous == IN_DATABASE => Some(PreviousSecret::Database),
        previous => secret(PREVIOUS_SECRET, previous)?.map(PreviousSecret::Operator),
    };
    if current.is_none() && previous.is_some() {
        return Err(format!("{PREVIOUS_SECRET} is set, but not the new one, {SECRET}").into());
    }
    Ok(Secrets { current, previous })
}

fn secret(name: &str, value: Result<String, VarError>) -> Result<Option<String>, CommandError> {
    match value {
        Err(VarError::NotPresent) => Ok(None),
        Err(error) => Err(format!("{name} cannot be read: {error}").into()),
        Ok(secret) if secret.is_empty() => Ok(None),
        Ok(secret) if secret.len() < SECRET_LENGTH => {
            Err(format!("{name} is too short: {SECRET_LENGTH} random characters are needed").into())
        }
        Ok(secret) => Ok(Some(secret)),
    }
}
