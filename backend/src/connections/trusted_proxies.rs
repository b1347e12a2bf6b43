//! Which addresses stand for many clients.

use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::Arc;

/// The proxies of the operator (`--trusted-proxies`). Only they can say on whose behalf they ask.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Option<Arc<[IpNet]>>);

impl TrustedProxies {
    /// Trusts the addresses of these networks, and no others.
    #[must_use]
    pub fn new(networks: impl IntoIterator<Item = IpNet>) -> Self {
        Self(Some(networks.into_iter().collect()))
    }

    /// Returns whether the operator has said which proxies there are.
    pub(crate) fn are_named(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether the forwarding headers of an address count.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let mut networks = self.0.iter().flat_map(|networks| networks.iter());
        networks.any(|network| network.contains(&address))
    }

    /// Returns whether all requests of an address may come from one client. A proxy on this machine looks like a program
    /// of it: as long as the operator has not named the proxies, nothing on this machine is limited by its address.
    pub(crate) fn is_one_client(&self, address: IpAddr) -> bool {
        match &self.0 {
            Some(_) => !self.contains(address),
            None => !address.is_loopback(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_counts_as_many_clients_until_proxies_are_named() {
        let [local, other]: [IpAddr; 2] = ["127.0.0.1", "203.0.113.7"].map(|text| text.parse().unwrap());
        let unnamed = TrustedProxies::default();
        assert!(!unnamed.is_one_client(local) && unnamed.is_one_client(other));
        assert!(!unnamed.contains(local) && !unnamed.contains(other));
        let named = TrustedProxies::new(["203.0.113.0/24".parse().unwrap()]);
        assert!(named.is_one_client(local) && !named.is_one_client(other));
        assert!(!named.contains(local) && named.contains(other));
    }
}
