//! The operator's setting: which gateway sends text messages, and what a request to it looks like.

use super::template::{Escaping, Template};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use std::collections::BTreeMap;
use std::fmt;
use url::Url;

/// How text messages are sent.
#[derive(Clone)]
pub struct TextMessageSetting {
    pub(super) way: Way,
}

#[derive(Clone)]
pub(super) enum Way {
    /// To the log, for development.
    Log,
    Gateway(Box<Gateway>),
}

/// A gateway that is called over HTTP.
#[derive(Clone)]
pub(super) struct Gateway {
    pub(super) method: Method,
    pub(super) headers: HeaderMap,
    url: Template,
    body: Option<Template>,
}

/// A request to a gateway.
pub(super) struct GatewayRequest {
    pub(super) url: Url,
    /// Empty: without a body.
    pub(super) body: String,
}

/// Why a setting cannot be used. The texts repeat no value of the setting, because those may be secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextMessageSettingError(&'static str);

/// Writes messages to the log.
const LOG: &str = "log:";

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

const DEFAULT_BODY: &str = r#"{"to": "{{to}}", "text": "{{text}}"}"#;

/// Values like those of a real message, with which a setting is tried.
const SAMPLE: (&str, &str) = ("+905321234567", "123456 is your verification code.");

impl TextMessageSetting {
    /// Reads the setting (docs/api.md#text-messages): the address of the gateway or `log:`, the method (`POST` without
    /// one), the headers as a JSON object of texts, and the body of the request.
    ///
    /// # Errors
    /// A part cannot be read, or the request would lack the number or the text.
    pub fn new(
        url: &str,
        method: Option<&str>,
        headers: Option<&str>,
        body: Option<&str>,
    ) -> Result<Self, TextMessageSettingError> {
        let way = if url == LOG {
            Way::Log
        } else {
            Way::Gateway(Box::new(Gateway::new(url, method, headers, body)?))
        };
        Ok(Self { way })
    }

    /// Tells whether messages go to the log instead of to phones.
    #[must_use]
    pub fn is_for_development(&self) -> bool {
        matches!(self.way, Way::Log)
    }
}

impl fmt::Debug for TextMessageSetting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.way {
            Way::Log => "TextMessageSetting(log)",
            Way::Gateway(_) => "TextMessageSetting(gateway)",
        })
    }
}

impl Gateway {
    fn new(
        url: &str,
        method: Option<&str>,
        headers: Option<&str>,
        body: Option<&str>,
    ) -> Result<Self, TextMessageSettingError> {
        let method = method.unwrap_or("POST").to_ascii_uppercase();
        let method = match method.as_str() {
            "GET" => Method::GET,
            "POST" => Method::POST,
            "PUT" => Method::PUT,
            _ => return Err(TextMessageSettingError("the method must be GET, POST or PUT")),
        };
        let mut headers = headers.map_or_else(|| Ok(HeaderMap::new()), read_headers)?;
        let body = if method == Method::GET {
            if body.is_some() {
                return Err(TextMessageSettingError("a GET request has no body"));
            }
            None
        } else {
            let escaping = escaping_of(&mut headers)?;
            Some(Template::new(body.unwrap_or(DEFAULT_BODY), escaping))
        };
        let gateway = Self {
            method,
            headers,
            url: Template::new(url, Escaping::Percent),
            body,
        };
        gateway.check()?;
        Ok(gateway)
    }

    /// Returns the request with a number and a text in it; `None` if these make the address invalid.
    pub(super) fn request(&self, to: &str, text: &str) -> Option<GatewayRequest> {
        let body = self.body.as_ref().map(|body| body.fill(to, text));
        Some(GatewayRequest {
            url: Url::parse(&self.url.fill(to, text)).ok()?,
            body: body.unwrap_or_default(),
        })
    }

    /// Returns the address of the gateway's server, without path, user and parameters.
    pub(super) fn server(&self) -> Option<Url> {
        let (to, text) = SAMPLE;
        let request = self.request(to, text)?;
        Url::parse(&request.url.origin().ascii_serialization()).ok()
    }

    fn check(&self) -> Result<(), TextMessageSettingError> {
        let has = |has: fn(&Template) -> bool| has(&self.url) || self.body.as_ref().is_some_and(has);
        if !has(Template::has_number) || !has(Template::has_text) {
            return Err(TextMessageSettingError(
                "neither the address nor the body has both `{{to}}` and `{{text}}`",
            ));
        }
        let (to, text) = SAMPLE;
        let url = Url::parse(&self.url.fill(to, text));
        if !url.is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host()) {
            return Err(TextMessageSettingError(
                "the address must be an http or https address, or `log:`",
            ));
        }
        let is_json = self
            .headers
            .get(CONTENT_TYPE)
            .is_some_and(|kind| is_type(kind, JSON));
        let body = self.body.as_ref().map(|body| body.fill(to, text));
        if let Some(body) = body.filter(|_| is_json)
            && serde_json::from_str::<serde_json::Value>(&body).is_err()
        {
            return Err(TextMessageSettingError(
                "the body is not JSON once `{{to}}` and `{{text}}` are filled in: they stand between quotes",
            ));
        }
        Ok(())
    }
}

/// Reads a JSON object of header names and values. Values are marked as sensitive, so that nothing prints them.
fn read_headers(text: &str) -> Result<HeaderMap, TextMessageSettingError> {
    const NO_OBJECT: TextMessageSettingError =
        TextMessageSettingError("the headers must be a JSON object of names and texts");
    const NO_HEADER: TextMessageSettingError =
        TextMessageSettingError("a header has a name or a value that cannot be sent");
    let pairs: BTreeMap<String, String> = serde_json::from_str(text).map_err(|_| NO_OBJECT)?;
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        let name: HeaderName = name.parse().map_err(|_| NO_HEADER)?;
        let mut value: HeaderValue = value.parse().map_err(|_| NO_HEADER)?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(headers)
}

/// Returns how values are escaped in the body: as the content type says, which is JSON where none is set.
fn escaping_of(headers: &mut HeaderMap) -> Result<Escaping, TextMessageSettingError> {
    let kind = headers
        .entry(CONTENT_TYPE)
        .or_insert(HeaderValue::from_static(JSON));
    if is_type(kind, JSON) {
        Ok(Escaping::Json)
    } else if is_type(kind, FORM) {
        Ok(Escaping::Percent)
    } else {
        Err(TextMessageSettingError(
            "the header Content-Type must be application/json or application/x-www-form-urlencoded",
        ))
    }
}

fn is_type(header: &HeaderValue, kind: &str) -> bool {
    let text = header.to_str().unwrap_or_default();
    let essence = text.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gateway(
        url: &str,
        method: Option<&str>,
        headers: Option<&str>,
        body: Option<&str>,
    ) -> Result<Gateway, String> {
        Gateway::new(url, method, headers, body).map_err(|error| error.to_string())
    }

    const HTTPS: &str = "https://sms.example/send";

    #[test]
    fn a_request_is_json_unless_the_setting_says_otherwise() {
        let json = gateway(HTTPS, None, None, None).unwrap();
        let request = json.request("+90", "say \"hi\"").unwrap();
        assert_eq!((json.method.as_str(), request.url.as_str()), ("POST", HTTPS));
        assert_eq!(json.headers[CONTENT_TYPE], JSON);
        assert_eq!(request.body, r#"{"to": "+90", "text": "say \"hi\""}"#);

        let headers = r#"{"content-type": "application/x-www-form-urlencoded", "Authorization": "Basic x"}"#;
        let form = gateway(HTTPS, None, Some(headers), Some("To={{to}}&Body={{text}}")).unwrap();
        assert_eq!(form.request("+90", "a b").unwrap().body, "To=%2B90&Body=a%20b");
        assert_eq!(form.headers["authorization"], "Basic x");
        assert!(form.headers["authorization"].is_sensitive());

        let query = format!("{HTTPS}?to={{{{to}}}}&text={{{{text}}}}");
        let get = gateway(&query, Some("get"), None, None).unwrap();
        let request = get.request("+90", "a&b").unwrap();
        assert_eq!(request.url.as_str(), format!("{HTTPS}?to=%2B90&text=a%26b"));
        assert!(request.body.is_empty() && get.headers.is_empty());
    }

    #[test]
    fn settings_that_cannot_work_are_refused() {
        let form = Some(r#"{"Content-Type": "application/x-www-form-urlencoded"}"#);
        for (setting, reason) in [
            (gateway("sms.example", None, None, None), "http or https"),
            (gateway("file:///x", None, None, None), "http or https"),
            (gateway(HTTPS, Some("DELETE"), None, None), "GET, POST or PUT"),
            (gateway(HTTPS, Some("GET"), None, None), "{{to}}"),
            (gateway(HTTPS, Some("GET"), None, Some("x")), "has no body"),
            (
                gateway(HTTPS, None, None, Some("{\"to\": \"{{to}}\"}")),
                "{{text}}",
            ),
            (gateway(HTTPS, None, form, Some("text={{text}}")), "{{to}}"),
            (
                gateway(HTTPS, None, None, Some("{{to}} {{text}}")),
                "between quotes",
            ),
            (
                gateway(HTTPS, None, Some("Authorization: x"), None),
                "JSON object",
            ),
            (
                gateway(HTTPS, None, Some("{\"a b\": \"x\"}"), None),
                "cannot be sent",
            ),
            (
                gateway(HTTPS, None, Some("{\"a\": \"x\\ny\"}"), None),
                "cannot be sent",
            ),
            (
                gateway(HTTPS, None, Some("{\"content-type\": \"text/plain\"}"), None),
                "Content-Type",
            ),
        ] {
            let error = setting.err().unwrap();
            assert!(error.contains(reason), "{error}");
        }
        assert!(
            TextMessageSetting::new("log:", None, None, None)
                .unwrap()
                .is_for_development()
        );
    }
}
