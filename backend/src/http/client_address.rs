//! Whose request it is: the address of the client, also behind proxies (docs/api.md#rate-limits).

use crate::connections::{TrustedProxies, client_network};
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

/// The address that stands for the client of an admitted request; `None` if it may stand for many. Handlers get it as an
/// extension.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientAddress(pub(super) Option<IpAddr>);

/// Returns the address that stands for the client of a request; `None` if it may stand for many.
///
/// Forwarding headers count only from a trusted proxy, and only as far back as the proxies are trusted: everything before
/// that was written by the client.
pub(super) fn client_address(headers: &HeaderMap, peer: IpAddr, proxies: &TrustedProxies) -> Option<IpAddr> {
    let mut client = peer;
    if proxies.contains(peer) {
        for entry in forwarded_for(headers).iter().rev() {
            let Some(address) = parse(entry) else { break };
            client = address;
            if !proxies.contains(client) {
                break;
            }
        }
    }
    proxies.is_one_client(client).then(|| client_network(client))
}

/// Returns the chain of addresses, the client's first. Proxies know `X-Forwarded-For` better than `Forwarded`
/// (RFC 7239), so it is preferred.
fn forwarded_for(headers: &HeaderMap) -> Vec<&str> {
    let values = |name: &str| {
        let values = headers.get_all(name).into_iter();
        values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
    };
    let chain: Vec<&str> = values("x-forwarded-for").collect();
    if chain.is_empty() {
        values("forwarded").filter_map(for_parameter).collect()
    } else {
        chain
    }
}

/// Returns the parameter `for` of one element of `Forwarded`.
fn for_parameter(element: &str) -> Option<&str> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then_some(value)
    })
}

/// Parses an address, which may be quoted and have brackets and a port.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let address = text
        .parse::<SocketAddr>()
        .map(|address| address.ip())
        .or_else(|_| text.trim_matches(['[', ']']).parse::<IpAddr>());
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn client(peer: &str, headers: &[(&'static str, &str)]) -> Option<String> {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()))
            .collect();
        let proxies = TrustedProxies::new(["10.0.0.0/8".parse().unwrap()]);
        client_address(&headers, peer.parse().unwrap(), &proxies).map(|address| address.to_string())
    }

    #[test]
    fn only_trusted_proxies_say_whose_request_it_is() {
        let forged = [("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1")];
        assert_eq!(client("203.0.113.7", &forged).unwrap(), "203.0.113.7");
        assert_eq!(client("10.0.0.1", &forged).unwrap(), "192.0.2.1");
        assert_eq!(client("10.0.0.1", &[]), None, "the proxy itself");
    }

    #[test]
    fn the_last_address_that_no_proxy_has_counts() {
        let chain = |value: &str| client("10.0.0.1", &[("x-forwarded-for", value)]).unwrap();
        assert_eq!(chain("198.51.100.9, 192.0.2.1, 10.0.0.2"), "192.0.2.1");
        assert_eq!(chain("garbage, 192.0.2.1:4711"), "192.0.2.1");
        assert_eq!(chain("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(chain("[2001:db8::1]:4711"), "2001:db8::");
        assert_eq!(
            client("10.0.0.1", &[("x-forwarded-for", "192.0.2.1, unknown")]),
            None
        );
    }

    #[test]
    fn forwarded_is_read_as_well() {
        let value = "for=198.51.100.9, for=\"[2001:db8::1]:4711\";proto=https, For=10.0.0.2";
        assert_eq!(client("10.0.0.1", &[("forwarded", value)]).unwrap(), "2001:db8::");
    }
}
