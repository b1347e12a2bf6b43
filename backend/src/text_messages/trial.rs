//! Whether the gateway can be reached, without sending a message.

use super::setting::{TextMessageSetting, Way};
use crate::outgoing::{Call, CallFailure, Outgoing, Reach};
use reqwest::Method;
use reqwest::header::HeaderMap;
use std::time::Duration;

/// How long the gateway may take.
const TIME_LIMIT: Duration = Duration::from_secs(10);

impl TextMessageSetting {
    /// Asks the gateway's server for the head of its first page, without anything of the setting but its name: any response says
    /// that name, network and certificate are right. Does nothing if messages go to the log.
    ///
    /// # Errors
    /// Why there was no response, for people.
    pub(crate) async fn try_gateway(&self) -> Result<(), String> {
        let Way::Gateway(gateway) = &self.way else {
            return Ok(());
        };
        let server = gateway
            .server()
            .ok_or("the address is not valid with a number in it")?;
        let call = Call {
            target: "text messages".into(),
            method: Method::HEAD,
            url: server,
            headers: HeaderMap::new(),
            body: Vec::new(),
            time_limit: TIME_LIMIT,
            response_limit: None,
            reach: Reach::Everywhere,
        };
        match Outgoing::default().call(call).await {
            Ok(_) | Err(CallFailure::Redirected) => Ok(()),
            Err(failure) => Err(failure.to_string()),
        }
    }
}
