//! What a customer sees of the e-mail of their chat (docs/api.md#chat-e-mail).

use crate::application::AppState;
use crate::mail::{masked, parse_address};
use base::time::now;
use serde::Serialize;
use serde_json::Value;
use store::{ChatEmail, StoreError};
use tracing::warn;
use utoipa::ToSchema;

/// What a customer sees of the e-mail of their chat. Addresses are masked: anyone who looks over a shoulder learns none.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = ChatEmailState)]
pub(super) struct EmailState {
    /// Whether an address can be left.
    email_enabled: bool,
    /// The address that was left.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// One that is known of the customer, while none was left. No mail goes there unless the customer takes the offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    email_offer: Option<String>,
}

impl EmailState {
    /// The state of a chat in which this address was left.
    pub(super) fn with(address: &str) -> Self {
        Self {
            email_enabled: true,
            email: Some(masked(address)),
            email_offer: None,
        }
    }

    /// Loads the state of a chat. `seen` is the position up to which the customer has the chat now, if they see it: no mail
    /// reports that.
    pub(super) async fn load(
        app: &AppState,
        feedback_id: &str,
        seen: Option<i64>,
    ) -> Result<Self, StoreError> {
        if app.mail.is_none() {
            return Ok(Self::default());
        }
        let Some(known) = app.store.chat_email(feedback_id).await? else {
            return Ok(Self::default());
        };
        if let Some(position) = seen.filter(|_| known.waits_for_customer(now()))
            && let Err(error) = app.store.note_chat_seen(feedback_id, position, now()).await
        {
            // The chat is shown all the same; at worst a mail is sent about what is known.
            warn!(?error, "recording a chat as seen failed");
        }
        let offer = offered_address(&known).filter(|_| known.address.is_none());
        Ok(Self {
            email_enabled: true,
            email: known.address.as_deref().map(masked),
            email_offer: offer.as_deref().map(masked),
        })
    }
}

/// Returns the address in the customer's document, which an answer or the host's page has given. One that was masked before
/// it was stored is none.
pub(super) fn offered_address(known: &ChatEmail) -> Option<String> {
    let customer: Value = serde_json::from_str(known.customer.as_deref()?).ok()?;
    let address = customer.get("email")?.as_str()?;
    parse_address(address).filter(|address| !address.contains('*'))
}
