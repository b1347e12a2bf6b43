//! The calls to the provider, bounded in time and size.

use super::attempt::Proofs;
use super::fault::SignOnFault;
use super::provider::Metadata;
use super::setting::SingleSignOnSetting;
use crate::outgoing::{Call, CallResponse, Outgoing, Reach};
use base::signatures::ProviderKeys;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Method;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::time::Duration;
use url::Url;
use url::form_urlencoded::{Serializer, byte_serialize};

/// How long the provider may take for one answer.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Most bytes of an answer.
const ANSWER_LIMIT: usize = 256 * 1024;

/// Makes calls to the provider.
#[derive(Default)]
pub(super) struct Calls(Outgoing);

/// What the provider gives for a code.
#[derive(Deserialize)]
pub(super) struct Tokens {
    pub(super) id_token: String,
    pub(super) access_token: Option<String>,
}

/// Why the provider gives nothing.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

impl Calls {
    /// Fetches what the provider says about itself.
    pub(super) async fn metadata(&self, issuer: &Url) -> Result<Metadata, SignOnFault> {
        const WHAT: &str = "its description";
        let mut address = issuer.clone();
        let path = format!(
            "{}/.well-known/openid-configuration",
            issuer.path().trim_end_matches('/')
        );
        address.set_path(&path);
        read(WHAT, self.get(WHAT, address, None).await?)
    }

    /// Fetches the provider's keys.
    pub(super) async fn keys(&self, address: Url) -> Result<ProviderKeys, SignOnFault> {
        const WHAT: &str = "its keys";
        let response = succeeded(WHAT, self.get(WHAT, address, None).await?)?;
        Ok(ProviderKeys::parse(&response.body)?)
    }

    /// Exchanges a code.
    pub(super) async fn tokens(
        &self,
        metadata: &Metadata,
        setting: &SingleSignOnSetting,
        (code, callback, proofs): (&str, &str, &Proofs),
    ) -> Result<Tokens, SignOnFault> {
        const WHAT: &str = "its token endpoint";
        let mut headers = HeaderMap::new();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("application/x-www-form-urlencoded"),
        );
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", callback),
            ("code_verifier", &proofs.verifier),
        ];
        if metadata.takes_secret_in_body() {
            fields.push(("client_id", &setting.client_id));
            fields.push(("client_secret", &setting.client_secret));
        } else {
            headers.insert(AUTHORIZATION, basic(&setting.client_id, &setting.client_secret)?);
        }
        let form = Serializer::new(String::new()).extend_pairs(fields).finish();
        let call = call(Method::POST, metadata.token_endpoint.0.clone(), headers, form);
        let response = self.send(WHAT, call).await?;
        if let (400 | 401, Ok(refusal)) = (response.status, serde_json::from_slice::<Refusal>(&response.body))
        {
            return Err(SignOnFault::Refused(code_of(&refusal.error)));
        }
        read(WHAT, response)
    }

    /// Fetches what the provider says about somebody besides the ID token.
    pub(super) async fn about(
        &self,
        address: Url,
        access_token: &str,
    ) -> Result<Map<String, Value>, SignOnFault> {
        const WHAT: &str = "its userinfo endpoint";
        read(WHAT, self.get(WHAT, address, Some(access_token)).await?)
    }

    async fn get(
        &self,
        what: &'static str,
        address: Url,
        token: Option<&str>,
    ) -> Result<CallResponse, SignOnFault> {
        let mut headers = HeaderMap::new();
        if let Some(token) = token {
            let value = HeaderValue::try_from(format!("Bearer {token}"));
            headers.insert(AUTHORIZATION, value.map_err(|_| SignOnFault::Form(what))?);
        }
        self.send(what, call(Method::GET, address, headers, String::new()))
            .await
    }

    async fn send(&self, what: &'static str, call: Call) -> Result<CallResponse, SignOnFault> {
        let response = self.0.call(call).await;
        response.map_err(|why| SignOnFault::Call { what, why })
    }
}

fn call(method: Method, url: Url, mut headers: HeaderMap, body: String) -> Call {
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    Call {
        target: "single sign-on".into(),
        method,
        url,
        headers,
        body: body.into_bytes(),
        time_limit: TIME_LIMIT,
        response_limit: Some(ANSWER_LIMIT),
        // The operator names the provider at the start of the server; many are in the own network.
        reach: Reach::Everywhere,
    }
}

fn read<T: DeserializeOwned>(what: &'static str, response: CallResponse) -> Result<T, SignOnFault> {
    let response = succeeded(what, response)?;
    serde_json::from_slice(&response.body).map_err(|_| SignOnFault::Form(what))
}

fn succeeded(what: &'static str, response: CallResponse) -> Result<CallResponse, SignOnFault> {
    match response.status {
        200..=299 => Ok(response),
        status => Err(SignOnFault::Status { what, status }),
    }
}

/// Returns the header with the id and the secret, which are encoded as in a form first (RFC 6749, section 2.3.1).
fn basic(id: &str, secret: &str) -> Result<HeaderValue, SignOnFault> {
    let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encoded(id), encoded(secret));
    let mut value = HeaderValue::try_from(format!("Basic {}", BASE64_STANDARD.encode(pair)))
        .map_err(|_| SignOnFault::Form("the client's id and secret"))?;
    value.set_sensitive(true);
    Ok(value)
}

/// Returns the code of an error for the log; nothing of what has another form, because anybody can write it.
pub(super) fn code_of(error: &str) -> String {
    let is_code = (1..=40).contains(&error.len())
        && error
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_code { error } else { "another error" }.to_owned()
}
