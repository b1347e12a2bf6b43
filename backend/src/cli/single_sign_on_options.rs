//! The options of `pulsen serve` for single sign-on (docs/staff.md#single-sign-on).

use super::error::CommandError;
use crate::SingleSignOnSetting;
use clap::Args;
use std::env::VarError;

#[derive(Debug, Args)]
pub(super) struct SingleSignOnOptions {
    /// Address of a provider of OpenID Connect by which people sign in, such as https://id.example.com. Its secret for this server is
    /// read from `PULSEN_OIDC_CLIENT_SECRET`.
    #[arg(long, value_name = "URL", env = "PULSEN_OIDC_ISSUER")]
    oidc_issuer: Option<String>,

    /// Id of this server at the provider; needed with `--oidc-issuer`.
    #[arg(long, value_name = "ID", env = "PULSEN_OIDC_CLIENT_ID")]
    oidc_client_id: Option<String>,

    /// Name of the provider on the button. Without it, the button says “single sign-on” in the reader's language.
    #[arg(long, value_name = "NAME", env = "PULSEN_OIDC_NAME")]
    oidc_name: Option<String>,

    /// What is asked of the provider, instead of `openid email profile`: some need `groups` besides.
    #[arg(long, value_name = "SCOPES", env = "PULSEN_OIDC_SCOPES")]
    oidc_scopes: Option<String>,

    /// Claim with the roles of people, such as `groups`, or its JSON pointer, such as /realm_access/roles. With it, people are added
    /// when they first sign in; without it, only those sign in who were added by `pulsen user add`.
    #[arg(long, value_name = "CLAIM", env = "PULSEN_OIDC_ROLE_CLAIM")]
    oidc_role_claim: Option<String>,

    /// Which values of the claim mean which role, such as `pulsen-admins=owner,support=agent`. Nobody without one of them signs in.
    #[arg(
        long,
        value_name = "VALUE=ROLE,…",
        env = "PULSEN_OIDC_ROLES",
        value_delimiter = ','
    )]
    oidc_roles: Vec<String>,

    /// Lets people sign in by the provider only: passwords, and links that set one, are refused.
    #[arg(long, env = "PULSEN_NO_PASSWORDS")]
    no_passwords: bool,
}

/// The environment variable with the provider's secret for this server. There is no such option: other users of the machine can read
/// command lines.
const SECRET: &str = "PULSEN_OIDC_CLIENT_SECRET";

impl SingleSignOnOptions {
    /// Reads the setting; `None` if no provider is configured.
    pub(super) fn setting(&self) -> Result<Option<SingleSignOnSetting>, CommandError> {
        let secret = match std::env::var(SECRET) {
            Ok(secret) => secret,
            Err(VarError::NotPresent) => String::new(),
            // The error would repeat the value.
            Err(VarError::NotUnicode(_)) => return Err(format!("{SECRET} is not UTF-8").into()),
        };
        let Some(issuer) = given(self.oidc_issuer.as_ref()) else {
            return match self.without_issuer(&secret) {
                None => Ok(None),
                Some(name) => {
                    Err(format!("single sign-on: {name} does nothing without --oidc-issuer").into())
                }
            };
        };
        let setting = self.read(issuer, &secret);
        Ok(Some(setting.map_err(|error| format!("single sign-on: {error}"))?))
    }

    fn read(
        &self,
        issuer: &str,
        secret: &str,
    ) -> Result<SingleSignOnSetting, crate::SingleSignOnSettingError> {
        let client_id = given(self.oidc_client_id.as_ref()).unwrap_or_default();
        let mut setting = SingleSignOnSetting::new(issuer, client_id, secret)?;
        if let Some(name) = given(self.oidc_name.as_ref()) {
            setting = setting.with_name(name)?;
        }
        if let Some(scopes) = given(self.oidc_scopes.as_ref()) {
            setting = setting.with_scopes(scopes)?;
        }
        let (claim, roles) = (given(self.oidc_role_claim.as_ref()), self.roles());
        if claim.is_some() || !roles.is_empty() {
            setting = setting.with_roles(claim.unwrap_or_default(), &roles)?;
        }
        Ok(if self.no_passwords {
            setting.without_passwords()
        } else {
            setting
        })
    }

    /// Returns what is set although no provider is.
    fn without_issuer(&self, secret: &str) -> Option<&'static str> {
        let set = [
            (given(self.oidc_client_id.as_ref()).is_some(), "--oidc-client-id"),
            (!secret.is_empty(), SECRET),
            (given(self.oidc_name.as_ref()).is_some(), "--oidc-name"),
            (given(self.oidc_scopes.as_ref()).is_some(), "--oidc-scopes"),
            (
                given(self.oidc_role_claim.as_ref()).is_some(),
                "--oidc-role-claim",
            ),
            (!self.roles().is_empty(), "--oidc-roles"),
            (self.no_passwords, "--no-passwords"),
        ];
        set.into_iter().find_map(|(is_set, name)| is_set.then_some(name))
    }

    fn roles(&self) -> Vec<String> {
        let roles = self.oidc_roles.iter().map(|role| role.trim().to_owned());
        roles.filter(|role| !role.is_empty()).collect()
    }
}

/// An empty environment variable is none.
fn given(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}
