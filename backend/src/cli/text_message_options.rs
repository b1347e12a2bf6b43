//! The options of `pulsen serve` for text messages (docs/api.md#text-messages).

use super::error::CommandError;
use crate::TextMessageSetting;
use crate::server::CODES_PER_NODE_AND_DAY;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct TextMessageOptions {
    /// Address of the gateway that sends text messages, or `log:` to write them to the log. Without it, no verification codes
    /// are sent. Other users of the machine can read command lines: set the environment variable for an address with a
    /// secret in it.
    #[arg(long, value_name = "URL", env = "PULSEN_SMS_URL", hide_env_values = true)]
    sms_url: Option<String>,

    /// Method of the request to the gateway: GET, POST (without this option) or PUT.
    #[arg(long, value_name = "METHOD", env = "PULSEN_SMS_METHOD")]
    sms_method: Option<String>,

    /// Body of the request to the gateway, with `{{to}}` and `{{text}}` in it.
    #[arg(
        long,
        value_name = "TEMPLATE",
        env = "PULSEN_SMS_BODY",
        hide_env_values = true
    )]
    sms_body: Option<String>,

    /// Most verification codes that are sent for one node within 24 hours.
    #[arg(
        long,
        value_name = "NUMBER",
        env = "PULSEN_SMS_PER_NODE",
        default_value_t = CODES_PER_NODE_AND_DAY,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    sms_per_node: u32,
}

/// The environment variable with the headers of the request to the gateway. There is no such option: they hold a secret,
/// and other users of the machine can read command lines.
const HEADERS: &str = "PULSEN_SMS_HEADERS";

impl TextMessageOptions {
    pub(super) fn per_node_and_day(&self) -> u32 {
        self.sms_per_node
    }

    /// Reads the setting; `None` if no gateway is configured.
    pub(super) fn setting(&self) -> Result<Option<TextMessageSetting>, CommandError> {
        let Some(url) = self.sms_url.as_deref().filter(|url| !url.is_empty()) else {
            return Ok(None);
        };
        let headers = match std::env::var(HEADERS) {
            Ok(headers) => Some(headers).filter(|headers| !headers.is_empty()),
            Err(std::env::VarError::NotPresent) => None,
            // The error would repeat the value.
            Err(std::env::VarError::NotUnicode(_)) => return Err(format!("{HEADERS} is not UTF-8").into()),
        };
        let method = self.sms_method.as_deref();
        let setting = TextMessageSetting::new(url, method, headers.as_deref(), self.sms_body.as_deref());
        Ok(Some(setting.map_err(|error| format!("text messages: {error}"))?))
    }
}
