//! What a signature proves about a customer.

use super::fields::{CUSTOM_ATTRIBUTES, Fields, clean_contacts};
use crate::signatures::{AttributeClaims, LinkClaims};
use crate::time::Millis;
use serde_json::Value;

/// Proven fields, and until when they count.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof {
    pub fields: Fields,
    pub until: Millis,
}

impl Proof {
    /// Returns what the signature of a link proves; `None` where it says nothing about a customer.
    pub fn of_link(claims: &LinkClaims) -> Option<Self> {
        Self::new(claims.customer.clone(), claims.exp)
    }

    /// Returns what the signature of a host's server proves; `None` where it says nothing.
    pub fn of_attributes(claims: AttributeClaims) -> Option<Self> {
        let mut fields = claims.customer;
        if !claims.attributes.is_empty() {
            fields.insert(CUSTOM_ATTRIBUTES.into(), Value::Object(claims.attributes));
        }
        Self::new(fields, claims.exp)
    }

    fn new(mut fields: Fields, expires_in_seconds: u64) -> Option<Self> {
        clean_contacts(&mut fields);
        let until = Millis::try_from(expires_in_seconds.saturating_mul(1000)).unwrap_or(Millis::MAX);
        (!fields.is_empty()).then_some(Self { fields, until })
    }
}
