//! Looks up what follows from an answer, by the connectors of the operator (docs/connectors.md).
//!
//! A connector says everything about a call but the values of its places. What comes back is read by the connector's JSON
//! pointers alone: a target can do no more than put texts into questions and data into the feedback.

mod failure;
mod reading;
mod request;

#[cfg(test)]
mod tests;

pub(crate) use failure::LookUpFailure;
pub(crate) use reading::LookedUp;

use crate::outgoing::{Outgoing, Reach};
use base::records::{Connector, TemplateValues};
use base::telemetry::{System, measured};

/// Makes the calls of connectors: one for the process.
pub(crate) struct Connectors {
    outgoing: Outgoing,
    reach: Reach,
}

/// The response of a target that knows nothing about what it was asked for.
const NOTHING_FOUND: [u16; 2] = [204, 404];

impl Connectors {
    /// `allow_private`: whether connectors may call addresses that are not public, and without encryption.
    pub(crate) fn new(allow_private: bool) -> Self {
        Self {
            outgoing: Outgoing::default(),
            reach: if allow_private {
                Reach::Everywhere
            } else {
                Reach::Public
            },
        }
    }

    /// Looks up what follows from an answer.
    ///
    /// # Errors
    /// The values do not fit the connector's address, the connector cannot be used on this server, or its target did not
    /// respond as it should.
    pub(crate) async fn look_up(
        &self,
        connector: &Connector,
        values: &TemplateValues<'_>,
    ) -> Result<LookedUp, LookUpFailure> {
        let call = request::build(connector, values, self.reach)?;
        measured(System::Connector, async {
            let response = self.outgoing.call(call).await?;
            match response.status {
                status if NOTHING_FOUND.contains(&status) => Ok(LookedUp::default()),
                200..300 => reading::read(connector, &response.body),
                status => Err(LookUpFailure::Status(status)),
            }
        })
        .await
    }
}
