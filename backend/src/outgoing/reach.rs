//! How far calls go.

/// Which addresses a call may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Public addresses over HTTPS.
    Public,
    /// All addresses, by HTTP as well: the operator trusts the target's network.
    Everywhere,
}
