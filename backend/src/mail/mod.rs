//! Mails that tell customers of replies in their chats (docs/mail.md).
//!
//! | module | content |
//! |---|---|
//! | `address` | which addresses are accepted, how much of one is shown |
//! | `keys` | links that stop the mails; hashes of addresses |
//! | `setting` | what the operator configures |
//! | `smtp` | the conversation with the mail server |
//! | `letter` | what a mail says |
//! | `worker` | sends the mails that are due |
//!
//! The queue is in the database (`store::mail_queue`).

mod address;
mod keys;
mod letter;
mod setting;
mod smtp;
mod worker;

pub(crate) use address::{masked, parse_address};
pub(crate) use keys::MailKeys;
pub use setting::{MailSetting, MailSettingError};
pub(crate) use worker::{MailParts, start_mails};

use crate::server_address::ServerAddress;
use lettre::transport::smtp::extension::ClientId;
use std::time::Duration;
use url::{Host, Url};

/// The path of the page that stops the mails of a chat.
pub(crate) const STOP_PATH: &str = "/chat/stop_mails";

/// How long the mail server may take to let this one in, when that is only tried.
const TRY_LIMIT: Duration = Duration::from_secs(15);

/// How this server sends mails.
pub(crate) struct Mail {
    setting: MailSetting,
    /// The address by which visitors reach this server; links lead there.
    public_url: ServerAddress,
    hello: ClientId,
}

impl Mail {
    pub(crate) fn new(setting: MailSetting, public_url: ServerAddress) -> Self {
        Self {
            setting,
            hello: hello(Some(&public_url)),
            public_url,
        }
    }

    /// Returns the link that opens a chat. Its token is in the fragment, which no server and no proxy sees.
    fn chat_link(&self, feedback_id: &str, token: &str) -> Url {
        let mut link = self.link("/chat", &[("feedback_id", feedback_id)]);
        link.set_fragment(Some(&format!("token={token}")));
        link
    }

    /// Returns the link that stops the mails about a chat to the address with a hash.
    fn stop_link(&self, feedback_id: &str, address_hash: &str, token: &str) -> Url {
        let query = [
            ("feedback_id", feedback_id),
            ("address", address_hash),
            ("token", token),
        ];
        self.link(STOP_PATH, &query)
    }

    fn link(&self, path: &str, query: &[(&str, &str)]) -> Url {
        let mut url = self.public_url.at(path);
        url.query_pairs_mut().extend_pairs(query);
        url
    }
}

impl MailSetting {
    /// Checks that the login to the mail server succeeds.
    ///
    /// # Errors
    /// It cannot be reached, does not reply in time, or refuses the password.
    pub(crate) async fn try_server(&self, public_url: Option<&ServerAddress>) -> Result<(), String> {
        self.server.try_connection(&hello(public_url), TRY_LIMIT).await
    }
}

/// Returns the name by which this server introduces itself.
fn hello(public_url: Option<&ServerAddress>) -> ClientId {
    match public_url.and_then(ServerAddress::host) {
        Some(Host::Domain(name)) => ClientId::Domain(name.to_owned()),
        Some(Host::Ipv4(address)) => ClientId::Ipv4(address),
        Some(Host::Ipv6(address)) => ClientId::Ipv6(address),
        None => ClientId::default(),
    }
}
