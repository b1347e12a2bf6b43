//! Whether visitors reach the server, and whether it knows them: its name, its certificate, its clock, their addresses.

use super::clock;
use super::forged_address::{FORGED, judge_client};
use crate::finding::Finding;
use crate::http::{CLAIMED_ADDRESS, SERVER};
use crate::server::Settings;
use crate::server_address::ServerAddress;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::header::{DATE, FORWARDED, HeaderName};
use reqwest::redirect::Policy;
use reqwest::tls::TlsInfo;
use reqwest::{Client, Response};
use serde_json::Value;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use x509_cert::Certificate;
use x509_cert::der::Decode;

/// How long an answer may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Days before its end at which a certificate should have been renewed: those that renew themselves do so earlier.
const RENEWED_BEFORE: u64 = 14;

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

const CHECK: &str = "public address";

pub(super) async fn examine(settings: &Settings) -> Vec<Finding> {
    let Some(public_url) = &settings.public_url else {
        let advice = "needed as soon as others are to reach the server";
        return vec![Finding::warn(CHECK, "there is no --public-url", advice)];
    };
    let client_header = settings.bounds.connections.trusted_proxies.client_header();
    let response = match ask(public_url, &client_header).await {
        Ok(response) => response,
        Err(error) => {
            let reason = format!("{public_url} cannot be reached: {}", innermost(&error));
            let advice = "see the name, the proxy and its certificate; from this machine, unlike from others, it may be \
                          unreachable by the rules of a network";
            return vec![Finding::fail(CHECK, reason, advice)];
        }
    };
    let mut findings = Vec::new();
    findings.extend(clock_difference(&response).map(|seconds| clock::judge(seconds, "the public address")));
    findings.extend(certificate(&response));
    let status = response.status();
    let body = response.text().await.unwrap_or_default();
    let body: Value = serde_json::from_str(&body).unwrap_or_default();
    findings.extend(judge_client(
        body.get("client").unwrap_or(&Value::Null),
        &client_header,
        public_url.is_encrypted(),
    ));
    findings.insert(
        0,
        if status.is_success() && body.get("server").and_then(Value::as_str) == Some(SERVER) {
            Finding::ok(CHECK, format!("{public_url} leads to a server of Pulsen"))
        } else {
            let reason = format!("{public_url}/healthz returned {status} from something other than Pulsen");
            Finding::fail(
                CHECK,
                reason,
                "check whether the server runs, and where the proxy sends requests",
            )
        },
    );
    findings
}

/// Asks as a visitor does who claims another address than their own.
async fn ask(public_url: &ServerAddress, client_header: &HeaderName) -> reqwest::Result<Response> {
    let client = Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .timeout(LIMIT)
        .tls_info(true)
        .build()?;
    let address = public_url.at("/healthz");
    let forged = if *client_header == FORWARDED {
        format!("for={FORGED}")
    } else {
        FORGED.to_string()
    };
    let request = client.get(address).header(client_header, forged);
    request.header(CLAIMED_ADDRESS, FORGED.to_string()).send().await
}

/// The certificate holds: the client has verified it. It may end soon.
fn certificate(response: &Response) -> Option<Finding> {
    const CHECK: &str = "certificate";
    let certificate = response.extensions().get::<TlsInfo>()?.peer_certificate()?;
    let certificate = Certificate::from_der(certificate).ok()?;
    let end = certificate.tbs_certificate.validity.not_after.to_unix_duration();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let days = end.saturating_sub(now).as_secs() / SECONDS_PER_DAY;
    let reason = format!("it is valid for {days} more days");
    Some(if days < RENEWED_BEFORE {
        Finding::warn(
            CHECK,
            reason,
            "renew it; a proxy that does so by itself should have by now",
        )
    } else {
        Finding::ok(CHECK, reason)
    })
}

/// Returns by how many seconds this machine is ahead of whatever answers: a proxy on another machine, or this machine itself.
fn clock_difference(response: &Response) -> Option<i64> {
    let date = response.headers().get(DATE)?.to_str().ok()?;
    let date = rfc2822::DateTimeParser::new().parse_timestamp(date).ok()?;
    Some(Timestamp::now().as_second() - date.as_second())
}

/// Returns the reason at the end of a chain: the ones before say where it happened.
fn innermost(error: &reqwest::Error) -> String {
    let mut reason: &dyn std::error::Error = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}
