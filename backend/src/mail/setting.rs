//! The operator's setting: through which server mails are sent, from which address, and how often (docs/mail.md#set-up).

use super::address::parse_address;
use super::smtp::{Encryption, SmtpServer};
use base::this_machine::is_this_machine;
use lettre::Address;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::TlsParameters;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;
use url::Url;

/// How mails are sent.
#[derive(Clone)]
pub struct MailSetting {
    pub(super) server: SmtpServer,
    pub(super) from: Address,
    /// How long a reply waits for the customer before a mail is sent about it.
    pub delay: Duration,
    /// How long after a mail no other one is sent for the same chat, unless the customer has been there.
    pub quiet_period: Duration,
    /// Most mails of all chats within a day.
    pub per_day: u32,
    /// How long to wait before a mail is tried again; twice as long after each further failure, up to an hour.
    pub first_retry: Duration,
    /// How long the mail server may take for one mail.
    pub send_limit: Duration,
    /// How often the mails that are due are looked for.
    pub interval: Duration,
}

/// Why a setting cannot be used. The texts repeat no value of the setting, because those may be secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MailSettingError(Cow<'static, str>);

const fn wrong(reason: &'static str) -> MailSettingError {
    MailSettingError(Cow::Borrowed(reason))
}

const SCHEMES: MailSettingError = wrong(
    "the address of the mail server must begin with smtps:// (encrypted from the beginning), starttls:// (encryption is \
     demanded after the connection) or smtp:// (not encrypted)",
);
const FORM: MailSettingError =
    wrong("the mail server is written as SCHEME://USER:PASSWORD@HOST:PORT, with nothing after it");
const UNDECODABLE: MailSettingError =
    wrong("user and password of the mail server must be UTF-8, with other signs as %XX");
const HALF: MailSettingError =
    wrong("the address of the mail server has a user without a password, or a password without a user");
const UNENCRYPTED_PASSWORD: MailSettingError =
    wrong("a password would be sent without encryption: write the mail server with starttls:// or smtps://");
const SENDER: MailSettingError =
    wrong("the sender must be a plain address such as feedback@example.com; mails have the node's name");

impl MailSetting {
    /// How long a reply waits, unless the operator says otherwise.
    pub const DELAY: Duration = Duration::from_mins(2);
    /// The quiet period, unless the operator says otherwise.
    pub const QUIET_PERIOD: Duration = Duration::from_mins(30);
    /// What a busy team's replies need, and what a young sender's reputation bears.
    pub const PER_DAY: u32 = 5_000;
    const FIRST_RETRY: Duration = Duration::from_mins(1);
    const SEND_LIMIT: Duration = Duration::from_mins(1);
    const INTERVAL: Duration = Duration::from_secs(30);
    const SHORTEST_INTERVAL: Duration = Duration::from_millis(50);

    /// Reads the address of the mail server and that of the sender.
    ///
    /// # Errors
    /// One of them cannot be read, or a password would be sent without encryption.
    pub fn new(smtp_url: &str, from: &str) -> Result<Self, MailSettingError> {
        let from = parse_address(from).ok_or(SENDER)?;
        Ok(Self {
            server: read_server(smtp_url)?,
            from: from.parse().map_err(|_| SENDER)?,
            delay: Self::DELAY,
            quiet_period: Self::QUIET_PERIOD,
            per_day: Self::PER_DAY,
            first_retry: Self::FIRST_RETRY,
            send_limit: Self::SEND_LIMIT,
            interval: Self::INTERVAL,
        })
    }

    /// Sets the delay, and looks for mails that are due often enough for it.
    pub(crate) fn set_delay(&mut self, delay: Duration) {
        self.delay = delay;
        self.interval = (delay / 4).clamp(Self::SHORTEST_INTERVAL, Self::INTERVAL);
    }

    /// Returns whether mails go to another machine without encryption.
    pub(crate) fn is_unencrypted(&self) -> bool {
        matches!(self.server.encryption, Encryption::None) && !is_this_machine(&self.server.host)
    }
}

impl fmt::Debug for MailSetting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MailSetting").finish_non_exhaustive()
    }
}

fn read_server(text: &str) -> Result<SmtpServer, MailSettingError> {
    let url = Url::parse(text).map_err(|_| SCHEMES)?;
    let (standard_port, is_encrypted) = match url.scheme() {
        "smtps" => (465, true),
        "starttls" => (587, true),
        "smtp" => (25, false),
        _ => return Err(SCHEMES),
    };
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or(FORM)?;
    let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(FORM);
    }
    let credentials = read_credentials(&url)?;
    if credentials.is_some() && !is_encrypted && !is_this_machine(&host) {
        return Err(UNENCRYPTED_PASSWORD);
    }
    let tls = || {
        let unusable = |error| format!("no encryption can be set up for the mail server: {error}");
        TlsParameters::new(host.clone()).map_err(|error| MailSettingError(unusable(error).into()))
    };
    let encryption = match url.scheme() {
        "smtps" => Encryption::FromTheBeginning(tls()?),
        "starttls" => Encryption::StartTls(tls()?),
        _ => Encryption::None,
    };
    Ok(SmtpServer {
        port: url.port().unwrap_or(standard_port),
        host,
        encryption,
        credentials,
    })
}

fn read_credentials(url: &Url) -> Result<Option<Credentials>, MailSettingError> {
    let decoded = |text: &str| {
        let text = percent_decode_str(text).decode_utf8().map_err(|_| UNDECODABLE)?;
        Ok(text.into_owned())
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", _) | (_, None) => Err(HALF),
        (user, Some(password)) => Ok(Some(Credentials::new(decoded(user)?, decoded(password)?))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Result<(String, u16, &'static str, bool), String> {
        let server = read_server(url).map_err(|error| error.to_string())?;
        let encryption = match server.encryption {
            Encryption::None => "none",
            Encryption::StartTls(_) => "starttls",
            Encryption::FromTheBeginning(_) => "tls",
        };
        Ok((server.host, server.port, encryption, server.credentials.is_some()))
    }

    #[test]
    fn the_scheme_says_how_mails_are_encrypted() {
        for (url, host, port, encryption, has_credentials) in [
            (
                "smtps://u:p%40ss@smtp.example.com",
                "smtp.example.com",
                465,
                "tls",
                true,
            ),
            (
                "starttls://u:p@smtp.example.com",
                "smtp.example.com",
                587,
                "starttls",
                true,
            ),
            (
                "starttls://smtp.example.com:2525/",
                "smtp.example.com",
                2525,
                "starttls",
                false,
            ),
            ("smtp://relay", "relay", 25, "none", false),
            ("smtp://u:p@127.0.0.1:1025", "127.0.0.1", 1025, "none", true),
            ("smtp://[::1]:1025", "::1", 1025, "none", false),
        ] {
            let expected = (host.to_owned(), port, encryption, has_credentials);
            assert_eq!(read(url), Ok(expected), "{url}");
        }
    }

    #[test]
    fn settings_that_cannot_work_are_refused() {
        for (url, reason) in [
            ("smtp.example.com", "must begin with"),
            ("https://smtp.example.com", "must begin with"),
            ("smtp://", "SCHEME://"),
            ("smtps://smtp.example.com/?tls=no", "SCHEME://"),
            ("smtps://smtp.example.com/name", "SCHEME://"),
            ("smtps://u@smtp.example.com", "without a password"),
            ("smtps://u:%FF@smtp.example.com", "UTF-8"),
            ("smtp://u:secret@smtp.example.com", "without encryption"),
        ] {
            let error = read(url).unwrap_err();
            assert!(error.contains(reason), "{url}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
        for from in ["", "feedback", "Feedback <feedback@example.com>"] {
            let error = MailSetting::new("smtp://relay", from).unwrap_err();
            assert_eq!(error, SENDER, "{from}");
        }
        let setting = MailSetting::new("smtp://relay", "feedback@example.com").unwrap();
        assert!(setting.is_unencrypted());
        assert_eq!(format!("{setting:?}"), "MailSetting { .. }");
    }
}
