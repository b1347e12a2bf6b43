//! What a server uses besides its database and its files.

use crate::accounts::SingleSignOn;
use crate::finding::Finding;
use crate::redis::Redis;
use crate::server::Settings;
use crate::uploads::Scanner;

/// Names in Redis begin with what this makes of them. Nothing is written.
const NO_SECRET: &str = "doctor";

pub(super) async fn examine_redis(settings: &Settings) -> Vec<Finding> {
    const CHECK: &str = "redis";
    let Some(address) = &settings.redis else {
        return Vec::new();
    };
    vec![match Redis::open(address, NO_SECRET).await {
        Ok(redis) => {
            let is_connected = redis.is_connected();
            redis.close().await;
            if is_connected {
                Finding::ok(CHECK, "it answers")
            } else {
                Finding::warn(
                    CHECK,
                    "it is unavailable",
                    "servers continue without it, but see each other's changes late",
                )
            }
        }
        Err(error) => Finding::fail(CHECK, error.to_string(), "see --redis: a server does not start"),
    }]
}

pub(super) async fn examine_text_messages(settings: &Settings) -> Vec<Finding> {
    const CHECK: &str = "text messages";
    let sent = settings.text_messages.as_ref();
    // That they go to the log is told as a risky option.
    let Some(setting) = sent.filter(|setting| !setting.is_for_development()) else {
        return Vec::new();
    };
    vec![match setting.try_gateway().await {
        Ok(()) => Finding::ok(CHECK, "the gateway can be reached; nothing was sent"),
        Err(reason) => Finding::fail(
            CHECK,
            format!("the gateway cannot be reached: {reason}"),
            "see --sms-url; visitors cannot verify their numbers",
        ),
    }]
}

pub(super) async fn examine_scanner(settings: &Settings) -> Vec<Finding> {
    const CHECK: &str = "scanner";
    let Some(address) = &settings.upload_checks.scanner else {
        return Vec::new();
    };
    vec![match Scanner::new(address.clone()).greet().await {
        Ok(()) => Finding::ok(CHECK, "it answers"),
        Err(error) => Finding::fail(
            CHECK,
            format!("{address} cannot be used: {error}"),
            "see --scan; uploads are refused meanwhile",
        ),
    }]
}

pub(super) async fn examine_mail(settings: &Settings) -> Vec<Finding> {
    const CHECK: &str = "mail";
    let Some(mail) = &settings.mail else {
        return Vec::new();
    };
    vec![match mail.try_server(settings.public_url.as_ref()).await {
        Ok(()) => Finding::ok(CHECK, "login to the mail server succeeded"),
        Err(reason) => Finding::fail(CHECK, reason, "see --smtp-url; mails wait meanwhile"),
    }]
}

pub(super) async fn examine_single_sign_on(settings: &Settings) -> Vec<Finding> {
    const CHECK: &str = "single sign-on";
    let Some(setting) = &settings.single_sign_on else {
        return Vec::new();
    };
    vec![match SingleSignOn::try_provider(setting).await {
        Ok(0) => Finding::fail(
            CHECK,
            "the provider lists no key for RS256 or ES256",
            "have it sign ID tokens with one of them",
        ),
        Ok(_) => Finding::ok(CHECK, "the provider answers, and lists its keys"),
        Err(fault) => Finding::fail(
            CHECK,
            fault.to_string(),
            "see --oidc-issuer; nobody can sign in by the provider",
        ),
    }]
}
