//! Which addresses are on the public internet (the registries of RFC 6890).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Tells whether an address belongs to the public internet: to nobody's own network, to no machine itself, to no group of
/// receivers, and to no reserved range. An IPv6 address that represents an IPv4 address counts as that one.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded_v4(address) {
            Some(embedded) => is_public_v4(embedded),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_special = match address.octets() {
        // "This" network, shared addresses of carriers, tests of network devices, reserved.
        [0, ..] | [100, 64..=127, ..] | [198, 18 | 19, ..] | [240..=255, ..] => true,
        // Protocols, and the former relays to IPv6.
        [192, 0, 0, _] | [192, 88, 99, _] => true,
        _ => false,
    };
    !(is_special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Only 2000::/3 is assigned to the internet. Of it, some ranges are for protocols, tunnels and documentation.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_assigned = first & 0xe000 == 0x2000;
    let is_special = match (first, second) {
        (0x2001, 0..=0x01ff | 0x0db8) | (0x2002, _) => true,
        (0x3fff, second) => second < 0x1000,
        _ => false,
    };
    is_assigned && !is_special
}

/// Returns the IPv4 address that an address represents: mapped (`::ffff:0:0/96`), or by a translator (`64:ff9b::/96`).
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [.., high, low] = address.segments();
    let translated = || {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, _, _] => Some(translated()),
        _ => address.to_ipv4_mapped(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_are_told_from_all_others() {
        for public in [
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.1",
            "172.32.0.1",
            "198.20.0.1",
            "223.255.255.254",
            "2606:4700::1111",
            "2a00::1",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for other in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(other.parse().unwrap()), "{other}");
        }
    }
}
