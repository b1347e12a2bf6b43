//! Counts the open connections, in all and by address.

use super::limits::ConnectionLimits;
use super::trusted_proxies::TrustedProxies;
use metrics::Gauge;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The places for connections.
#[derive(Clone)]
pub(crate) struct OpenConnections {
    counts: Arc<Mutex<Counts>>,
    gauge: Gauge,
    total: usize,
    per_address: usize,
    trusted_proxies: TrustedProxies,
}

/// Holds no address without a connection, so it is as bounded as they are.
#[derive(Default)]
struct Counts {
    total: usize,
    by_client: HashMap<IpAddr, usize>,
}

/// The place of an open connection. Dropping it frees the place.
pub(crate) struct Place {
    counts: Arc<Mutex<Counts>>,
    gauge: Gauge,
    /// `None` if the address is not limited.
    client: Option<IpAddr>,
}

impl OpenConnections {
    /// The gauge shows how many places are taken.
    pub(crate) fn new(limits: &ConnectionLimits, gauge: Gauge) -> Self {
        Self {
            counts: Arc::default(),
            gauge,
            total: limits.total,
            per_address: limits.per_address,
            trusted_proxies: limits.trusted_proxies.clone(),
        }
    }

    /// Takes a place for a connection from an address; `None` if there is none.
    pub(super) fn enter(&self, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let is_one = self.trusted_proxies.is_one_client(address);
        self.enter_client(is_one.then(|| client_network(address)))
    }

    /// Takes a place for a client; `None` for the client means that many may be behind its address.
    pub(crate) fn enter_client(&self, client: Option<IpAddr>) -> Option<Place> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.total >= self.total {
            return None;
        }
        if let Some(client) = client {
            let count = counts.by_client.entry(client).or_default();
            if *count >= self.per_address {
                return None;
            }
            *count += 1;
        }
        counts.total += 1;
        self.gauge.increment(1);
        Some(Place {
            counts: Arc::clone(&self.counts),
            gauge: self.gauge.clone(),
            client,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total -= 1;
        self.gauge.decrement(1);
        if let Some(client) = self.client
            && let Some(count) = counts.by_client.get_mut(&client)
        {
            *count -= 1;
            if *count == 0 {
                counts.by_client.remove(&client);
            }
        }
    }
}

/// Returns what stands for one client: an IPv4 address, or the /64 network of an IPv6 address, all of which one customer of
/// a provider can use.
pub(crate) fn client_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        IpAddr::V4(_) => address,
    }
}

/// Returns the network that a client belongs to: a /24 of IPv4 or a /48 of IPv6, as large as what one customer of a provider
/// usually has at most.
pub(crate) fn wide_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from(u128::from(address) & (u128::MAX << 80))),
        IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from(u32::from(address) & (u32::MAX << 8))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_in_all_and_by_client_and_come_free() {
        let limits = ConnectionLimits {
            total: 4,
            per_address: 2,
            ..ConnectionLimits::default()
        };
        let open = OpenConnections::new(&limits, Gauge::noop());
        let enter = |address: &str| open.enter(address.parse().unwrap());
        let first = enter("2001:db8::1");
        let _second = enter("2001:db8::2").unwrap();
        assert!(enter("2001:db8::3").is_none(), "one network is one client");
        let _others = [enter("192.0.2.1").unwrap(), enter("::ffff:192.0.2.1").unwrap()];
        assert!(enter("192.0.2.2").is_none(), "all places are taken");
        drop(first);
        assert!(enter("192.0.2.1").is_none(), "it has two");
        assert!(enter("2001:db8::3").is_some());
        let counts = open.counts.lock().unwrap();
        assert_eq!((counts.total, counts.by_client.len()), (3, 2));
    }

    #[test]
    fn networks_are_as_wide_as_one_customer_has() {
        for (address, expected) in [
            ("203.0.113.7", "203.0.113.0"),
            ("2001:db8:1:2::3", "2001:db8:1::"),
        ] {
            let network = wide_network(address.parse().unwrap());
            assert_eq!(network.to_string(), expected);
        }
    }

    #[test]
    fn this_machine_may_have_all_places() {
        let limits = ConnectionLimits {
            per_address: 0,
            ..ConnectionLimits::default()
        };
        let open = OpenConnections::new(&limits, Gauge::noop());
        assert!(open.enter("127.0.0.1".parse().unwrap()).is_some());
    }
}
