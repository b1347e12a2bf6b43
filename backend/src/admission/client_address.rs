//! Whose request it is: the address of the client, also behind proxies (docs/api.md#rate-limits).

use crate::connections::{TrustedProxies, client_network};
use axum::http::header::FORWARDED;
use axum::http::{HeaderMap, HeaderName};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The address that represents the client of an admitted request; `None` if it may be shared by many. Handlers get it as an
/// extension.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

/// Stands for all clients together whom a trusted proxy does not name readably. No client has this address.
const UNREADABLE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The client of a request, and how the server knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Client {
    /// By the address of the connection.
    Connected(IpAddr),
    /// By the header of a trusted proxy: the address, and how many addresses from the end of the header were read.
    Named(IpAddr, usize),
    /// A trusted proxy says nothing: the address is its own.
    Unnamed(IpAddr),
    /// A trusted proxy says what is no address.
    Unreadable,
    /// Many may be behind the address, and the operator has named no proxy.
    Many,
}

impl Client {
    /// Finds the client of a request.
    ///
    /// The header of the proxies counts from a trusted proxy only, and only as far back as the proxies are trusted: everything before
    /// that may have been written by the client. So it is read from its end, address by address, and what stands before is not looked
    /// at.
    pub(crate) fn find(headers: &HeaderMap, peer: IpAddr, proxies: &TrustedProxies) -> Self {
        if !proxies.contains(peer) {
            let is_one = proxies.is_one_client(peer);
            return if is_one { Self::Connected(peer) } else { Self::Many };
        }
        let mut client = Self::Unnamed(peer);
        let header = proxies.client_header();
        for (index, entry) in entries_from_the_end(headers, &header).enumerate() {
            let entry = if header == FORWARDED {
                for_parameter(entry)
            } else {
                Some(entry)
            };
            let Some(address) = entry.and_then(parse) else {
                return Self::Unreadable;
            };
            client = Self::Named(address, index + 1);
            if !proxies.contains(address) {
                break;
            }
        }
        client
    }

    /// Returns the address that represents the client; `None` if it may be shared by many.
    pub(crate) fn address(self) -> Option<IpAddr> {
        match self {
            Self::Connected(address) | Self::Named(address, _) | Self::Unnamed(address) => {
                Some(client_network(address))
            }
            Self::Unreadable => Some(UNREADABLE),
            Self::Many => None,
        }
    }
}

/// Returns the elements of a header that is a list, the last one first. A header may be there several times.
fn entries_from_the_end<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a [u8]> {
    let values = headers.get_all(name).into_iter().rev();
    values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','))
}

/// Returns the parameter `for` of one element of `Forwarded`.
fn for_parameter(element: &[u8]) -> Option<&[u8]> {
    element.split(|byte| *byte == b';').find_map(|pair| {
        let equals = pair.iter().position(|byte| *byte == b'=')?;
        let (name, value) = pair.split_at(equals);
        let is_for = name.trim_ascii().eq_ignore_ascii_case(b"for");
        is_for.then(|| value.get(1..).unwrap_or_default())
    })
}

/// Parses an address, which may be quoted and have brackets and a port.
fn parse(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let unquoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let text = unquoted.unwrap_or(text);
    let address = text
        .parse::<SocketAddr>()
        .map(|address| address.ip())
        .or_else(|_| {
            let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
            bare.unwrap_or(text).parse::<IpAddr>()
        });
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    /// Finds the client of a request over a connection from a proxy, or from elsewhere.
    fn find_in(header: &'static str, peer: &str, headers: &[(&'static str, &[u8])]) -> Client {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(
                HeaderName::from_static(name),
                HeaderValue::from_bytes(value).unwrap(),
            );
        }
        let networks = ["10.0.0.0/8".parse().unwrap()];
        let proxies = TrustedProxies::naming_clients_in(HeaderName::from_static(header), networks);
        Client::find(&map, peer.parse().unwrap(), &proxies)
    }

    const XFF: &str = "x-forwarded-for";

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_trusted_proxies_say_whose_request_it_is() {
        let forged: [(&str, &[u8]); 2] = [(XFF, b"192.0.2.1"), ("forwarded", b"for=192.0.2.2")];
        let found = find_in(XFF, "203.0.113.7", &forged);
        assert_eq!(found, Client::Connected(address("203.0.113.7")));
        let found = find_in(XFF, "10.0.0.1", &forged);
        assert_eq!(found, Client::Named(address("192.0.2.1"), 1));
        let unnamed = Client::find(
            &HeaderMap::new(),
            address("127.0.0.1"),
            &TrustedProxies::default(),
        );
        assert_eq!((unnamed, unnamed.address()), (Client::Many, None));
    }

    #[test]
    fn the_last_address_that_no_proxy_has_counts_whatever_is_before_it() {
        for (value, expected, read) in [
            (&b"192.0.2.1"[..], "192.0.2.1", 1),
            (b"198.51.100.9, 192.0.2.1, 10.0.0.2", "192.0.2.1", 2),
            (b"garbage, 192.0.2.1:4711", "192.0.2.1", 1),
            (b"\x80\xff, 192.0.2.1", "192.0.2.1", 1),
            (b"\xc3\xa9, 192.0.2.1, 10.0.0.2", "192.0.2.1", 2),
            (b"\"for\", ,, 192.0.2.1 ", "192.0.2.1", 1),
            (b"::ffff:192.0.2.1", "192.0.2.1", 1),
            (b"[2001:db8::1]:4711", "2001:db8::1", 1),
            (b"\"[2001:db8::1]\"", "2001:db8::1", 1),
            (b"10.0.0.3, 10.0.0.2", "10.0.0.3", 2),
        ] {
            let found = find_in(XFF, "10.0.0.1", &[(XFF, value)]);
            let shown = String::from_utf8_lossy(value);
            assert_eq!(found, Client::Named(address(expected), read), "{shown}");
        }
        let lines: [(&str, &[u8]); 2] = [(XFF, b"198.51.100.9"), (XFF, b"192.0.2.1, 10.0.0.2")];
        let found = find_in(XFF, "10.0.0.1", &lines);
        assert_eq!(found, Client::Named(address("192.0.2.1"), 2));
        assert_eq!(
            Client::Named(address("2001:db8::1"), 1).address(),
            Some(address("2001:db8::"))
        );
    }

    #[test]
    fn clients_with_unreadable_addresses_share_one_limit() {
        for value in [
            &b"unknown"[..],
            b"",
            b"192.0.2.1,",
            b"192.0.2.1, \x80",
            b"192.0.2.1, 192.0.2.256",
            b"192.0.2.1, fe80::1%eth0",
            b"\"192.0.2.1",
            b"192.0.2.1, unknown, 10.0.0.2",
        ] {
            let found = find_in(XFF, "10.0.0.1", &[(XFF, value)]);
            let shown = String::from_utf8_lossy(value);
            assert_eq!(
                (found, found.address()),
                (Client::Unreadable, Some(UNREADABLE)),
                "{shown}"
            );
        }
        // Another header than the proxy's was written by the client.
        let found = find_in(XFF, "10.0.0.1", &[("forwarded", b"for=192.0.2.1")]);
        assert_eq!(found, Client::Unnamed(address("10.0.0.1")));
        assert_eq!(found.address(), Some(address("10.0.0.1")));
    }

    #[test]
    fn the_operator_names_the_header() {
        let headers: [(&str, &[u8]); 3] = [
            (XFF, b"192.0.2.1"),
            ("x-real-ip", b"192.0.2.2"),
            (
                "forwarded",
                b"for=198.51.100.9, proto=https;For=\"[2001:db8::1]:4711\";by=x, for=10.0.0.2",
            ),
        ];
        let found = |header| find_in(header, "10.0.0.1", &headers);
        assert_eq!(found("x-real-ip"), Client::Named(address("192.0.2.2"), 1));
        assert_eq!(found("forwarded"), Client::Named(address("2001:db8::1"), 2));
        for element in [
            &b"for=192.0.2.1, proto=https"[..],
            b"for=192.0.2.1, for=_hidden",
            b"for",
        ] {
            let found = find_in("forwarded", "10.0.0.1", &[("forwarded", element)]);
            assert_eq!(found, Client::Unreadable);
        }
    }
}
