//! Saving feedback: one request in flight, the latest waiting one kept (specification, section 4.4).

use super::payload;
use super::{FlowEffect, Headers, HostMessageData, Page, Progress, Session, SubmitResult};
use crate::feedback::Feedback;
use crate::flow::StateStyle;
use crate::message::MessageKey;

/// How long the submitted message waits on end pages (specification, section 9).
const SUBMITTED_DELAY_MS: u32 = 3000;
/// The pause before the chat opens (specification, section 9).
const OPEN_CHAT_DELAY_MS: u32 = 2000;
/// The server has a complete feedback of this visitor and takes no second one.
const CODE_PREVENT_MULTIPLE: &str = "13045";
/// What the host is told at the end of each flow (specification, section 4.3).
const END_OF_FLOW: &str = "PSN_END_OF_FLOW";
const FEEDBACK_SUBMITTED: &str = "PSN_FEEDBACK_SUBMITTED";

/// The queue of saves.
#[derive(Debug, Clone)]
pub(super) struct Saves {
    in_flight: Option<Save>,
    waiting: Option<Save>,
    /// The id of the partial save that the next one continues.
    pub(super) stored_id: Option<Box<str>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Save {
    Partial,
    Complete,
    /// A partial save of a visitor who has left since: its result is nobody's any more.
    Abandoned,
}

impl Saves {
    pub(super) fn new(stored_id: Option<&str>) -> Self {
        Self {
            in_flight: None,
            waiting: None,
            stored_id: stored_id.map(Into::into),
        }
    }
}

impl Session {
    /// Saves what there is, where the flow wants that.
    pub(super) fn save_partially(&mut self, effects: &mut Vec<FlowEffect>) {
        if self.flow.allow_saving_incomplete && !self.context.preview {
            self.save(Save::Partial, effects);
        }
    }

    /// Saves the complete feedback.
    pub(super) fn save_completely(&mut self, effects: &mut Vec<FlowEffect>) {
        self.save(Save::Complete, effects);
    }

    fn save(&mut self, save: Save, effects: &mut Vec<FlowEffect>) {
        if self.saves.in_flight.is_some() {
            self.saves.waiting = Some(save);
            return;
        }
        let partial = save == Save::Partial;
        let feedback = Box::new(self.build_feedback());
        let headers = payload::build_headers(&self.context, partial, self.saves.stored_id.as_deref());
        if self.is_offline {
            return if !partial {
                self.save_offline(feedback, headers, effects)
            };
        }
        self.saves.in_flight = Some(save);
        effects.push(FlowEffect::SubmitFeedback {
            partial,
            feedback,
            headers,
        });
    }

    /// Without a network the shell keeps the feedback, and the visitor is through (specification, section 4.3).
    fn save_offline(&mut self, feedback: Box<Feedback>, headers: Headers, effects: &mut Vec<FlowEffect>) {
        let Progress::Submitting(page) = self.progress else {
            return;
        };
        self.set_progress(Progress::Resting);
        effects.push(FlowEffect::SaveOffline { feedback, headers });
        self.go_to(page);
    }

    /// The save in flight was answered, or has failed for good; what waited goes next.
    pub(super) fn submitted(&mut self, status: u32, result: SubmitResult, effects: &mut Vec<FlowEffect>) {
        let Some(save) = self.saves.in_flight.take() else {
            return;
        };
        match (save, status, result.id.as_deref()) {
            (Save::Partial, 200, Some(id)) => self.saved_partially(id, effects),
            (Save::Abandoned, ..) => {}
            (Save::Complete, 200, Some(id)) => self.saved_completely(id, result.chat_token_string, effects),
            _ => self.save_failed(save, status, result.code.as_deref(), effects),
        }
        if let Some(next) = self.saves.waiting.take() {
            self.save(next, effects);
        }
    }

    /// The saves as the next visitor finds them: the one in flight has to be answered before another one may go.
    pub(super) fn abandon_saves(&mut self, effects: &mut Vec<FlowEffect>) -> Saves {
        if let Some(stored) = self.saves.stored_id.take() {
            effects.push(FlowEffect::RemoveFeedback { feedback_id: stored });
        }
        Saves {
            in_flight: self.saves.in_flight.map(|_| Save::Abandoned),
            ..Saves::new(None)
        }
    }

    fn saved_partially(&mut self, id: &str, effects: &mut Vec<FlowEffect>) {
        self.saves.stored_id = Some(id.into());
        effects.push(FlowEffect::StoreFeedback {
            feedback_id: id.into(),
            node_id: self.context.node.id.as_str().into(),
            flow_id: self.flow.id.clone(),
        });
    }

    fn saved_completely(&mut self, id: &str, chat_token: Option<String>, effects: &mut Vec<FlowEffect>) {
        let Progress::Submitting(page) = self.progress else {
            return;
        };
        self.set_progress(Progress::Resting);
        if let Some(stored) = self.saves.stored_id.take() {
            effects.push(FlowEffect::RemoveFeedback { feedback_id: stored });
        }
        let node = &self.context.node;
        let node_id: Box<str> = node.id.as_str().into();
        effects.push(FlowEffect::RecordSubmitted {
            feedback_id: id.into(),
            node_id: node_id.clone(),
            keep_time: node.prevent_multiple_feedback || self.context.prevent_multiple_feedback,
        });
        if node
            .channel_quota
            .as_ref()
            .is_some_and(|quota| quota.active && quota.action_kind == "submit")
        {
            effects.push(FlowEffect::CountQuota { node_id });
        }
        self.post_end(id, page, effects);
        if let (Page::State(at), Some(token)) = (page, chat_token)
            && self
                .flow
                .state(at)
                .is_some_and(|state| state.style == StateStyle::Chat)
        {
            effects.push(FlowEffect::OpenChat {
                feedback_id: id.into(),
                token: token.into(),
                after_ms: OPEN_CHAT_DELAY_MS,
            });
        }
        self.go_to(page);
    }

    fn post_end(&self, id: &str, page: Page, effects: &mut Vec<FlowEffect>) {
        let state = match page {
            Page::State(at) => self.flow.state(at),
            Page::DefaultThankYou => None,
        };
        let data = HostMessageData {
            feedback_id: id.into(),
            node_id: self.context.node.id.as_str().into(),
            flow_id: self.flow.id.clone(),
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
        for message in self.messages_of_triggers() {
            post(&message, 0);
        }
        post(END_OF_FLOW, 0);
        post(FEEDBACK_SUBMITTED, delay_ms);
    }

    /// What the triggers that are on tell the host: each event once, `redirect_to_store` as `PSN_REDIRECT_TO_STORE`
    /// (`wire.md`, trigger).
    fn messages_of_triggers(&self) -> Vec<String> {
        let mut messages = Vec::new();
        let on = self
            .triggers_on
            .iter()
            .zip(&self.flow.triggers)
            .filter(|(on, _)| **on);
        for event in on.flat_map(|(_, trigger)| &trigger.events) {
            let mut message = String::from("PSN_");
            message.push_str(&event.to_ascii_uppercase());
            if !messages.contains(&message) {
                messages.push(message);
            }
        }
        messages
    }

    fn save_failed(&mut self, save: Save, status: u32, code: Option<&str>, effects: &mut Vec<FlowEffect>) {
        // The server refuses what was stored before (another device's, or complete by now): the next try starts anew.
        if status == 422
            && let Some(stored) = self.saves.stored_id.take()
        {
            effects.push(FlowEffect::RemoveFeedback { feedback_id: stored });
        }
        if save == Save::Complete {
            let prevented = status == 400 && code == Some(CODE_PREVENT_MULTIPLE);
            let key = if prevented {
                MessageKey::PreventMultipleFeedback
            } else {
                MessageKey::SystemError
            };
            self.set_progress(Progress::Resting);
            self.set_notice(Some(key.into()));
        }
    }
}
