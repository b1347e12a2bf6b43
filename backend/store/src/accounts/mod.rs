//! People who sign in: who they are, their sessions, links and second factors (docs/staff.md#people).

pub(crate) mod colleagues;
pub(crate) mod guarded;
pub(crate) mod links;
pub(crate) mod people;
pub(crate) mod second_factors;
pub(crate) mod sessions;
#[cfg(test)]
mod tests;
pub(crate) mod user_change;
pub(crate) mod users;
