//! The options of `pulsen serve` for mails (docs/mail.md#set-up).

use super::error::CommandError;
use crate::MailSetting;
use clap::Args;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct MailOptions {
    /// Mail server that sends the mails about replies in chats: smtps://, starttls:// or smtp:// (not encrypted), such as
    /// starttls://USER:PASSWORD@smtp.example.com:587. Without it, customers cannot leave an e-mail address. Other users of the
    /// machine can read command lines: set the environment variable for an address with a password in it.
    #[arg(long, value_name = "URL", env = "PULSEN_SMTP_URL", hide_env_values = true)]
    smtp_url: Option<String>,

    /// Address that mails come from, such as feedback@example.com; needed with `--smtp-url`.
    #[arg(long, value_name = "ADDRESS", env = "PULSEN_MAIL_FROM")]
    mail_from: Option<String>,

    /// Seconds in which the customer can read a reply before a mail is sent about it.
    #[arg(long, value_name = "SECONDS", env = "PULSEN_MAIL_DELAY", default_value_t = MailSetting::DELAY.as_secs(),
        value_parser = clap::value_parser!(u64).range(..=MOST_SECONDS))]
    mail_delay: u64,

    /// Minimum seconds between two mails about the same chat, unless the customer has visited it in between.
    #[arg(long, value_name = "SECONDS", env = "PULSEN_MAIL_QUIET_PERIOD",
        default_value_t = MailSetting::QUIET_PERIOD.as_secs(), value_parser = clap::value_parser!(u64).range(..=MOST_SECONDS))]
    mail_quiet_period: u64,

    /// Most mails that are sent within 24 hours.
    #[arg(long, value_name = "NUMBER", env = "PULSEN_MAIL_PER_DAY", default_value_t = MailSetting::PER_DAY,
        value_parser = clap::value_parser!(u32).range(1..))]
    mail_per_day: u32,
}

/// A week, far beyond what is sensible.
const MOST_SECONDS: u64 = 7 * 24 * 60 * 60;

impl MailOptions {
    /// Reads the setting; `None` if no mail server is configured.
    pub(super) fn setting(&self) -> Result<Option<MailSetting>, CommandError> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let (url, from) = match (given(&self.smtp_url), given(&self.mail_from)) {
            (None, None) => return Ok(None),
            (Some(url), Some(from)) => (url, from),
            (Some(_), None) => {
                return Err("mails: --smtp-url needs --mail-from, the address that mails come from".into());
            }
            (None, Some(_)) => {
                return Err("mails: --mail-from does nothing without --smtp-url, the mail server".into());
            }
        };
        let mut setting = MailSetting::new(&url, &from).map_err(|error| format!("mails: {error}"))?;
        setting.set_delay(Duration::from_secs(self.mail_delay));
        setting.quiet_period = Duration::from_secs(self.mail_quiet_period);
        setting.per_day = self.mail_per_day;
        Ok(Some(setting))
    }
}
