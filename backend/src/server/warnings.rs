//! Settings that work, but should not stay. The server logs them at its start and shows them to owners, and `pulsen doctor` lists them.

use super::settings::Settings;
use crate::condition::{Condition, ConditionCode as Code};
use crate::finding::Finding;
use crate::rate_limits::Rates;
use crate::redis::RedisAddress;
use crate::server_address::ServerAddress;
use crate::uploads::{FilesAddress, ScannerAddress};
use base::this_machine::goes_unencrypted;
use std::net::IpAddr;
use store::DatabaseAddress;

/// A risky setting.
#[derive(Debug, PartialEq, Eq)]
struct Warning {
    code: Code,
    reason: &'static str,
    /// What to do.
    advice: &'static str,
}

/// Returns what is risky about settings, or that nothing is.
pub(crate) fn configuration(settings: &Settings) -> Vec<Condition> {
    const CHECK: &str = "configuration";
    let warnings = warnings(settings);
    if warnings.is_empty() {
        let finding = Finding::ok(CHECK, "no option is risky");
        return vec![Condition::new(Code::NoRiskyOption, finding)];
    }
    warnings
        .into_iter()
        .map(|Warning { code, reason, advice }| Condition::new(code, Finding::warn(CHECK, reason, advice)))
        .collect()
}

/// Returns what is risky about settings.
fn warnings(settings: &Settings) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: Code, is_risky: bool, reason, advice| {
        if is_risky {
            warnings.push(Warning { code, reason, advice });
        }
    };
    let public_url = settings.public_url.as_ref();
    let is_encrypted = public_url.is_some_and(ServerAddress::is_encrypted);
    warn(
        Code::VisitorsUnencrypted,
        public_url.is_some() && !is_encrypted,
        "visitors reach the server without encryption",
        "put a proxy with HTTPS in front of it, and begin --public-url with https://",
    );
    warn(
        Code::ProxyNotTrusted,
        is_encrypted && !settings.bounds.connections.trusted_proxies.are_named(),
        "a proxy is in front of the server, which trusts none: it does not start",
        "name the proxy's address with --trusted-proxies",
    );
    warn(
        Code::AllProxiesTrusted,
        settings.bounds.connections.trusted_proxies.are_all_addresses(),
        "every address is trusted as a proxy, so each client chooses whose limits count",
        "name only the networks of your proxies with --trusted-proxies",
    );
    let is_off = settings.bounds.rates == Rates::off();
    warn(
        Code::NoRateLimits,
        is_off && public_url.is_some(),
        "nothing limits how often somebody may ask",
        "leave --rate-limit out, or raise single limits",
    );
    warn(
        Code::NoSignInLimit,
        !is_off && settings.bounds.rates.sign_in.is_none() && public_url.is_some(),
        "nothing limits how often somebody may guess a password",
        "leave sign_in out of --rate-limit, or raise it",
    );
    warn(
        Code::PrivateConnectors,
        settings.allow_private_connectors && public_url.is_some(),
        "connectors may call addresses in your own network, and without encryption",
        "leave --allow-private-connectors out unless one needs it",
    );
    warn(
        Code::PrivateWebhooks,
        settings.webhooks.allow_private && public_url.is_some(),
        "webhooks may call addresses in your own network, and without encryption",
        "leave --allow-private-webhooks out unless one needs it",
    );
    warn(
        Code::PublicMetrics,
        settings.metrics.is_some_and(|address| !is_private(address.ip())),
        "everybody who reaches the address of --metrics may read them",
        "let it be one of this machine or of your own network",
    );
    warn(
        Code::TextMessagesLogged,
        settings
            .text_messages
            .as_ref()
            .is_some_and(|setting| setting.is_for_development()),
        "text messages are written to the log, with the codes in them",
        "set --sms-url to your gateway",
    );
    warn(
        Code::MailUnencrypted,
        settings
            .mail
            .as_ref()
            .is_some_and(|setting| setting.is_unencrypted()),
        "mails go to the mail server without encryption",
        "begin --smtp-url with starttls:// or smtps:// if the server has any",
    );
    let scanner = settings.upload_checks.scanner.as_ref();
    warn(
        Code::ScannerUnencrypted,
        scanner.is_some_and(ScannerAddress::is_elsewhere),
        "files of visitors go to the scanner without encryption",
        "let the scanner run on this machine, or reach it through an encrypted network",
    );
    warn(
        Code::ActiveDocuments,
        settings.upload_checks.allow_active_documents && public_url.is_some(),
        "documents with scripts, or with files in them, reach staff",
        "leave --allow-active-documents out unless you need such documents",
    );
    warn(
        Code::RunsAsRoot,
        rustix::process::geteuid().is_root() && public_url.is_some(),
        "the server runs as root",
        "run it as a user of its own (docs/deploy.md)",
    );
    warnings.extend(unencrypted(settings));
    warnings
}

/// Returns what goes to other machines without encryption.
fn unencrypted(settings: &Settings) -> impl Iterator<Item = Warning> {
    let database = settings.database.as_ref();
    let redis = settings.redis.as_ref();
    let files = settings.files.as_ref();
    let found = [
        (
            Code::DatabaseUnencrypted,
            database.is_some_and(DatabaseAddress::may_be_unencrypted),
            "what goes to PostgreSQL on another machine may be unencrypted",
            "add ?sslmode=verify-full to the address of the database, or at least ?sslmode=require",
        ),
        (
            Code::RedisUnencrypted,
            redis.is_some_and(RedisAddress::is_unencrypted),
            "what goes to Redis on another machine is unencrypted",
            "begin --redis with rediss://",
        ),
        (
            Code::FilesUnencrypted,
            files.is_some_and(FilesAddress::is_unencrypted),
            "files go to their storage on another machine unencrypted",
            "begin the endpoint of --files with https://",
        ),
        (
            Code::TracesUnencrypted,
            settings.traces.as_ref().is_some_and(goes_unencrypted),
            "traces go to another machine unencrypted",
            "begin --otlp with https://",
        ),
    ];
    found
        .into_iter()
        .filter(|(_, is_risky, ..)| *is_risky)
        .map(|(code, _, reason, advice)| Warning { code, reason, advice })
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::TrustedProxies;

    fn settings() -> Settings {
        Settings::new("127.0.0.1:0".parse().unwrap(), "data".into())
    }

    fn reasons(settings: &Settings) -> String {
        let warnings = warnings(settings);
        let reasons: Vec<_> = warnings.into_iter().map(|warning| warning.reason).collect();
        reasons.join("\n")
    }

    #[test]
    fn a_server_for_development_warns_of_nothing() {
        let mut settings = settings();
        settings.bounds.rates = Rates::off();
        assert_eq!(reasons(&settings), "");
    }

    #[test]
    fn not_everybody_is_a_proxy() {
        let mut settings = settings();
        let trust = |network: &str| TrustedProxies::new([network.parse().unwrap()]);
        settings.bounds.connections.trusted_proxies = trust("10.0.0.0/8");
        assert_eq!(reasons(&settings), "");
        settings.bounds.connections.trusted_proxies = trust("::/0");
        assert!(reasons(&settings).contains("every address is trusted"));
    }

    #[test]
    #[cfg(all(feature = "postgres", feature = "redis", feature = "s3"))]
    fn unencrypted_connections_to_other_machines_are_warned_about() {
        let mut settings = settings();
        settings.database = "postgres://db.example/pulsen".parse().ok();
        settings.redis = "redis://cache.example".parse().ok();
        settings.files = "s3://files?endpoint=http://minio:9000&allow_http=true"
            .parse()
            .ok();
        settings.traces = "http://collector:4318/v1/traces".parse().ok();
        let found = reasons(&settings);
        for system in ["PostgreSQL", "Redis", "files", "traces"] {
            assert!(found.contains(system), "{system}: {found}");
        }
        settings.database = "postgres://db.example/pulsen?sslmode=verify-full".parse().ok();
        settings.redis = "rediss://cache.example".parse().ok();
        settings.files = "s3://files?region=eu-central-1".parse().ok();
        settings.traces = "http://127.0.0.1:4318/v1/traces".parse().ok();
        assert_eq!(reasons(&settings), "");
    }

    #[test]
    fn a_public_server_should_be_encrypted_limited_and_know_its_proxy() {
        let mut settings = settings();
        settings.public_url = "http://feedback.example.com".parse().ok();
        settings.bounds.rates = Rates::off();
        let found = reasons(&settings);
        assert!(
            found.contains("without encryption") && found.contains("how often"),
            "{found}"
        );
        settings.public_url = "https://feedback.example.com".parse().ok();
        settings.metrics = "0.0.0.0:9090".parse().ok();
        settings.webhooks.allow_private = true;
        let found = reasons(&settings);
        for reason in ["a proxy is in front", "--metrics", "webhooks may call"] {
            assert!(found.contains(reason), "{found}");
        }
        settings.webhooks.allow_private = false;
        settings.metrics = "10.0.0.7:9090".parse().ok();
        assert!(!reasons(&settings).contains("--metrics"));
    }
}
