//! Signatures of those who vouch for somebody, as JWS in their compact form.
//!
//! `links`: an operator signs the links that it sends (docs/api.md#link-signatures). `attributes`: a host's server signs what
//! it knows about its visitors (docs/api.md#widget-attributes). `jws` has what both have in common. `id_tokens`: a provider of OpenID
//! Connect says which member of staff has signed in (docs/staff.md#single-sign-on).

mod attributes;
mod id_tokens;
mod jws;
mod links;

pub use attributes::{AttributeClaims, MIN_SECRET_LENGTH, Secrets};
pub use id_tokens::{ExpectedToken, IdTokenFault, KeySetError, ProviderKeys};
pub use jws::has_long_life;
pub use links::{LinkClaims, PrivateKey, PublicKeys};
