//! The settings of a server.

use crate::accounts::SingleSignOnSetting;
use crate::assets::Assets;
use crate::bounds::Bounds;
use crate::mail::MailSetting;
use crate::redis::RedisAddress;
use crate::server_address::ServerAddress;
use crate::server_key::Secrets;
use crate::text_messages::TextMessageSetting;
use crate::uploads::{FilesAddress, UploadChecks};
use crate::webhooks::WebhookSetting;
use base::records::RecordOwner;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use store::{DatabaseAddress, DatabaseTimeouts, Location};
use url::Url;

/// Most verification codes that are sent for one node within 24 hours, unless the operator says otherwise: what a busy
/// channel needs, and no more than what an operator can bear to pay for a prank.
pub(crate) const CODES_PER_NODE_AND_DAY: u32 = 1_000;

/// How long requests under way may still take when the server stops (docs/constants.md#delays).
const STOP_LIMIT: Duration = Duration::from_secs(10);

/// The settings of a server.
pub struct Settings {
    /// The address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The folder of the SQLite database and of uploads; created if it is missing. Unused if both have an address.
    pub data: PathBuf,
    /// The address of a PostgreSQL database.
    pub database: Option<DatabaseAddress>,
    /// How long is waited for the database.
    pub timeouts: DatabaseTimeouts,
    /// The address of a Redis that the servers of one database share.
    pub redis: Option<RedisAddress>,
    /// Storage for uploads that speaks S3. Without it they are in the folder `files` of `data`.
    pub files: Option<FilesAddress>,
    /// What is refused of uploads besides what is damaged or of other kinds.
    pub upload_checks: UploadChecks,
    /// The provider's site, to which unknown paths are redirected. Without it they are 404.
    pub site_url: Option<Url>,
    /// The address by which visitors reach this server. Without it, the `Host` of each request is used, and only addresses
    /// of this machine can be listened on.
    pub public_url: Option<ServerAddress>,
    /// The address by which staff reach this server, if they have a host of their own.
    pub staff_url: Option<ServerAddress>,
    /// Whether people who sign in have to set up a second factor before anything else.
    pub requires_second_factor: bool,
    /// The secrets from which the server's keys are derived.
    pub secrets: Secrets,
    /// The built files of widget and loader.
    pub assets: Assets,
    /// Where records that files have may be changed.
    pub records: RecordOwner,
    /// Whether browsers may keep pages for when there is no connection. If not, those that do stop it.
    pub has_service_worker: bool,
    /// Whether it is counted how often flows are shown, opened and started.
    pub has_counters: bool,
    /// Whether connectors may call addresses that are not public, and without encryption.
    pub allow_private_connectors: bool,
    /// What clients may cost.
    pub bounds: Bounds,
    /// How text messages are sent. Without it, phone numbers cannot be verified.
    pub text_messages: Option<TextMessageSetting>,
    /// How webhooks are called.
    pub webhooks: WebhookSetting,
    /// The address at which metrics are read; without it none are recorded. Metrics are those of the process: servers in one
    /// process share them.
    pub metrics: Option<SocketAddr>,
    /// Where this process sends traces to. They begin with the log, before a server; here it is only looked at for warnings.
    pub traces: Option<Url>,
    /// For how long `GET /readyz` says that the server stops before it does, so that nobody is sent to it any more.
    pub drain: Duration,
    /// How long requests under way may still take when the server stops.
    pub stop_limit: Duration,
    /// Most verification codes that are sent for one node within 24 hours.
    pub codes_per_node_and_day: u32,
    /// How mails are sent. Without it, customers cannot be notified of replies by e-mail. Needs `public_url`.
    pub mail: Option<MailSetting>,
    /// By which provider people sign in. Without it, they do by passwords only.
    pub single_sign_on: Option<SingleSignOnSetting>,
}

impl Settings {
    /// Returns the settings of a server without pages that keeps everything in one folder.
    #[must_use]
    pub fn new(listen: SocketAddr, data: PathBuf) -> Self {
        Self {
            listen,
            data,
            database: None,
            timeouts: DatabaseTimeouts::default(),
            redis: None,
            files: None,
            upload_checks: UploadChecks::default(),
            records: RecordOwner::Console,
            site_url: None,
            public_url: None,
            staff_url: None,
            requires_second_factor: false,
            secrets: Secrets::default(),
            assets: Assets::default(),
            has_service_worker: true,
            has_counters: true,
            allow_private_connectors: false,
            bounds: Bounds::default(),
            text_messages: None,
            codes_per_node_and_day: CODES_PER_NODE_AND_DAY,
            mail: None,
            single_sign_on: None,
            webhooks: WebhookSetting::default(),
            metrics: None,
            traces: None,
            drain: Duration::ZERO,
            stop_limit: STOP_LIMIT,
        }
    }

    /// Returns where the database is.
    pub(crate) fn location(&self) -> Location {
        Location::new(self.database.as_ref(), &self.data).with_timeouts(self.timeouts)
    }
}
