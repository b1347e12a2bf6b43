//! Which proxies a server trusts, by the address that visitors use (docs/api.md#rate-limits).

use crate::connections::TrustedProxies;
use crate::server_address::ServerAddress;
use url::Host;

/// Limits could not tell visitors apart: all of them would count as the proxy, or as none.
#[derive(Debug, thiserror::Error)]
#[error(
    "{0} begins with https, so a proxy is in front of the server: start it with --trusted-proxies and the addresses of the proxy, \
     such as --trusted-proxies 127.0.0.1,::1 for one on this machine. Without it, limits could not tell visitors apart"
)]
pub(super) struct NoTrustedProxies(ServerAddress);

/// Returns the proxies that the server trusts. Visitors who reach it without encryption may reach it without a proxy; then each
/// connection is one client, also of this machine, unless only this machine reaches it.
pub(super) fn trusted_proxies(
    public_url: Option<&ServerAddress>,
    named: &TrustedProxies,
) -> Result<TrustedProxies, NoTrustedProxies> {
    let Some(public_url) = public_url.filter(|_| !named.are_named()) else {
        return Ok(named.clone());
    };
    if public_url.is_encrypted() {
        return Err(NoTrustedProxies(public_url.clone()));
    }
    let is_local = match public_url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    Ok(if is_local {
        named.clone()
    } else {
        TrustedProxies::new([])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_can_tell_visitors_apart_or_does_not_start() {
        let proxies = |url: &str, named: &TrustedProxies| {
            trusted_proxies(Some(&url.parse().unwrap()), named).map(|proxies| proxies.are_named())
        };
        let unnamed = TrustedProxies::default();
        let error = proxies("https://feedback.example.com", &unnamed).unwrap_err();
        assert!(error.to_string().contains("--trusted-proxies"), "{error}");
        let named = TrustedProxies::new(["127.0.0.1/32".parse().unwrap()]);
        assert!(proxies("https://feedback.example.com", &named).unwrap());
        for public in ["http://feedback.example.com", "http://192.0.2.1:8080"] {
            assert!(proxies(public, &unnamed).unwrap(), "{public}");
        }
        for local in ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080"] {
            assert!(!proxies(local, &unnamed).unwrap(), "{local}");
        }
        assert!(!trusted_proxies(None, &unnamed).unwrap().are_named());
    }
}
