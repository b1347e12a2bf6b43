//! People sign in by a provider of OpenID Connect (docs/staff.md#single-sign-on): the code flow with PKCE and a nonce.
//!
//! | module | content |
//! |---|---|
//! | `fault` | why somebody could not sign in |
//! | `identity` | who somebody is, by what the provider says |
//! | `setting` | how the provider is found, and whom it lets in |
//! | `attempt` | what the browser keeps meanwhile |
//! | `calls`, `provider` | calls to the provider; what it says about itself |

mod attempt;
mod calls;
mod fault;
mod identity;
mod provider;
mod setting;

pub(crate) use attempt::{ATTEMPT_LIFE, SignOnAttempt};
use fault::SignOnFault;
pub(crate) use fault::SignOnFaultKind;
pub(crate) use identity::Identity;
pub use setting::{SingleSignOnSetting, SingleSignOnSettingError};

use crate::keyed_hash::{HashPurpose, KeyedHash};
use crate::server_key::{Secrets, ServerKeyError};
use attempt::is_same;
use base::signatures::{ExpectedToken, IdTokenFault, ProviderKeys};
use base::time::{Millis, now};
use calls::{Calls, code_of};
use provider::{Metadata, Provider};
use serde_json::{Map, Value};
use std::sync::Arc;
use store::Store;
use url::Url;

const ATTEMPTS: HashPurpose = HashPurpose {
    secret: "single_sign_on_key",
    key: "pulsen single sign-on key",
    length: 32,
};

/// Seconds after which the provider asks people again who they are: as long as a session lasts at most. With any such number, it says
/// when it has asked.
const MOST_AGE_SECONDS: &str = "1209600";

/// By how much the provider's clock may differ from ours.
const LEEWAY: Millis = 60_000;

/// Signs people in by a provider.
pub(crate) struct SingleSignOn {
    pub(crate) setting: SingleSignOnSetting,
    key: KeyedHash,
    calls: Calls,
    provider: Provider,
}

/// How a browser comes back from the provider.
#[derive(Debug, Default)]
pub(crate) struct Return {
    pub(crate) state: Option<String>,
    pub(crate) code: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) iss: Option<String>,
}

impl SingleSignOn {
    /// Uses the operator's secret, or else a key in the database, which is created on first use. Asks the provider nothing.
    pub(crate) async fn new(
        setting: SingleSignOnSetting,
        store: &Store,
        secrets: &Secrets,
    ) -> Result<Self, ServerKeyError> {
        Ok(Self {
            key: KeyedHash::new(store, secrets, &ATTEMPTS).await?,
            setting,
            calls: Calls::default(),
            provider: Provider::default(),
        })
    }

    /// Begins a sign-in that leads to a page of the console: returns where the browser goes, and what it keeps. `callback` is the
    /// address to which it comes back.
    ///
    /// # Errors
    /// The provider does not answer.
    pub(crate) async fn begin(
        &self,
        callback: &str,
        attempt: &SignOnAttempt,
    ) -> Result<(Url, String), SignOnFault> {
        let metadata = self.metadata().await?;
        let proofs = attempt.proofs(&self.key);
        let mut address = metadata.authorization_endpoint.0.clone();
        let mut query = address.query_pairs_mut();
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.setting.client_id)
            .append_pair("redirect_uri", callback)
            .append_pair("scope", &self.setting.scopes)
            .append_pair("state", &proofs.state)
            .append_pair("nonce", &proofs.nonce)
            .append_pair("code_challenge", &proofs.challenge())
            .append_pair("code_challenge_method", "S256");
        if attempt.is_again {
            query.append_pair("prompt", "login").append_pair("max_age", "0");
        } else {
            query.append_pair("max_age", MOST_AGE_SECONDS);
        }
        drop(query);
        Ok((address, attempt.write(&self.key)))
    }

    /// Returns the sign-in that has begun in a browser with this cookie, and that comes back with this state.
    pub(crate) fn resume(&self, cookie: &str, came_back: &Return) -> Option<SignOnAttempt> {
        let attempt = SignOnAttempt::read(cookie, &self.key, now())?;
        let state = came_back.state.as_deref()?;
        is_same(state, &attempt.proofs(&self.key).state).then_some(attempt)
    }

    /// Asks the provider who has signed in.
    ///
    /// # Errors
    /// The provider has refused or does not answer, its token is not valid, or it does not say enough.
    pub(crate) async fn identify(
        &self,
        attempt: &SignOnAttempt,
        callback: &str,
        came_back: &Return,
    ) -> Result<Identity, SignOnFault> {
        let metadata = self.metadata().await?;
        check_sender(&metadata, came_back)?;
        let code = match (&came_back.code, &came_back.error) {
            (Some(code), None) => code,
            (_, Some(error)) => return Err(SignOnFault::Refused(code_of(error))),
            (None, None) => return Err(SignOnFault::Form("its redirect")),
        };
        let proofs = attempt.proofs(&self.key);
        let tokens = self
            .calls
            .tokens(&metadata, &self.setting, (code, callback, &proofs))
            .await?;
        let expected = ExpectedToken {
            issuer: &metadata.issuer,
            client_id: &self.setting.client_id,
            nonce: &proofs.nonce,
        };
        let mut claims = self.verify(&tokens.id_token, expected).await?;
        if let (true, Some(address), Some(token)) = (
            self.lacks_something(&claims),
            &metadata.userinfo_endpoint,
            &tokens.access_token,
        ) {
            let about = self.calls.about(address.0.clone(), token).await?;
            add(&mut claims, about)?;
        }
        let identity = Identity::read(&claims, self.setting.roles.as_ref())?;
        let asked_at = identity.authenticated_at.unwrap_or(Millis::MIN);
        if attempt.is_again && asked_at < attempt.begun_at - LEEWAY {
            return Err(SignOnFault::NotAsked);
        }
        Ok(identity)
    }

    /// Asks the provider about itself, and returns how many of its keys can be used.
    ///
    /// # Errors
    /// It does not answer as it should.
    pub(crate) async fn try_provider(setting: &SingleSignOnSetting) -> Result<usize, SignOnFault> {
        let keys = Provider::default()
            .keys(&Calls::default(), setting, None, now())
            .await?;
        Ok(keys.count())
    }

    /// Verifies a token, with newer keys if none that is known fits.
    async fn verify(
        &self,
        token: &str,
        expected: ExpectedToken<'_>,
    ) -> Result<Map<String, Value>, SignOnFault> {
        let keys = self.keys(None).await?;
        match keys.verify(token, expected) {
            Err(IdTokenFault::UnknownKey) => Ok(self.keys(Some(&keys)).await?.verify(token, expected)?),
            result => Ok(result?),
        }
    }

    async fn metadata(&self) -> Result<Arc<Metadata>, SignOnFault> {
        self.provider.metadata(&self.calls, &self.setting, now()).await
    }

    async fn keys(&self, instead_of: Option<&Arc<ProviderKeys>>) -> Result<Arc<ProviderKeys>, SignOnFault> {
        self.provider
            .keys(&self.calls, &self.setting, instead_of, now())
            .await
    }

    /// Returns whether an ID token says too little: providers may say more at their userinfo endpoint only.
    fn lacks_something(&self, claims: &Map<String, Value>) -> bool {
        let roles = self.setting.roles.as_ref();
        ["email", "email_verified"]
            .iter()
            .any(|claim| !claims.contains_key(*claim))
            || roles.is_some_and(|roles| !roles.is_in(claims))
    }
}

/// Checks that a browser comes from the provider and from no other one (RFC 9207).
fn check_sender(metadata: &Metadata, came_back: &Return) -> Result<(), SignOnFault> {
    match &came_back.iss {
        Some(issuer) if *issuer == metadata.issuer => Ok(()),
        None if !metadata.authorization_response_iss_parameter_supported => Ok(()),
        _ => Err(SignOnFault::OtherIssuer),
    }
}

/// Adds what an ID token does not say, if it is about the same person.
fn add(claims: &mut Map<String, Value>, about: Map<String, Value>) -> Result<(), SignOnFault> {
    if about.get("sub") != claims.get("sub") {
        return Err(SignOnFault::OtherPerson);
    }
    // Both parts of an address come from the same place.
    if about.contains_key("email") {
        claims.remove("email");
        claims.remove("email_verified");
    }
    for (name, value) in about {
        claims.entry(name).or_insert(value);
    }
    Ok(())
}
