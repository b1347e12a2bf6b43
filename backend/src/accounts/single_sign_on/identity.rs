//! Who somebody is, by what the provider says about them.

use super::fault::SignOnFault;
use crate::accounts::account_email;
use base::roles::Role;
use base::time::Millis;
use serde_json::{Map, Value};

/// Which claim has the roles, and what its values mean.
#[derive(Debug, Clone)]
pub(super) struct RoleClaim {
    claim: String,
    roles: Vec<(String, Role)>,
}

/// Somebody who has signed in at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    /// In lower case, and verified.
    pub(crate) email: String,
    /// As the provider has it, if it has one.
    pub(crate) name: Option<String>,
    /// What the claim gives them; `None`: no claim is configured.
    pub(crate) role: Option<Role>,
    /// When the provider has asked them who they are, if it says so.
    pub(crate) authenticated_at: Option<Millis>,
}

impl RoleClaim {
    pub(super) fn new(claim: &str, roles: Vec<(String, Role)>) -> Self {
        Self {
            claim: claim.to_owned(),
            roles,
        }
    }

    /// Returns whether the claim is there, whatever it says.
    pub(super) fn is_in(&self, claims: &Map<String, Value>) -> bool {
        self.find(claims).is_some()
    }

    /// Returns the highest role that the claim gives; `None`: it gives none.
    fn role(&self, claims: &Map<String, Value>) -> Option<Role> {
        let value = self.find(claims)?;
        let has = |named: &str| match value {
            Value::String(text) => text == named,
            Value::Array(values) => values.iter().any(|value| value == named),
            _ => false,
        };
        let given = self.roles.iter().filter(|(named, _)| has(named));
        // Roles are in the order of what they may do, the highest first.
        given.map(|(_, role)| *role).min()
    }

    /// Finds a claim by its name, or by its JSON pointer, such as `/realm_access/roles`.
    fn find<'c>(&self, claims: &'c Map<String, Value>) -> Option<&'c Value> {
        let Some(path) = self.claim.strip_prefix('/') else {
            return claims.get(&self.claim);
        };
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        let value = claims.get(first)?;
        if rest.is_empty() {
            Some(value)
        } else {
            value.pointer(&format!("/{rest}"))
        }
    }
}

impl Identity {
    /// Reads the claims of an ID token.
    ///
    /// # Errors
    /// There is no verified address, or no role where a claim has to give one.
    pub(super) fn read(claims: &Map<String, Value>, roles: Option<&RoleClaim>) -> Result<Self, SignOnFault> {
        let email = claims.get("email").and_then(Value::as_str);
        let email = email.and_then(account_email).ok_or(SignOnFault::NoEmail)?;
        if !is_true(claims.get("email_verified")) {
            return Err(SignOnFault::EmailNotVerified);
        }
        let role = match roles {
            None => None,
            Some(roles) => Some(roles.role(claims).ok_or(SignOnFault::NoRole)?),
        };
        let name = claims.get("name").and_then(Value::as_str);
        let seconds = claims.get("auth_time").and_then(Value::as_f64);
        #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
        let authenticated_at = seconds.map(|seconds| (seconds * 1000.0) as Millis);
        Ok(Self {
            email,
            name: name.map(str::to_owned),
            role,
            authenticated_at,
        })
    }
}

/// Some providers write truth as a text.
fn is_true(value: Option<&Value>) -> bool {
    value.is_some_and(|value| *value == true || value == "true")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(claims: &Value, roles: Option<&RoleClaim>) -> Result<Identity, SignOnFault> {
        Identity::read(claims.as_object().unwrap(), roles)
    }

    #[test]
    fn only_verified_addresses_are_somebodys() {
        let identity = read(
            &json!({"email": " Ann@Shop.Example", "email_verified": true, "name": "Ann", "auth_time": 17}),
            None,
        );
        let expected = Identity {
            email: "ann@shop.example".into(),
            name: Some("Ann".into()),
            role: None,
            authenticated_at: Some(17_000),
        };
        assert_eq!(identity.unwrap(), expected);
        for verified in [json!(false), json!("false"), json!(1), Value::Null] {
            let claims = json!({"email": "ann@shop.example", "email_verified": verified});
            assert!(
                matches!(read(&claims, None), Err(SignOnFault::EmailNotVerified)),
                "{verified}"
            );
        }
        let claims = json!({"email": "ann@shop.example"});
        assert!(matches!(read(&claims, None), Err(SignOnFault::EmailNotVerified)));
        for email in [json!("no address"), json!(7), Value::Null] {
            let claims = json!({"email": email, "email_verified": true});
            assert!(
                matches!(read(&claims, None), Err(SignOnFault::NoEmail)),
                "{email}"
            );
        }
    }

    #[test]
    fn the_claim_gives_the_highest_of_its_roles() {
        let roles = |claim: &str| {
            RoleClaim::new(
                claim,
                vec![
                    ("support".into(), Role::Agent),
                    ("admins".into(), Role::Owner),
                    ("guests".into(), Role::Viewer),
                ],
            )
        };
        let role = |claim: &str, claims: Value| {
            let mut claims = claims;
            claims["email"] = json!("ann@shop.example");
            claims["email_verified"] = json!(true);
            read(&claims, Some(&roles(claim)))
                .ok()
                .and_then(|identity| identity.role)
        };
        assert_eq!(
            role("groups", json!({"groups": ["guests", "admins"]})),
            Some(Role::Owner)
        );
        assert_eq!(role("groups", json!({"groups": "support"})), Some(Role::Agent));
        assert_eq!(
            role(
                "/realm_access/roles",
                json!({"realm_access": {"roles": ["guests"]}})
            ),
            Some(Role::Viewer)
        );
        assert_eq!(role("/groups", json!({"groups": ["guests"]})), Some(Role::Viewer));
        for nobody in [
            json!({}),
            json!({"groups": []}),
            json!({"groups": ["Admins", "adminsx"]}),
            json!({"groups": {"admins": true}}),
            json!({"groups": null}),
        ] {
            assert_eq!(role("groups", nobody.clone()), None, "{nobody}");
        }
    }
}
