//! How far calls go.

use super::addresses::is_public;
use super::failure::CallFailure;
use url::{Host, Url};

/// Which addresses a call may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Public addresses over HTTPS.
    Public,
    /// All addresses, by HTTP as well: the operator trusts the target's network.
    Everywhere,
}

impl Reach {
    /// Checks what no resolver sees: the scheme, and addresses that are written as numbers.
    pub(crate) fn check(self, url: &Url) -> Result<(), CallFailure> {
        if self == Self::Everywhere {
            return match url.scheme() {
                "http" | "https" => Ok(()),
                other => Err(CallFailure::not_allowed(format!(
                    "`{other}` is not http or https"
                ))),
            };
        }
        if url.scheme() != "https" {
            return Err(CallFailure::not_allowed("only https may leave this network"));
        }
        let address = match url.host() {
            None => return Err(CallFailure::not_allowed("the address has no host")),
            Some(Host::Domain(_)) => return Ok(()),
            Some(Host::Ipv4(address)) => address.into(),
            Some(Host::Ipv6(address)) => address.into(),
        };
        if is_public(address) {
            Ok(())
        } else {
            Err(CallFailure::private(&address.to_string()))
        }
    }
}
