//! Links by which people choose a password (docs/staff.md#people).

use crate::server_address::ServerAddress;
use crate::staff::hash_token;
use base::random::random_secret;
use base::time::Millis;
use store::{LinkKind, OneTimeLink};
use url::Url;

/// How long a link can be used.
const LIFE: Millis = 30 * 60_000;

/// A link that is made, with what only its person may know.
pub(crate) struct NewLink {
    secret: String,
    pub(crate) stored: OneTimeLink,
}

impl NewLink {
    /// Makes a link that can be used from a moment on.
    pub(crate) fn new(at: Millis) -> Result<Self, getrandom::Error> {
        let secret = random_secret()?;
        let stored = OneTimeLink {
            hash: hash_token(&secret),
            expires_at: at + LIFE,
        };
        Ok(Self { secret, stored })
    }

    /// Returns its address. The secret is in the fragment, which no browser sends to anybody.
    pub(crate) fn address(&self, server: &ServerAddress, kind: LinkKind) -> Url {
        let mut address = server.below(&["staff", kind.into_str()]);
        address.set_fragment(Some(&self.secret));
        address
    }

    pub(crate) fn secret(&self) -> &str {
        &self.secret
    }
}
