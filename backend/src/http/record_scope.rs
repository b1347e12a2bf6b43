//! Which records a member of staff may see and change, where they are for some nodes only (docs/records.md#nodes).

use super::problem::Problem;
use super::staff_access::Staff;
use crate::application::AppState;
use base::records::RecordKind;
use store::NodeScope;

/// What somebody does with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordUse {
    See,
    Change,
}

impl Staff {
    /// Checks that the token is for a record: for its node, or where it belongs to none, for all.
    ///
    /// # Errors
    /// 403 `not_in_scope`.
    pub(super) async fn enter_record(
        &self,
        app: &AppState,
        (kind, id): (RecordKind, &str),
        record_use: RecordUse,
    ) -> Result<(), Problem> {
        match kind {
            RecordKind::Flow => self.enter_flow(app, id, record_use).await,
            RecordKind::Node => self.enter(id),
            RecordKind::Widget => match app.store.node_of_widget(id).await? {
                Some(node_id) => self.enter(&node_id),
                // A new one names its node.
                None => Ok(()),
            },
            RecordKind::Connector => self.enter_all_of(None),
        }
    }

    /// Checks that the token is for a flow: to see it, for a node that has it or had it; to change it, for all that have it. A flow
    /// that no node ever had is open to everybody.
    ///
    /// # Errors
    /// 403 `not_in_scope`.
    pub(super) async fn enter_flow(
        &self,
        app: &AppState,
        flow_id: &str,
        flow_use: RecordUse,
    ) -> Result<(), Problem> {
        if *self.scope() == NodeScope::All {
            return Ok(());
        }
        let nodes = app.store.nodes_of_flow(flow_id).await?;
        let mut in_scope = nodes.iter().filter(|node| self.scope().includes(&node.id));
        let may_see = nodes.is_empty() || in_scope.next().is_some();
        let mut present = nodes.iter().filter(|node| node.has_it_now);
        let is_entered = match flow_use {
            RecordUse::See => may_see,
            RecordUse::Change => may_see && present.all(|node| self.scope().includes(&node.id)),
        };
        if is_entered {
            Ok(())
        } else {
            Err(Problem::NotInScope)
        }
    }
}
