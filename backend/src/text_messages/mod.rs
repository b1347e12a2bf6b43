//! Sends text messages to phones, through the operator's gateway (docs/api.md#text-messages).
//!
//! | module | content |
//! |---|---|
//! | `setting` | what the operator configures |
//! | `trial` | whether the gateway can be reached |
//! | `template` | texts with placeholders, escaped for where they stand |
//! | `wording` | what the messages say |

mod setting;
mod template;
mod trial;
mod wording;

pub use setting::{TextMessageSetting, TextMessageSettingError};
pub(crate) use wording::code_message;

use crate::outgoing::{Call, Outgoing, Reach};
use base::telemetry::{System, measured};
use setting::{Gateway, Way};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tracing::{error, info};

/// How long a gateway may take, in all.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Messages that are sent at the same time: a gateway that does not respond takes no more than these places.
const PLACES: usize = 16;

/// Sends messages in the way that the operator has configured.
pub(crate) struct TextMessages {
    way: Way,
    places: Semaphore,
    outgoing: Outgoing,
}

/// A message was not sent, or nobody knows. The log says why.
#[derive(Debug)]
pub(crate) struct NotSent;

impl TextMessages {
    pub(crate) fn new(setting: TextMessageSetting) -> Self {
        Self {
            way: setting.way,
            places: Semaphore::new(PLACES),
            outgoing: Outgoing::over_new_connections(),
        }
    }

    /// Takes a place for a message; `None` if there is none.
    pub(crate) fn take_place(&self) -> Option<SemaphorePermit<'_>> {
        self.places.try_acquire().ok()
    }

    /// Sends a message to a phone number in the format of E.164.
    ///
    /// # Errors
    /// The gateway did not respond in time, or with another status than 2xx.
    pub(crate) async fn send(
        &self,
        _place: SemaphorePermit<'_>,
        to: &str,
        text: &str,
    ) -> Result<(), NotSent> {
        match &self.way {
            Way::Log => {
                info!(to, text, "text message");
                Ok(())
            }
            Way::Gateway(gateway) => {
                measured(System::TextMessages, self.send_through(gateway, to, text)).await
            }
        }
    }

    async fn send_through(&self, gateway: &Gateway, to: &str, text: &str) -> Result<(), NotSent> {
        let Some(call) = call(gateway, to, text) else {
            error!("text message failed: gateway address invalid with a number in it");
            return Err(NotSent);
        };
        match self.outgoing.call(call).await {
            Ok(response) if (200..300).contains(&response.status) => Ok(()),
            Ok(response) => {
                let status = response.status;
                error!(status, "text message failed: refused by the gateway");
                Err(NotSent)
            }
            Err(error) => {
                error!(%error, "text message failed");
                Err(NotSent)
            }
        }
    }
}

fn call(gateway: &Gateway, to: &str, text: &str) -> Option<Call> {
    let request = gateway.request(to, text)?;
    Some(Call {
        target: "text messages".into(),
        method: gateway.method.clone(),
        url: request.url,
        headers: gateway.headers.clone(),
        body: request.body.into_bytes(),
        time_limit: TIME_LIMIT,
        response_limit: None,
        // Gateways often are in the operator's own network.
        reach: Reach::Everywhere,
    })
}
