//! Whether a host is this machine, so that what is sent to it goes over no network.

use std::net::IpAddr;
use url::Url;

/// Returns whether a host, a name or an address, also in brackets, is this machine.
pub fn is_this_machine(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']);
    host == "localhost"
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.to_canonical().is_loopback())
}

/// Returns whether what is sent to an address goes to another machine without encryption.
pub fn goes_unencrypted(address: &Url) -> bool {
    address.scheme() == "http" && !address.host_str().is_some_and(is_this_machine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_of_this_machine_are_known() {
        for host in [
            "localhost",
            "127.0.0.1",
            "127.8.8.8",
            "::1",
            "[::1]",
            "::ffff:127.0.0.1",
        ] {
            assert!(is_this_machine(host), "{host}");
        }
        assert!(goes_unencrypted(&"http://collector:4318/".parse().unwrap()));
        for address in [
            "https://collector:4318/",
            "http://[::1]:4318/",
            "http://localhost/",
        ] {
            assert!(!goes_unencrypted(&address.parse().unwrap()), "{address}");
        }
        for host in ["", "db", "localhost.example", "10.0.0.1", "0.0.0.0", "[::2]"] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
