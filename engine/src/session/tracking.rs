//! The request headers that depend on the session. See docs/api.md#tracking-pairs.

use super::percent_encoding::percent_encode;
use super::{Channel, Headers, SessionContext};

/// Two query parameters that name a tracked channel together, and the headers that carry them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackingPair {
    /// The query parameters. Both have to be there.
    pub parameters: [&'static str; 2],
    /// The headers, in the same order.
    pub headers: [&'static str; 2],
    /// The channel of the invitation, where one can unsubscribe from it (docs/api.md#unsubscriptions).
    pub channel: Option<Channel>,
}

/// The tracking pairs, in the order of precedence: the first complete one is sent.
pub const TRACKING_PAIRS: [TrackingPair; 5] = [
    pair(["sdi", "sci"], ["X-SDI", "X-SCI"], Some(Channel::Sms)),
    pair(["edi", "eci"], ["X-EDI", "X-ECI"], None),
    pair(["ldi", "lci"], ["X-LDI", "X-LCI"], None),
    pair(["wdi", "wci"], ["X-WDI", "X-WCI"], Some(Channel::Whatsapp)),
    pair(
        ["pndi", "pnci"],
        ["X-PNDI", "X-PNCI"],
        Some(Channel::PushNotification),
    ),
];

const fn pair(
    parameters: [&'static str; 2],
    headers: [&'static str; 2],
    channel: Option<Channel>,
) -> TrackingPair {
    TrackingPair {
        parameters,
        headers,
        channel,
    }
}

/// Builds the headers of a save that the shell adds to those of every request.
pub(super) fn build_headers(context: &SessionContext, partial: bool, stored_id: Option<&str>) -> Headers {
    let mut headers = Vec::new();
    if partial {
        headers.push(("X-COMPLETED", "true".into()));
    }
    let given = |name| context.query.get(name).filter(|value| !value.is_empty());
    let complete = TRACKING_PAIRS.iter().find_map(|pair| {
        let [first, second] = pair.parameters;
        Some((pair.headers, [given(first)?, given(second)?]))
    });
    match complete {
        Some((names, values)) => {
            let pairs = names.into_iter().zip(values);
            headers.extend(pairs.map(|(name, value)| (name, encode(value))));
        }
        None if !context.node.id.is_empty() => headers.push(("X-WWID", encode(&context.node.id))),
        None => {}
    }
    if let Some(id) = stored_id {
        headers.push(("X-FID", id.into()));
    }
    Headers(headers)
}

/// Encodes everything but visible ASCII, and the percent sign itself: a browser refuses to send other headers, and the
/// server decodes them.
fn encode(text: &str) -> Box<str> {
    percent_encode(text, |byte| byte.is_ascii_graphic() && byte != b'%').into()
}
