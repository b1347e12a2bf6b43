//! One call of a receiver, and what its response means (docs/webhooks.md#responses).

use super::parts::WebhookParts;
use super::signature::{message_id, signatures};
use super::{Webhooks, body};
use crate::outgoing::{Call, CallFailure, CallResponse};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use base::random::random_id;
use base::telemetry::{System, measured};
use base::time::{DAY, Millis, now};
use jiff::fmt::rfc2822;
use store::{Delivery, DeliveryResult, Webhook};
use url::Url;

/// The longest `Retry-After` that is obeyed.
const LONGEST_WAIT: Millis = DAY;

/// Most characters that are kept of the reason for a failure.
const ERROR_LENGTH: usize = 200;

/// What came of a try by staff.
pub(crate) struct TestOutcome {
    /// Of the response; `None` if there was none.
    pub(crate) status: Option<u16>,
    /// `None`: the receiver has taken it.
    pub(crate) error: Option<String>,
}

/// Sends a delivery.
///
/// # Errors
/// There is no body, because the database failed: nothing is known.
pub(super) async fn send(
    parts: &WebhookParts,
    webhook: &Webhook,
    delivery: &Delivery,
) -> Result<DeliveryResult, body::BodyError> {
    // Its nodes may be fewer than when this was written. Anyone who may change or replay it now need not be allowed to see the others.
    if !webhook.settings.nodes.includes(&delivery.node_id) {
        return Ok(DeliveryResult::NothingToTell);
    }
    let Some(body) = body::build(parts, delivery).await? else {
        return Ok(DeliveryResult::NothingToTell);
    };
    let response = parts.webhooks.post(webhook, &message_id(delivery), body).await;
    Ok(match response {
        Ok(response) if is_taken(response.status) => DeliveryResult::Delivered {
            status: response.status,
        },
        Ok(response) if response.status == 410 => DeliveryResult::Gone,
        Ok(response) => DeliveryResult::Failed {
            status: Some(response.status),
            error: refusal(response.status),
            asked: asked(&response.headers, now()),
        },
        Err(failure) => DeliveryResult::Failed {
            status: None,
            error: shortened(&failure),
            asked: None,
        },
    })
}

impl Webhooks {
    /// Tells a receiver nothing but that it is called, whether or not its webhook is enabled.
    pub(crate) async fn send_test(&self, webhook: &Webhook) -> TestOutcome {
        let failed = |error: String| TestOutcome {
            status: None,
            error: Some(error),
        };
        let id = match random_id() {
            Ok(id) => format!("msg_{id}"),
            Err(error) => return failed(error.to_string()),
        };
        let body = match body::build_test(&webhook.id, now()) {
            Ok(body) => body,
            Err(error) => return failed(error.to_string()),
        };
        match self.post(webhook, &id, body).await {
            Ok(response) => TestOutcome {
                status: Some(response.status),
                error: (!is_taken(response.status)).then(|| refusal(response.status)),
            },
            Err(failure) => failed(shortened(&failure)),
        }
    }

    async fn post(&self, webhook: &Webhook, id: &str, body: String) -> Result<CallResponse, CallFailure> {
        let unusable = |error: &dyn std::fmt::Display| CallFailure::Unreachable(error.to_string());
        let url = Url::parse(&webhook.settings.url).map_err(|error| unusable(&error))?;
        let headers = self
            .headers(webhook, id, &body)
            .map_err(|error| unusable(&error))?;
        let call = self.outgoing.call(Call {
            target: format!("webhook {}", webhook.number),
            method: Method::POST,
            url,
            headers,
            body: body.into_bytes(),
            time_limit: self.setting.time_limit,
            response_limit: None,
            reach: self.reach(),
        });
        let taken = async {
            match call.await {
                Ok(response) if is_taken(response.status) => Ok(response),
                other => Err(other),
            }
        };
        measured(System::Webhook, taken).await.or_else(|other| other)
    }

    fn headers(
        &self,
        webhook: &Webhook,
        id: &str,
        body: &str,
    ) -> Result<HeaderMap, axum::http::header::InvalidHeaderValue> {
        let now = now();
        let seconds = now / 1000;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let signatures = signatures(&self.keys, webhook, (id, seconds), body, now);
        for (name, value) in [
            ("webhook-id", id),
            ("webhook-timestamp", &seconds.to_string()),
            ("webhook-signature", &signatures),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_str(value)?);
        }
        Ok(headers)
    }
}

fn is_taken(status: u16) -> bool {
    (200..300).contains(&status)
}

fn refusal(status: u16) -> String {
    format!("the receiver answered {status}")
}

fn shortened(failure: &CallFailure) -> String {
    failure.to_string().chars().take(ERROR_LENGTH).collect()
}

/// Returns the time before which a receiver wants to hear nothing: `Retry-After` in seconds, or as a date.
fn asked(headers: &HeaderMap, now: Millis) -> Option<Millis> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let asked = match text.parse::<u32>() {
        Ok(seconds) => now + Millis::from(seconds) * 1000,
        Err(_) => rfc2822::parse(text).ok()?.timestamp().as_millisecond(),
    };
    (asked > now).then(|| asked.min(now + LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_by(text: &str) -> Option<Millis> {
        let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_str(text).unwrap())]);
        asked(&headers, 1_445_412_400_000)
    }

    #[test]
    fn a_receiver_asks_for_a_pause_in_seconds_or_until_a_date() {
        assert_eq!(asked_by("120"), Some(1_445_412_520_000));
        assert_eq!(asked_by("Wed, 21 Oct 2015 07:28:00 GMT"), Some(1_445_412_480_000));
        assert_eq!(asked_by("4000000000"), Some(1_445_412_400_000 + DAY));
        for nothing in ["0", "-1", "soon", "Wed, 21 Oct 2015 07:20:00 GMT"] {
            assert_eq!(asked_by(nothing), None, "{nothing}");
        }
    }
}
