//! Which nodes a member of staff may see, and a list is about.

use crate::database::{QueryBuilder, Transaction};
use crate::error::{StoreError, parse_document};
use base::json::to_text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Nodes: all, also later ones, or these.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum NodeScope {
    #[default]
    All,
    Only(BTreeSet<String>),
}

impl NodeScope {
    /// Returns the scope of a single node.
    pub fn of(node_id: &str) -> Self {
        Self::Only(BTreeSet::from([node_id.to_owned()]))
    }

    /// Returns whether a node is among them.
    pub fn includes(&self, node_id: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(nodes) => nodes.contains(node_id),
        }
    }

    /// Returns whether everything in another scope is in this one.
    pub fn includes_all_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, _) => true,
            (Self::Only(_), Self::All) => false,
            (Self::Only(nodes), Self::Only(others)) => others.is_subset(nodes),
        }
    }

    /// Returns whether a node can be in both.
    pub fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Only(nodes), Self::Only(others)) => !nodes.is_disjoint(others),
            (Self::Only(nodes), Self::All) | (Self::All, Self::Only(nodes)) => !nodes.is_empty(),
            (Self::All, Self::All) => true,
        }
    }

    /// Returns the node if there is exactly one.
    pub(super) fn single(&self) -> Option<&str> {
        match self {
            Self::Only(nodes) if nodes.len() == 1 => nodes.first().map(String::as_str),
            _ => None,
        }
    }

    /// Returns the nodes as a JSON list; `None` for all.
    pub(super) fn to_document(&self) -> Option<String> {
        match self {
            Self::All => None,
            Self::Only(nodes) => Some(to_text(nodes)),
        }
    }

    /// Reads what [`NodeScope::to_document`] returned; `what` names in errors whose nodes they are.
    pub(super) fn from_document(
        document: Option<&str>,
        what: impl FnOnce() -> String,
    ) -> Result<Self, StoreError> {
        match document {
            None => Ok(Self::All),
            Some(nodes) => Ok(Self::Only(parse_document(nodes, what)?)),
        }
    }

    /// Returns the bytes of the ids.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::All => 0,
            Self::Only(nodes) => nodes.iter().map(String::len).sum(),
        }
    }

    /// Returns the first of the nodes that does not exist.
    pub(super) async fn first_unknown(
        &self,
        connection: &mut Transaction,
    ) -> Result<Option<String>, StoreError> {
        let Self::Only(nodes) = self else { return Ok(None) };
        if nodes.is_empty() {
            return Ok(None);
        }
        let mut select = QueryBuilder::new("SELECT id FROM nodes WHERE id IN (");
        select.push_choice(nodes).push(")");
        let known: Vec<(String,)> = select.build().fetch_all(connection).await?;
        let known: BTreeSet<String> = known.into_iter().map(|(id,)| id).collect();
        Ok(nodes.difference(&known).next().cloned())
    }

    /// Adds the condition that the column `node_id`, with what stands before it in ` AND … `, is one of the nodes.
    pub(super) fn push_to(&self, query: &mut QueryBuilder, and_column: &'static str) {
        let Self::Only(nodes) = self else { return };
        query.push(and_column);
        match nodes.first() {
            // An equation, so that the index of a node gives the order of a list as well.
            Some(node_id) if nodes.len() == 1 => query.push(" = ").push_bind(node_id.clone()),
            Some(_) => query.push(" IN (").push_choice(nodes).push(")"),
            None => query.push(" IS NULL"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_its_nodes_only() {
        assert!(NodeScope::All.includes("n"));
        assert!(NodeScope::of("n").includes("n"));
        assert!(!NodeScope::of("n").includes("m"));
        assert!(!NodeScope::Only(BTreeSet::new()).includes("n"));
        assert!(NodeScope::All.includes_all_of(&NodeScope::All));
        assert!(NodeScope::All.includes_all_of(&NodeScope::of("n")));
        assert!(NodeScope::of("n").includes_all_of(&NodeScope::of("n")));
        assert!(!NodeScope::of("n").includes_all_of(&NodeScope::of("m")));
        assert!(!NodeScope::of("n").includes_all_of(&NodeScope::All));
        assert!(
            NodeScope::of("n").overlaps(&NodeScope::All) && NodeScope::of("n").overlaps(&NodeScope::of("n"))
        );
        assert!(!NodeScope::of("n").overlaps(&NodeScope::of("m")));
        assert!(!NodeScope::All.overlaps(&NodeScope::Only(BTreeSet::new())));
    }
}
