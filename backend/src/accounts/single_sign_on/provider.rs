//! The provider as this server knows it: its addresses and keys, kept for an hour (OpenID Connect Discovery 1.0).

use super::calls::Calls;
use super::fault::SignOnFault;
use super::setting::SingleSignOnSetting;
use base::signatures::ProviderKeys;
use base::this_machine::goes_unencrypted;
use base::time::{Millis, now};
use serde::Deserialize;
use std::sync::Arc;
use tokio::sync::Mutex;
use url::Url;

/// How long what the provider says about itself is used before it is asked again.
const KEPT: Millis = 60 * 60_000;

/// How far apart the provider is asked for keys because one is not known.
const KEYS_APART: Millis = 60_000;

/// How long nobody waits again for a provider that did not answer.
const FAILURES_APART: Millis = 5_000;

/// What the provider says about itself.
#[derive(Debug, Deserialize)]
pub(super) struct Metadata {
    /// Exactly as tokens name it.
    pub(super) issuer: String,
    pub(super) authorization_endpoint: Address,
    pub(super) token_endpoint: Address,
    pub(super) userinfo_endpoint: Option<Address>,
    jwks_uri: Address,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    /// Whether its responses name it (RFC 9207).
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
}

/// An address of the provider.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Address(pub(super) Url);

impl TryFrom<String> for Address {
    type Error = url::ParseError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Ok(Self(text.parse()?))
    }
}

/// What was fetched, and when.
struct Fetched<T> {
    value: Arc<T>,
    at: Millis,
}

#[derive(Default)]
struct Known {
    metadata: Option<Fetched<Metadata>>,
    keys: Option<Fetched<ProviderKeys>>,
    failed_at: Option<Millis>,
}

/// Asks the provider about itself, one question at a time.
#[derive(Default)]
pub(super) struct Provider {
    known: Mutex<Known>,
}

impl Metadata {
    /// Returns whether the secret goes into the body: only if the provider takes it nowhere else. By default it is in a header.
    pub(super) fn takes_secret_in_body(&self) -> bool {
        let methods = &self.token_endpoint_auth_methods_supported;
        let takes = |name: &str| methods.iter().any(|method| method == name);
        takes("client_secret_post") && !takes("client_secret_basic")
    }

    /// Checks that it is of the issuer, and that nothing secret goes to another machine without encryption.
    fn check(self, setting: &SingleSignOnSetting) -> Result<Self, SignOnFault> {
        // Some issuers end with a slash, which people leave out.
        if self.issuer.trim_end_matches('/') != setting.issuer.as_str().trim_end_matches('/') {
            return Err(SignOnFault::OtherIssuer);
        }
        let mut addresses = vec![&self.authorization_endpoint, &self.token_endpoint, &self.jwks_uri];
        addresses.extend(&self.userinfo_endpoint);
        if addresses
            .iter()
            .any(|Address(url)| !matches!(url.scheme(), "http" | "https") || goes_unencrypted(url))
        {
            return Err(SignOnFault::NotEncrypted);
        }
        Ok(self)
    }
}

impl Provider {
    /// Returns what the provider says about itself.
    ///
    /// # Errors
    /// It does not answer, and did not within the hour before.
    pub(super) async fn metadata(
        &self,
        calls: &Calls,
        setting: &SingleSignOnSetting,
        at: Millis,
    ) -> Result<Arc<Metadata>, SignOnFault> {
        let mut known = self.known.lock().await;
        known.metadata(calls, setting, at).await
    }

    /// Returns the provider's keys; with `instead_of` others than those, if a minute has passed since they were fetched.
    ///
    /// # Errors
    /// It does not answer, and did not within the hour before.
    pub(super) async fn keys(
        &self,
        calls: &Calls,
        setting: &SingleSignOnSetting,
        instead_of: Option<&Arc<ProviderKeys>>,
        at: Millis,
    ) -> Result<Arc<ProviderKeys>, SignOnFault> {
        let mut known = self.known.lock().await;
        if let Some(keys) = &known.keys {
            let is_other = instead_of.is_none_or(|old| !Arc::ptr_eq(old, &keys.value));
            let kept = if is_other { KEPT } else { KEYS_APART };
            if keys.is_younger(kept, at) {
                return Ok(Arc::clone(&keys.value));
            }
        }
        let address = known.metadata(calls, setting, at).await?.jwks_uri.0.clone();
        let keys = known.once_in_a_while(at, calls.keys(address)).await?;
        let value = Arc::new(keys);
        known.keys = Some(Fetched {
            value: Arc::clone(&value),
            at,
        });
        Ok(value)
    }
}

impl Known {
    async fn metadata(
        &mut self,
        calls: &Calls,
        setting: &SingleSignOnSetting,
        at: Millis,
    ) -> Result<Arc<Metadata>, SignOnFault> {
        if let Some(metadata) = &self.metadata
            && metadata.is_younger(KEPT, at)
        {
            return Ok(Arc::clone(&metadata.value));
        }
        let fetch = async {
            let metadata: Metadata = calls.metadata(&setting.issuer).await?;
            metadata.check(setting)
        };
        let value = Arc::new(self.once_in_a_while(at, fetch).await?);
        self.metadata = Some(Fetched {
            value: Arc::clone(&value),
            at,
        });
        Ok(value)
    }

    /// Fetches something, unless that has failed a moment ago: those who wait for this one would wait as long again.
    async fn once_in_a_while<T>(
        &mut self,
        at: Millis,
        fetch: impl Future<Output = Result<T, SignOnFault>>,
    ) -> Result<T, SignOnFault> {
        if self
            .failed_at
            .is_some_and(|failed_at| (failed_at..failed_at + FAILURES_APART).contains(&at))
        {
            return Err(SignOnFault::JustFailed);
        }
        let fetched = fetch.await;
        self.failed_at = fetched.is_err().then(now);
        fetched
    }
}

impl<T> Fetched<T> {
    fn is_younger(&self, age: Millis, at: Millis) -> bool {
        (self.at..self.at + age).contains(&at)
    }
}

#[cfg(test)]
mod tests;
