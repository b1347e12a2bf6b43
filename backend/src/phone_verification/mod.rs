//! Proves that a phone number is the visitor's, by a code that is sent to it (docs/api.md#phone-verification).
//!
//! | module | content |
//! |---|---|
//! | `code` | the codes |
//! | `keys` | hashes of codes and of those who have them sent, under keys of this server |
//! | `proof` | the signed word that a number was verified, which a submission carries |

mod code;
mod keys;
mod proof;

pub(crate) use code::{CODE_LIFETIME, random_code};
pub(crate) use keys::PhoneKeys;
pub(crate) use proof::VerifiedNumber;
