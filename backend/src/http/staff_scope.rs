//! The nodes that a person or a token is for, as the bodies of requests name them.

use base::input::fault::{Fault, FaultKey};
use store::NodeScope;

/// Two fields, of which at most one is there.
pub(super) struct ScopeFields {
    nodes: Option<Vec<String>>,
    all_nodes: Option<bool>,
}

impl ScopeFields {
    pub(super) fn new(nodes: Option<Vec<String>>, all_nodes: Option<bool>) -> Self {
        Self { nodes, all_nodes }
    }

    /// Returns the nodes; `None` if neither field names any.
    ///
    /// # Errors
    /// Both are there, or the list is empty.
    pub(super) fn read(self) -> Result<Option<NodeScope>, Fault> {
        let fault = |detail: &str| Fault::at("/nodes", FaultKey::Required, detail);
        match (self.nodes, self.all_nodes.unwrap_or_default()) {
            (None, false) => Ok(None),
            (None, true) => Ok(Some(NodeScope::All)),
            (Some(_), true) => Err(fault("either `nodes` or `all_nodes` is expected")),
            (Some(nodes), false) if nodes.is_empty() => Err(fault("at least one node is expected")),
            (Some(nodes), false) => Ok(Some(NodeScope::Only(nodes.into_iter().collect()))),
        }
    }
}
