//! What members of staff see and how they are known (docs/staff.md).

mod device_hash;
mod token;
mod token_uses;

pub(crate) use device_hash::DeviceHashes;
pub(crate) use token::{hash_token, new_token};
pub(crate) use token_uses::TokenUses;
