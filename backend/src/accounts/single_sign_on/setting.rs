//! How the provider is found, and whom it lets in.

use super::identity::RoleClaim;
use base::this_machine::goes_unencrypted;
use std::sync::Arc;
use url::Url;

/// What is asked of the provider unless the operator says otherwise.
const SCOPES: &str = "openid email profile";

/// Most characters of the name on the button.
const NAME_LENGTH: usize = 60;

/// A provider of OpenID Connect by which people sign in (docs/staff.md#single-sign-on). Not for logs: it has a secret.
#[derive(Clone)]
pub struct SingleSignOnSetting {
    /// Without a slash at its end.
    pub(super) issuer: Url,
    pub(super) client_id: String,
    pub(super) client_secret: Arc<str>,
    pub(super) scopes: String,
    /// `None`: people have to be added before they sign in.
    pub(super) roles: Option<RoleClaim>,
    /// On the button; `None`: a word for it in the reader's language.
    pub(crate) name: Option<String>,
    /// Whether people sign in by passwords as well.
    pub(crate) has_passwords: bool,
}

/// Why a setting cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SingleSignOnSettingError {
    /// The address of the provider is none.
    #[error("--oidc-issuer: {0}")]
    Issuer(#[from] url::ParseError),
    /// The address of the provider cannot be one.
    #[error(
        "--oidc-issuer: an https address without query and fragment is expected, such as https://id.example.com; http is \
         for a provider on this machine"
    )]
    IssuerForm,
    /// The id or the secret is missing.
    #[error("{0} is missing: the provider gives it to you when you register this server")]
    Missing(&'static str),
    /// Without these there is no ID token with an address.
    #[error("--oidc-scopes: `openid` and `email` are needed")]
    Scopes,
    /// The name cannot be shown.
    #[error("--oidc-name: 1 to 60 characters on one line are expected")]
    Name,
    /// One of both is missing.
    #[error("--oidc-role-claim and --oidc-roles need each other: where roles are, and which roles they mean")]
    HalfOfRoles,
    /// A part of the list of roles cannot be read.
    #[error(
        "--oidc-roles: `{0}` is expected to be VALUE=ROLE, with a role of `owner`, `editor`, `agent` and `viewer`"
    )]
    Role(String),
}

impl SingleSignOnSetting {
    /// Reads the address of a provider, and what it knows this server by. People then sign in whose verified e-mail address
    /// was added before.
    ///
    /// # Errors
    /// The address is none that can be trusted, or the id or the secret is empty.
    pub fn new(issuer: &str, client_id: &str, client_secret: &str) -> Result<Self, SingleSignOnSettingError> {
        let issuer = Url::parse(issuer.trim_end_matches('/'))?;
        let is_plain = matches!(issuer.scheme(), "http" | "https")
            && issuer.query().is_none()
            && issuer.fragment().is_none()
            && issuer.username().is_empty()
            && issuer.password().is_none();
        if !is_plain || goes_unencrypted(&issuer) {
            return Err(SingleSignOnSettingError::IssuerForm);
        }
        for (value, what) in [
            (client_id, "--oidc-client-id"),
            (client_secret, "PULSEN_OIDC_CLIENT_SECRET"),
        ] {
            if value.is_empty() {
                return Err(SingleSignOnSettingError::Missing(what));
            }
        }
        Ok(Self {
            issuer,
            client_id: client_id.to_owned(),
            client_secret: client_secret.into(),
            scopes: SCOPES.into(),
            roles: None,
            name: None,
            has_passwords: true,
        })
    }

    /// Names the provider on the button.
    ///
    /// # Errors
    /// It is empty, too long, or has characters that cannot be seen.
    pub fn with_name(mut self, name: &str) -> Result<Self, SingleSignOnSettingError> {
        let name = name.trim();
        let length = name.chars().count();
        if !(1..=NAME_LENGTH).contains(&length) || name.chars().any(char::is_control) {
            return Err(SingleSignOnSettingError::Name);
        }
        self.name = Some(name.to_owned());
        Ok(self)
    }

    /// Asks the provider for other scopes, separated by spaces.
    ///
    /// # Errors
    /// `openid` or `email` is missing.
    pub fn with_scopes(mut self, scopes: &str) -> Result<Self, SingleSignOnSettingError> {
        let scopes: Vec<&str> = scopes.split_whitespace().collect();
        if !["openid", "email"].iter().all(|needed| scopes.contains(needed)) {
            return Err(SingleSignOnSettingError::Scopes);
        }
        self.scopes = scopes.join(" ");
        Ok(self)
    }

    /// Lets everybody in for whom a claim has one of these values, with the role that it means: `VALUE=ROLE` each.
    ///
    /// # Errors
    /// There are none, or one is not of this form.
    pub fn with_roles(mut self, claim: &str, roles: &[String]) -> Result<Self, SingleSignOnSettingError> {
        if claim.is_empty() || roles.is_empty() {
            return Err(SingleSignOnSettingError::HalfOfRoles);
        }
        let pairs = roles.iter().map(|pair| {
            let unreadable = || SingleSignOnSettingError::Role(pair.clone());
            let (value, role) = pair.rsplit_once('=').ok_or_else(unreadable)?;
            let role = role.parse().map_err(|_| unreadable())?;
            (!value.is_empty())
                .then(|| (value.to_owned(), role))
                .ok_or_else(unreadable)
        });
        let roles = pairs.collect::<Result<_, _>>()?;
        self.roles = Some(RoleClaim::new(claim, roles));
        Ok(self)
    }

    /// Lets people sign in by the provider only.
    #[must_use]
    pub fn without_passwords(mut self) -> Self {
        self.has_passwords = false;
        self
    }

    /// Returns whether people are added when they sign in.
    pub(crate) fn adds_people(&self) -> bool {
        self.roles.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(issuer: &str) -> Result<SingleSignOnSetting, SingleSignOnSettingError> {
        SingleSignOnSetting::new(issuer, "pulsen", "secret")
    }

    #[test]
    fn providers_are_reached_by_https_or_on_this_machine() {
        for issuer in [
            "https://id.example.com",
            "https://id.example.com/realms/shop/",
            "http://localhost:3000",
            "http://127.0.0.1:3000/",
        ] {
            assert!(setting(issuer).is_ok(), "{issuer}");
        }
        for issuer in [
            "",
            "id.example.com",
            "http://id.example.com",
            "ftp://id.example.com",
            "https://ann:secret@id.example.com",
            "https://id.example.com?tenant=1",
            "https://id.example.com#a",
        ] {
            assert!(setting(issuer).is_err(), "{issuer}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = |id: &str, secret: &str| {
            let setting = SingleSignOnSetting::new("https://id.example", id, secret);
            setting.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(error("", "s").starts_with("--oidc-client-id is missing"));
        assert!(error("pulsen", "").starts_with("PULSEN_OIDC_CLIENT_SECRET is missing"));
    }

    #[test]
    fn names_scopes_and_roles_are_checked() {
        let setting = || setting("https://id.example").unwrap();
        assert_eq!(
            setting().with_name(" Acme ").unwrap().name.as_deref(),
            Some("Acme")
        );
        for name in ["", " ", "a\nb", &"a".repeat(61)] {
            assert!(setting().with_name(name).is_err(), "{name}");
        }
        assert_eq!(
            setting().with_scopes("email  openid groups").unwrap().scopes,
            "email openid groups"
        );
        assert!(setting().with_scopes("openid profile").is_err());
        for (claim, roles) in [
            ("", "a=owner"),
            ("groups", ""),
            ("groups", "owner"),
            ("groups", "=owner"),
            ("groups", "a=admin"),
        ] {
            let roles: Vec<String> = Some(roles.to_owned())
                .filter(|role| !role.is_empty())
                .into_iter()
                .collect();
            assert!(setting().with_roles(claim, &roles).is_err(), "{claim} {roles:?}");
        }
        assert!(
            setting()
                .with_roles("groups", &["cn=a,ou=b=viewer".into()])
                .is_ok()
        );
    }
}
