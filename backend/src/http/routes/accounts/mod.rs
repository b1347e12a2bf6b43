//! The handlers for people who sign in, one file for each kind of resource.

pub(in crate::http) mod confirmation;
pub(in crate::http) mod links;
pub(in crate::http) mod own_sessions;
pub(in crate::http) mod password;
pub(in crate::http) mod profile;
mod proof;
pub(in crate::http) mod second_factor;
pub(super) mod session_item;
pub(in crate::http) mod sessions;
pub(in crate::http) mod single_sign_on;
