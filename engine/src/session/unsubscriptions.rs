//! Unsubscribing from channels. See docs/engine.md#unsubscribing.

use super::request_ids::{RequestId, RequestIds};
use super::{Channel, FlowEffect, RequestResult};

/// Channels that the visitor has left, is about to leave, or could not leave.
#[derive(Debug, Clone, Default)]
pub(super) struct Unsubscriptions {
    done: Vec<Channel>,
    failed: Vec<Channel>,
    under_way: Vec<(Channel, RequestId)>,
}

impl Unsubscriptions {
    /// Returns the channels that were left, in the order of success.
    pub(super) fn done(&self) -> &[Channel] {
        &self.done
    }

    /// Returns the channels that could not be left, in the order of failure. Another try makes that undecided again.
    pub(super) fn failed(&self) -> &[Channel] {
        &self.failed
    }

    /// Requests to leave a channel, unless that has happened or is under way.
    pub(super) fn start(
        &mut self,
        channel: Channel,
        node_id: &str,
        requests: &mut RequestIds,
        effects: &mut Vec<FlowEffect>,
    ) {
        let is_under_way = self.under_way.iter().any(|(other, _)| *other == channel);
        if is_under_way || self.done.contains(&channel) {
            return;
        }
        self.failed.retain(|failed| *failed != channel);
        let request = requests.next();
        self.under_way.push((channel, request));
        effects.push(FlowEffect::Unsubscribe {
            request_id: request.number(),
            channel,
            node_id: node_id.into(),
        });
    }

    /// Ends the request for a channel, if the result belongs to one.
    pub(super) fn finish(&mut self, channel: Channel, result: &RequestResult) {
        let mut requests = self.under_way.iter();
        let place =
            requests.position(|(other, request)| *other == channel && request.matches(result.request_id));
        let Some(place) = place else { return };
        self.under_way.remove(place);
        let results = if result.is_success() {
            &mut self.done
        } else {
            &mut self.failed
        };
        results.push(channel);
    }
}
