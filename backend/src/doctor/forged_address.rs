//! Whether the server counts visitors by addresses that they cannot choose (docs/api.md#rate-limits).

use crate::finding::Finding;
use crate::http::KnownClient;
use axum::http::HeaderName;
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr};

const CHECK: &str = "client address";

/// What the doctor claims to be: an address for documentation, which no visitor has.
pub(super) const FORGED: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 77));

/// Says what it means how the server knows the client that claims to be [`FORGED`]; `None` for other servers, which do not tell.
pub(super) fn judge_client(answer: &Value, header: &HeaderName, is_encrypted: bool) -> Option<Finding> {
    let known: KnownClient = serde_json::from_value(answer.clone()).ok()?;
    let no_proxy = "name the address of the proxy, as the server sees it, with --trusted-proxies";
    Some(match known {
        KnownClient::Header => Finding::ok(
            CHECK,
            format!("the server takes it from the proxy's {header}, and a forged one does not count"),
        ),
        KnownClient::Connection if is_encrypted => Finding::fail(
            CHECK,
            "the proxy is not in --trusted-proxies, so all visitors count as one",
            no_proxy,
        ),
        KnownClient::Connection => Finding::warn(
            CHECK,
            "the server takes it from the connection: behind a proxy, all visitors count as one",
            no_proxy,
        ),
        KnownClient::Claim => Finding::fail(
            CHECK,
            format!("the proxy passes on the {header} of visitors, so they choose whose limits count"),
            format!("let the proxy set {header} itself (docs/deploy.md#a-proxy)"),
        ),
        KnownClient::ClaimOfProxy => Finding::warn(
            CHECK,
            format!(
                "the server believed a forged {header} of this machine, whose address is among --trusted-proxies"
            ),
            "let the proxy replace the header, or run the doctor on a machine that is not trusted",
        ),
        KnownClient::Unnamed => Finding::fail(
            CHECK,
            format!("the proxy sends no {header}, so all visitors count as one"),
            format!(
                "let the proxy set {header}, or name the header that it sets with --client-address-header"
            ),
        ),
        KnownClient::Unreadable => Finding::fail(
            CHECK,
            format!("the {header} that the proxy sends ends with no address, so all visitors count as one"),
            format!("let the proxy write the visitor's address, and nothing else, into {header}"),
        ),
        KnownClient::Many => Finding::warn(
            CHECK,
            "the server does not limit connections of this machine, from which a proxy may pass on those of all visitors",
            no_proxy,
        ),
    })
}
