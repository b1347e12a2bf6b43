//! The node and the flow revision that a request is about (docs/api.md#feedback).

use super::problem::Problem;
use crate::application::AppState;
use crate::flows::LoadedFlow;
use base::input::fault::{Fault, FaultKey};
use base::records::{ChatSettings, FeedbackNode};
use std::sync::Arc;

/// A node with a flow that its visitors answer, or began to answer.
pub(super) struct FlowTarget {
    pub(super) node: Arc<FeedbackNode>,
    pub(super) chat: Arc<ChatSettings>,
    pub(super) flow: Arc<LoadedFlow>,
    /// The newest revision of the flow, if it is another one.
    pub(super) newest: Option<Arc<LoadedFlow>>,
}

/// Finds the node, and the revision of one of its flows: without `revision` the newest one. What the visitor of a request
/// had in front of them without a connection is never too old (docs/flows.md#revisions).
///
/// # Errors
/// 422 for an unknown node, for a flow that the node never had or has no more for too long, for an unknown revision and for
/// one that was superseded too long ago; 503.
pub(super) async fn find_flow_target(
    app: &AppState,
    node_id: &str,
    flow_id: &str,
    revision: Option<u32>,
    was_offline: bool,
) -> Result<FlowTarget, Problem> {
    let target = app.store.target(node_id, flow_id).await?;
    let target =
        target.ok_or_else(|| Fault::at("/node_id", FaultKey::UnknownNode, "there is no such node"))?;
    let unknown_flow = |detail| Fault::at("/flow_id", FaultKey::UnknownFlow, detail);
    let known = target
        .flow
        .ok_or_else(|| unknown_flow("the node has no such flow"))?;
    let is_over = |superseded_at| !was_offline && app.revision_life.is_over(superseded_at);
    if is_over(known.dropped_at) {
        return Err(unknown_flow("the node has had another flow for too long; load the page again").into());
    }
    let newest = known.newest_revision;
    let revision = revision.unwrap_or(newest);
    let is_newest = revision == newest;
    if !is_newest && is_over(app.store.superseded_at(flow_id, revision).await?) {
        let detail = "the flow has had a newer revision for too long; load the page again";
        return Err(Fault::at("/flow_revision", FaultKey::SupersededRevision, detail).into());
    }
    let load = async |revision| {
        let flow = app.flows.revision(&app.store, flow_id, revision).await?;
        flow.ok_or_else(|| {
            let detail = "the flow has no such revision";
            Problem::from(Fault::at("/flow_revision", FaultKey::UnknownRevision, detail))
        })
    };
    Ok(FlowTarget {
        node: target.node,
        chat: target.chat,
        flow: load(revision).await?,
        newest: if is_newest {
            None
        } else {
            Some(load(newest).await?)
        },
    })
}
