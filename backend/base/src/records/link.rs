//! Whether a visitor came by a signed link (docs/api.md#link-signatures).

use super::FeedbackNode;
use super::schema::SchemaFinding;
use crate::signatures::{LinkClaims, PublicKeys};
use engine::codes::MISSING_FIELD;
use serde_json::Value;

/// What a node makes of the signature of a request.
#[derive(Debug, PartialEq)]
pub enum LinkSignature {
    /// There is none and none is needed, or the node has no key.
    Unsigned,
    Valid(LinkClaims),
    /// It is not valid, or missing where one is needed.
    Invalid,
}

impl LinkSignature {
    /// Returns what a valid signature says.
    pub fn claims(&self) -> Option<&LinkClaims> {
        match self {
            Self::Valid(claims) => Some(claims),
            Self::Unsigned | Self::Invalid => None,
        }
    }

    /// Returns the value of the node's public field `signature_valid`.
    pub fn is_valid(&self) -> Option<bool> {
        match self {
            Self::Unsigned => None,
            Self::Valid(_) => Some(true),
            Self::Invalid => Some(false),
        }
    }
}

impl FeedbackNode {
    /// Checks the signature of a request.
    pub fn check_signature(&self, signature: Option<&str>) -> LinkSignature {
        let is_needed = self.needs_signature();
        let keys = self.public_key.as_deref().filter(|keys| !keys.is_empty());
        match (keys, signature) {
            (None, _) | (_, None) if is_needed => LinkSignature::Invalid,
            (None, _) | (_, None) => LinkSignature::Unsigned,
            (Some(keys), Some(signature)) => {
                let keys = PublicKeys::parse(keys).ok();
                let claims = keys.and_then(|keys| keys.verify(signature, &self.id));
                claims.map_or(LinkSignature::Invalid, LinkSignature::Valid)
            }
        }
    }

    /// Tells whether the node refuses a request with this signature.
    pub fn refuses_signature(&self, signature: &LinkSignature) -> bool {
        self.needs_signature() && *signature == LinkSignature::Invalid
    }

    fn needs_signature(&self) -> bool {
        self.use_signature_verify.unwrap_or(false)
    }
}

/// Finds a node that needs signatures and could verify none.
pub(super) fn check_link_signatures(document: &Value) -> Option<SchemaFinding> {
    let is_needed = document.get("use_signature_verify") == Some(&Value::Bool(true));
    let key = document
        .get("public_key")
        .and_then(Value::as_str)
        .unwrap_or_default();
    (is_needed && key.is_empty()).then(|| SchemaFinding {
        code: MISSING_FIELD,
        pointer: "/use_signature_verify".into(),
        message: "needs a `public_key`".into(),
    })
}
