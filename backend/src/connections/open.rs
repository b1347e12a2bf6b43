//! Counts the open connections, in all and by address.

use super::limits::ConnectionLimits;
use super::trusted_proxies::TrustedProxies;
use crate::shares::{Share, Shares};
use metrics::Gauge;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

/// The permits for connections.
#[derive(Clone)]
pub(crate) struct OpenConnections {
    permits: Arc<Shares>,
    gauge: Gauge,
    trusted_proxies: TrustedProxies,
}

/// The permit of an open connection. Dropping it frees the permit.
pub(crate) struct ConnectionPermit {
    _share: Share,
    gauge: Gauge,
}

impl OpenConnections {
    /// The gauge shows how many permits are taken.
    pub(crate) fn new(limits: &ConnectionLimits, gauge: Gauge) -> Self {
        Self {
            permits: Shares::new(limits.total, limits.per_address),
            gauge,
            trusted_proxies: limits.trusted_proxies.clone(),
        }
    }

    /// Takes a permit for a connection from an address; `None` if there is none.
    pub(super) fn enter(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let address = address.to_canonical();
        let is_one = self.trusted_proxies.is_one_client(address);
        self.enter_client(is_one.then(|| client_network(address)))
    }

    /// Takes a permit for a client; `None` for the client means that many may be behind its address.
    pub(crate) fn enter_client(&self, client: Option<IpAddr>) -> Option<ConnectionPermit> {
        let share = self.permits.take(client, 1).ok()?;
        self.gauge.increment(1);
        Some(ConnectionPermit {
            _share: share,
            gauge: self.gauge.clone(),
        })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.gauge.decrement(1);
    }
}

/// Returns what represents one client: an IPv4 address, or the /64 network of an IPv6 address, all of which one customer of
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
        assert!(enter("192.0.2.2").is_none(), "all permits are taken");
        drop(first);
        assert!(enter("192.0.2.1").is_none(), "it has two");
        assert!(enter("2001:db8::3").is_some());
        assert_eq!(open.permits.taken(), 3);
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
