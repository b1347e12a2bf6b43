//! Calls of staff that are refused: each is logged and counted (docs/staff.md#refused-calls).

use super::network_hash::NetworkHashes;
use base::telemetry::staff_call_refused;
use std::net::IpAddr;
use tracing::warn;

/// Why a call is refused. Who calls is not told apart why a token is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum StaffRefusal {
    NoToken,
    UnknownToken,
    ExpiredToken,
    RevokedToken,
    /// The cookie is of no session that is in force.
    NoSession,
    RightMissing,
    NotInScope,
    PersonNeeded,
    SecondFactorNeeded,
    ConfirmationNeeded,
    /// A page of another site has the browser send the cookie.
    ForeignOrigin,
}

/// Who makes a call, as far as it is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The name of the token, also of one that is no longer in force.
    pub(crate) token: Option<&'a str>,
    /// The network that represents the client; `None` if many may be behind it.
    pub(crate) network: Option<IpAddr>,
}

impl StaffRefusal {
    /// Writes down that a call was refused. The network is hashed; nothing else of the call is named.
    pub(crate) fn note(self, caller: Caller<'_>, networks: &NetworkHashes) {
        let network = caller.network.map(|network| networks.hash(network));
        warn!(
            reason = self.into_str(),
            token = caller.token,
            network,
            "staff request refused"
        );
        staff_call_refused(self.into_str());
    }
}
