//! Secrets in records: written out, or the name of a variable of the environment, so that they are in no file and not in the database
//! (docs/widget.md#secrets).

use serde::Deserialize;
use std::borrow::Cow;

/// Where a secret is.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum SecretSource {
    Literal(String),
    /// A variable of the server's environment, read each time that the secret is used.
    Environment {
        env: String,
    },
    /// What the database has. Only what is read for an import holds it, never what is stored.
    Stored {
        stored: bool,
    },
}

/// What a secret is for. Each use has variables of its own: a file from elsewhere must not be able to send out other secrets of the
/// server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretUse {
    /// A header of a connector's calls.
    Connector,
    /// Signs attributes for a widget.
    Widget,
    /// The PIN of a kiosk.
    Kiosk,
}

impl SecretUse {
    /// Returns how the names of the variables begin.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Connector => "PULSEN_CONNECTOR_",
            Self::Widget => "PULSEN_WIDGET_",
            Self::Kiosk => "PULSEN_KIOSK_",
        }
    }

    /// Returns whether a variable may be read for this use.
    pub fn may_read(self, name: &str) -> bool {
        let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        let rest = name.strip_prefix(self.prefix());
        rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_part))
    }

    /// Reads a variable; `None` if it is not set, is empty, or may not be read.
    pub fn read_variable(self, name: &str) -> Option<String> {
        let value = self.may_read(name).then(|| std::env::var(name).ok());
        value.flatten().filter(|value| !value.is_empty())
    }
}

impl SecretSource {
    /// Returns the secret; `None` if its variable cannot be read.
    pub fn read(&self, secret_use: SecretUse) -> Option<Cow<'_, str>> {
        match self {
            Self::Literal(secret) => Some(secret.into()),
            Self::Environment { env } => secret_use.read_variable(env).map(Cow::Owned),
            Self::Stored { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_use_reads_its_own_variables_only() {
        assert!(SecretUse::Widget.may_read("PULSEN_WIDGET_SHOP_2"));
        for name in [
            "PULSEN_WIDGET_",
            "PULSEN_WIDGET_a",
            "PULSEN_SECRET",
            "PULSEN_KIOSK_X",
            "PATH",
            "",
        ] {
            assert!(!SecretUse::Widget.may_read(name), "{name}");
            assert_eq!(SecretUse::Widget.read_variable(name), None, "{name}");
        }
    }
}
