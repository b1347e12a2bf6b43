//! Builds the call of a connector from its templates.

use super::failure::LookUpFailure;
use crate::outgoing::{Call, Reach};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use base::records::{Connector, ConnectorMethod, Template, TemplateValues, UrlTemplate};
use base::secret_source::{SecretSource, SecretUse};
use serde_json::Value;

/// Most bytes of a target's response.
const RESPONSE_LIMIT: usize = 256 * 1024;

/// Builds the call for one answer.
pub(super) fn build(
    connector: &Connector,
    values: &TemplateValues<'_>,
    reach: Reach,
) -> Result<Call, LookUpFailure> {
    // The import has checked it.
    let url = UrlTemplate::parse(&connector.url).map_err(|error| LookUpFailure::Record(error.to_string()))?;
    let mut headers = headers(connector)?;
    headers
        .entry(ACCEPT)
        .or_insert(HeaderValue::from_static("application/json"));
    let body = match &connector.body {
        Some(template) => {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            fill(template, values)?.to_string().into_bytes()
        }
        None => Vec::new(),
    };
    Ok(Call {
        target: format!("connector {}", connector.id),
        method: match connector.method {
            ConnectorMethod::Get => Method::GET,
            ConnectorMethod::Post => Method::POST,
            ConnectorMethod::Put => Method::PUT,
        },
        url: url.render(values)?,
        headers,
        body,
        time_limit: connector.timeout(),
        response_limit: Some(RESPONSE_LIMIT),
        reach,
    })
}

fn headers(connector: &Connector) -> Result<HeaderMap, LookUpFailure> {
    let mut headers = HeaderMap::new();
    for (name, source) in &connector.headers {
        let value = match source {
            SecretSource::Literal(text) => {
                HeaderValue::try_from(text).map_err(|error| LookUpFailure::Record(error.to_string()))?
            }
            SecretSource::Environment { env } => from_environment(env)?,
            SecretSource::Stored { .. } => {
                return Err(LookUpFailure::Record(format!(
                    "nothing is stored for the header `{name}`"
                )));
            }
        };
        let name = HeaderName::try_from(name).map_err(|error| LookUpFailure::Record(error.to_string()))?;
        headers.insert(name, value);
    }
    Ok(headers)
}

/// Reads a secret at the time of the call: a changed one needs no import.
fn from_environment(name: &str) -> Result<HeaderValue, LookUpFailure> {
    let failure = || LookUpFailure::Environment(name.to_owned());
    let value = SecretUse::Connector.read_variable(name).ok_or_else(failure)?;
    let mut value = HeaderValue::try_from(value).map_err(|_| failure())?;
    value.set_sensitive(true);
    Ok(value)
}

/// Puts the values into the texts of a body. A value becomes a JSON text, or a part of one: it can never end it.
fn fill(template: &Value, values: &TemplateValues<'_>) -> Result<Value, LookUpFailure> {
    Ok(match template {
        Value::String(text) => {
            let template = Template::parse(text).map_err(|error| LookUpFailure::Record(error.to_string()))?;
            match template.whole() {
                Some(value) => values.get(value).into(),
                None => template.render(values, str::to_owned).into(),
            }
        }
        Value::Array(items) => items
            .iter()
            .map(|item| fill(item, values))
            .collect::<Result<_, _>>()?,
        Value::Object(members) => {
            let members = members.iter();
            let filled = members.map(|(name, member)| Ok((name.clone(), fill(member, values)?)));
            Value::Object(filled.collect::<Result<_, LookUpFailure>>()?)
        }
        other => other.clone(),
    })
}
