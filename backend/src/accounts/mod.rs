//! How people prove who they are (docs/staff.md#people).

mod browser;
mod known_browsers;
mod link;
mod names;
mod password_rules;
mod passwords;
mod second_factor;
mod single_sign_on;

pub(crate) use browser::browser_words;
pub(crate) use link::NewLink;
pub(crate) use names::{NameFault, OPERATOR, PROVIDER, TOKEN_OPERATOR, staff_name};
pub(crate) use password_rules::{MOST_CHARACTERS, check_password};
pub(crate) use passwords::{Attempt, PasswordError, Verdict};
pub(crate) use second_factor::{Code, new_recovery_codes, recovery_hash};
pub(crate) use single_sign_on::{
    ATTEMPT_LIFE, Identity, Return, SignOnAttempt, SignOnFaultKind, SingleSignOn,
};
pub use single_sign_on::{SingleSignOnSetting, SingleSignOnSettingError};

use crate::mail::parse_address;
use crate::server_key::{Secrets, ServerKeyError};
use base::time::Millis;
use known_browsers::KnownBrowsers;
use passwords::Passwords;
use second_factor::SecondFactors;
use store::Store;

/// What proves who somebody is.
pub(crate) struct Accounts {
    pub(crate) passwords: Passwords,
    pub(crate) second_factors: SecondFactors,
    pub(crate) known_browsers: KnownBrowsers,
    /// `None`: people sign in by passwords only.
    pub(crate) single_sign_on: Option<SingleSignOn>,
}

impl Accounts {
    /// Uses the operator's secret, or else keys in the database, which are created on first use.
    pub(crate) async fn new(
        store: &Store,
        secrets: &Secrets,
        single_sign_on: Option<SingleSignOnSetting>,
    ) -> Result<Self, ServerKeyError> {
        let single_sign_on = match single_sign_on {
            None => None,
            Some(setting) => Some(SingleSignOn::new(setting, store, secrets).await?),
        };
        Ok(Self {
            passwords: Passwords::default(),
            second_factors: SecondFactors::new(store, secrets).await?,
            known_browsers: KnownBrowsers::new(store, secrets).await?,
            single_sign_on,
        })
    }

    /// Returns whether people may sign in by passwords.
    pub(crate) fn has_passwords(&self) -> bool {
        let single_sign_on = self.single_sign_on.as_ref();
        single_sign_on.is_none_or(|by_provider| by_provider.setting.has_passwords)
    }
}

/// How long a password or a code confirms who somebody is.
pub(crate) const CONFIRMATION_LIFE: Millis = 10 * 60_000;

/// Returns the address by which a person is known, however they type it; `None` for a text that is none.
pub(crate) fn account_email(text: &str) -> Option<String> {
    parse_address(text).map(|address| address.to_lowercase())
}
