//! Starting over for the next visitor. See docs/engine.md#idle-time.

use super::FlowEffect;
use super::model::Session;
use crate::feedback::Customer;

impl Session {
    /// Starts over for the next visitor, in the same language: with another seed, and without the partial save of the
    /// one who left and what was known about them. A submission is not interrupted.
    pub(super) fn reset(&mut self, effects: &mut Vec<FlowEffect>) {
        if self.is_submitting() {
            return;
        }
        self.remove_stored(effects);
        // After the end the files belong to the feedback.
        if !self.answered.has_ended() && self.answered.records().has_files() {
            effects.push(FlowEffect::DiscardUploads { question_id: None });
        }
        let mut context = std::mem::take(&mut self.context);
        context.seed = context.seed.wrapping_add(1);
        context.stored_feedback_id = None;
        context.customer = Customer::default();
        context.user_id = None;
        let flow = self.answered.flow().clone();
        let fresh = Self::start(flow, context, self.answered.platform(), false);
        *self = Self {
            clock: self.clock.for_next_visitor(),
            language: self.language,
            saves: self.saves.for_next_visitor(),
            is_offline: self.is_offline,
            request_ids: std::mem::take(&mut self.request_ids),
            log: std::mem::take(&mut self.log),
            ..fresh
        };
    }
}
