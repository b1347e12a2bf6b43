//! Sending saves and acting on their results. See docs/engine.md#saving.

use super::answered_flow::Page;
use super::model::Session;
use super::payload::build_feedback;
use super::progress::Progress;
use super::saves::SaveKind;
use super::tracking::build_headers;
use super::{FlowEffect, Headers, HostMessageData, RequestResult};
use crate::feedback::Feedback;
use crate::flow::StateStyle;
use crate::message::MessageKey;
use crate::position::TriggerIx;

const SUBMITTED_DELAY_MS: u32 = 3000;
const OPEN_CHAT_DELAY_MS: u32 = 2000;
/// The status of a save that the shell keeps and sends later.
const KEPT: u32 = 202;
const END_OF_FLOW: &str = "PSN_END_OF_FLOW";
const FEEDBACK_SUBMITTED: &str = "PSN_FEEDBACK_SUBMITTED";

/// The server's code for a submission whose proof of a phone number it does not accept.
const UNVERIFIED_PHONE: &str = "unverified_phone";

impl Session {
    /// Saves the answers so far, if the flow allows that.
    pub(super) fn save_partial(&mut self, effects: &mut Vec<FlowEffect>) {
        if self.answered.flow().allow_saving_incomplete && !self.context.preview {
            self.save(SaveKind::Partial, effects);
        }
    }

    /// Hands the complete feedback to the shell at once, which keeps the order.
    pub(super) fn save_complete(&mut self, effects: &mut Vec<FlowEffect>) {
        self.saves.supersede();
        self.save(SaveKind::Complete, effects);
    }

    fn save(&mut self, save: SaveKind, effects: &mut Vec<FlowEffect>) {
        if self.saves.has_request_in_flight() {
            return self.saves.wait();
        }
        let partial = save == SaveKind::Partial;
        if self.is_offline && partial {
            return;
        }
        let feedback = Box::new(build_feedback(self));
        let headers = build_headers(&self.context, partial, self.saves.stored_id());
        if self.is_offline {
            return self.save_offline(feedback, headers, effects);
        }
        let request = self.request_ids.next();
        self.saves.start(save, request);
        effects.push(FlowEffect::SubmitFeedback {
            request_id: request.number(),
            partial,
            feedback,
            headers,
        });
    }

    /// Hands the complete feedback to the shell, which keeps it until there is a network, and continues.
    fn save_offline(&mut self, feedback: Box<Feedback>, headers: Headers, effects: &mut Vec<FlowEffect>) {
        if self.is_submitting() {
            effects.push(FlowEffect::SaveOffline { feedback, headers });
            self.complete_kept(effects);
        }
    }

    /// Continues without the server: the shell has the feedback, and with it the partial save that it completes.
    fn complete_kept(&mut self, effects: &mut Vec<FlowEffect>) {
        let Progress::Submitting(page) = self.progress else {
            return;
        };
        self.progress = Progress::Resting;
        self.remove_stored(effects);
        effects.push(self.record_submitted(None));
        self.go_to(page);
    }

    /// Acts on the result of the save in flight, and sends the one that waits.
    pub(super) fn handle_submitted(&mut self, result: &RequestResult, effects: &mut Vec<FlowEffect>) {
        let Some(finished) = self.saves.finish(result.request_id) else {
            return;
        };
        let RequestResult { status, body, .. } = result;
        match (finished.save, *status, body.id.as_deref()) {
            (None, ..) => {}
            (Some(SaveKind::Partial), 200, Some(id)) => self.partial_saved(id, effects),
            (Some(SaveKind::Complete), 200, Some(id)) => {
                self.complete_saved(id, body.chat_token_string.as_deref(), effects);
            }
            (Some(SaveKind::Complete), KEPT, _) => self.complete_kept(effects),
            (Some(save), ..) => {
                self.save_failed(save, *status, body.code.as_deref(), effects);
            }
        }
        if self.saves.take_waiting() {
            self.save(SaveKind::Partial, effects);
        }
    }

    fn partial_saved(&mut self, id: &str, effects: &mut Vec<FlowEffect>) {
        self.saves.set_stored_id(id);
        effects.push(FlowEffect::StoreFeedback {
            feedback_id: id.into(),
            node_id: self.node_id(),
            flow_id: self.answered.flow().id.clone(),
        });
    }

    /// Records come before the host messages: a visitor who leaves during a delay must not lose them.
    fn complete_saved(&mut self, id: &str, chat_token: Option<&str>, effects: &mut Vec<FlowEffect>) {
        let Progress::Submitting(page) = self.progress else {
            return;
        };
        self.progress = Progress::Resting;
        self.remove_stored(effects);
        effects.push(self.record_submitted(Some(id)));
        let quota = self.context.node.channel_quota.as_ref();
        if quota.is_some_and(|quota| quota.active && quota.action_kind == "submit") {
            effects.push(FlowEffect::CountQuota {
                node_id: self.node_id(),
            });
        }
        self.post_end(id, page, effects);
        self.lead_on(page, effects);
        let state = self.answered.state_of(page);
        let is_chat = state.is_some_and(|state| state.style == StateStyle::Chat);
        if let Some(token) = chat_token.filter(|_| is_chat) {
            effects.push(FlowEffect::OpenChat {
                feedback_id: id.into(),
                token: token.into(),
                after_ms: OPEN_CHAT_DELAY_MS,
            });
        }
        self.go_to(page);
    }

    fn record_submitted(&self, id: Option<&str>) -> FlowEffect {
        FlowEffect::RecordSubmitted {
            feedback_id: id.map(Into::into),
            node_id: self.node_id(),
            keep_time: self.context.node.prevent_multiple_feedback || self.context.prevent_multiple_feedback,
        }
    }

    /// Posts the host messages of a completed flow. See docs/engine.md#host-events.
    fn post_end(&self, id: &str, page: Page, effects: &mut Vec<FlowEffect>) {
        let state = self.answered.state_of(page);
        let data = HostMessageData {
            feedback_id: id.into(),
            node_id: self.node_id(),
            flow_id: self.answered.flow().id.clone(),
            state_id: state.map(|state| state.id.clone()),
        };
        let is_thank_you = state.is_none_or(|state| state.style == StateStyle::ThankYou);
        let is_internal = self
            .context
            .query
            .get("internal")
            .is_some_and(|value| value == "true");
        let delay_ms = if is_thank_you && !is_internal {
            SUBMITTED_DELAY_MS
        } else {
            0
        };
        let mut post = |message: &str, delay_ms| {
            effects.push(FlowEffect::PostToHost {
                message: message.into(),
                data: data.clone(),
                delay_ms,
            });
        };
        for message in self.trigger_messages() {
            post(&message, 0);
        }
        post(END_OF_FLOW, 0);
        post(FEEDBACK_SUBMITTED, delay_ms);
    }

    /// Returns the messages of the triggers that are on, each once: the event `redirect_to_store` is
    /// `PSN_REDIRECT_TO_STORE`.
    fn trigger_messages(&self) -> Vec<String> {
        let mut messages = Vec::new();
        let triggers = (0..).map(TriggerIx).zip(&self.answered.flow().triggers);
        let on = triggers.filter(|(at, _)| self.answered.triggers().is_on(*at));
        for event in on.flat_map(|(_, trigger)| &trigger.events) {
            let mut message = String::from("PSN_");
            message.push_str(&event.to_ascii_uppercase());
            if !messages.contains(&message) {
                messages.push(message);
            }
        }
        messages
    }

    fn save_failed(
        &mut self,
        save: SaveKind,
        status: u32,
        code: Option<&str>,
        effects: &mut Vec<FlowEffect>,
    ) {
        // The stored save is another device's, or complete by now: the next try sends a whole feedback.
        if status == 422 {
            self.remove_stored(effects);
        }
        if code == Some(UNVERIFIED_PHONE) {
            self.answered.records_mut().reset_proofs();
        }
        if save == SaveKind::Complete {
            self.progress = Progress::Resting;
            self.notice.set(Some(refusal_message(status, code).into()));
        }
    }

    fn node_id(&self) -> Box<str> {
        self.context.node.id.as_str().into()
    }
}

/// Returns what the visitor reads about a complete feedback that was not stored. See docs/api.md#error-codes.
fn refusal_message(status: u32, code: Option<&str>) -> MessageKey {
    match (status, code) {
        (400, Some("13045")) => MessageKey::PreventMultipleFeedback,
        (400, Some("quota_used_up")) => MessageKey::QuotaUsedUp,
        (403, Some("node_not_open_yet" | "node_expired" | "node_closed")) => MessageKey::NotAccepting,
        (403, Some("invalid_signature")) => MessageKey::InvalidSignature,
        (422, Some(UNVERIFIED_PHONE)) => MessageKey::UnverifiedPhone,
        _ => MessageKey::SystemError,
    }
}
