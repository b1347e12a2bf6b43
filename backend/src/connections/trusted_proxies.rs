//! Which addresses represent many clients.

use axum::http::HeaderName;
use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::Arc;

/// Where proxies write the client's address unless the operator says otherwise.
const CLIENT_HEADER: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies of the operator (`--trusted-proxies`). Only they can say on whose behalf they ask, and only in one header
/// (`--client-address-header`).
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Option<Arc<Named>>);

#[derive(Debug, Clone)]
struct Named {
    networks: Vec<IpNet>,
    client_header: HeaderName,
}

impl TrustedProxies {
    /// Trusts the addresses of these networks, and no others. They name the client in `X-Forwarded-For`.
    #[must_use]
    pub fn new(networks: impl IntoIterator<Item = IpNet>) -> Self {
        Self::naming_clients_in(CLIENT_HEADER, networks)
    }

    /// Trusts the addresses of these networks, and no others. They name the client in a header, which is a list of addresses as
    /// `X-Forwarded-For` is, or `Forwarded` (RFC 7239).
    #[must_use]
    pub fn naming_clients_in(client_header: HeaderName, networks: impl IntoIterator<Item = IpNet>) -> Self {
        Self(Some(Arc::new(Named {
            networks: networks.into_iter().collect(),
            client_header,
        })))
    }

    /// Returns whether the operator has said which proxies there are.
    pub(crate) fn are_named(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether every address is trusted, and so chooses on whose behalf it asks.
    pub(crate) fn are_all_addresses(&self) -> bool {
        let networks = self.0.iter().flat_map(|named| &named.networks);
        networks.into_iter().any(|network| network.prefix_len() == 0)
    }

    /// Returns the header in which the proxies name the client.
    pub(crate) fn client_header(&self) -> HeaderName {
        let named = self.0.as_ref().map(|named| named.client_header.clone());
        named.unwrap_or(CLIENT_HEADER)
    }

    /// Returns whether what an address says about the client counts.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let mut networks = self.0.iter().flat_map(|named| &named.networks);
        networks.any(|network| network.contains(&address))
    }

    /// Returns whether all connections of an address may come from one client. A proxy on this machine looks like a program
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
