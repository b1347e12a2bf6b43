//! What a session keeps beside answers and pages: look-ups under way, the action log, idleness, starting anew.

use super::verification::Verification;
use super::{Channel, FlowEffect, FlowEvent, FlowEventKind, Page, Progress, Session, Timer};
use crate::flow::{Element, StateStyle};
use crate::position::ElementIx;

/// How many recent actions are kept for error reports (specification, section 9).
const LOG_LENGTH: usize = 40;

const MS_IN_SECOND: u32 = 1000;

/// The last actions, by kind only: an error report must not hold what somebody answered.
#[derive(Debug, Clone, Default)]
pub(super) struct ActionLog(Vec<FlowEventKind>);

/// What an error report may say of a run: nothing that somebody answered.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "camelCase"))]
pub struct Report<'a> {
    /// The kinds of the last 40 events, oldest first (specification, section 9).
    pub actions: &'a [FlowEventKind],
    /// How long it took the visitor to answer for the first time, in milliseconds; absent before that.
    pub first_response_ms: Option<f64>,
}

impl ActionLog {
    pub(super) fn add(&mut self, kind: FlowEventKind) {
        if self.0.len() == LOG_LENGTH {
            self.0.remove(0);
        }
        self.0.push(kind);
    }
}

impl Session {
    /// What an error report may say of this run.
    #[must_use]
    pub fn report(&self) -> Report<'_> {
        Report {
            actions: &self.log.0,
            first_response_ms: self.first_response,
        }
    }

    /// Begins anew on the first page, in the same language, for whoever comes next: with another seed, and without the
    /// partial save of the one who left. What is being submitted is not interrupted.
    pub(super) fn reset(&mut self, effects: &mut Vec<FlowEffect>) {
        if self.is_submitting() {
            return;
        }
        let mut context = self.context.clone();
        context.seed = context.seed.wrapping_add(1);
        context.stored_feedback_id = None;
        let mut fresh = Self::new(self.flow.clone(), context, self.platform);
        fresh.elapsed = self.elapsed;
        fresh.began = self.elapsed;
        fresh.language = self.language;
        fresh.is_offline = self.is_offline;
        fresh.saves = self.abandon_saves(effects);
        fresh.log = std::mem::take(&mut self.log);
        *self = fresh;
    }

    /// The time that may pass without an act, in seconds; 0: any. Thanks have a time of their own; a chat stays.
    pub(super) fn idle_seconds(&self) -> u32 {
        let node = &self.context.node;
        let style = self
            .current_state()
            .map_or(StateStyle::ThankYou, |state| state.style);
        match style {
            _ if self.context.preview => 0,
            StateStyle::Normal => node.idle_reset_timeout_in_seconds,
            StateStyle::ThankYou => node.thank_you_duration_in_seconds,
            StateStyle::Chat => 0,
        }
    }

    /// Takes back all answers that the visitor gave on a state.
    pub(super) fn clear_state(&mut self, state_id: &str) {
        let flow = self.flow.clone();
        let Some(state) = flow.states.iter().find(|state| *state.id == *state_id) else {
            return;
        };
        if matches!(self.progress, Progress::Submitting(_)) || self.has_ended() {
            return;
        }
        // The way on was chosen by what was answered on earlier pages.
        let is_left = |element: &Element| self.is_on_path(element.state) && !self.is_on_page(element);
        if state
            .elements
            .iter()
            .filter_map(|at| flow.element(*at))
            .any(is_left)
        {
            return;
        }
        for at in &state.elements {
            if self.answer(*at).is_some() && !self.is_preset(*at) {
                self.set_message(*at, None);
                self.take_back(*at);
            }
        }
    }

    /// Starts the node's idle time again. Each act of the visitor does so, but not at an end, and so does the outcome of
    /// a submission: arriving at the end, or a failure, because a time that was over meanwhile was not heeded. The shell
    /// keeps one timer of a kind: scheduling it again replaces it.
    pub(super) fn await_idleness(&self, effects: &mut Vec<FlowEffect>) {
        let seconds = self.idle_seconds();
        if seconds > 0 {
            effects.push(FlowEffect::Schedule {
                timer: Timer::Idle,
                after_ms: seconds.saturating_mul(MS_IN_SECOND),
            });
        }
    }

    /// Whether somebody has done this. What names nothing that exists is no act.
    pub(super) fn is_act(&self, event: &FlowEvent) -> bool {
        match event.kind {
            FlowEventKind::Next | FlowEventKind::Back | FlowEventKind::Skip => true,
            FlowEventKind::Answered
            | FlowEventKind::LookUp
            | FlowEventKind::SendCode
            | FlowEventKind::VerifyCode => {
                let id = event.question_id.as_deref();
                id.and_then(|id| self.flow.element_of_question(id)).is_some()
            }
            FlowEventKind::Language => {
                let code = event.code.as_deref();
                code.and_then(|code| self.flow.find_language(code)).is_some()
            }
            FlowEventKind::Unsubscribe => event.channel.is_some(),
            _ => false,
        }
    }

    /// Asks to be taken off a channel, once at a time.
    pub(super) fn unsubscribe(&mut self, channel: Option<Channel>, effects: &mut Vec<FlowEffect>) {
        let Some(channel) = channel.filter(|_| !self.context.preview) else {
            return;
        };
        if self.unsubscribed.contains(&channel) || self.unsubscribing.contains(&channel) {
            return;
        }
        self.unsubscribing.push(channel);
        effects.push(FlowEffect::Unsubscribe {
            channel,
            node_id: self.context.node.id.as_str().into(),
        });
    }

    /// The channel is unsubscribed, or that failed. Success takes back what was said about the channel's failure.
    pub(super) fn unsubscribed(&mut self, channel: Option<Channel>, status: u32) {
        let Some(channel) = channel.filter(|channel| self.unsubscribing.contains(channel)) else {
            return;
        };
        self.unsubscribing.retain(|other| *other != channel);
        if status != 200 {
            self.set_notice(Some(crate::message::MessageKey::SystemError.into()));
            self.failed_channel = Some(channel);
            return;
        }
        self.unsubscribed.push(channel);
        self.stale.status = true;
        if self.failed_channel == Some(channel) {
            self.set_notice(None);
        }
    }

    pub(super) fn is_on_page(&self, element: &Element) -> bool {
        self.page == Page::State(element.state)
    }

    pub(super) fn is_loading(&self, at: ElementIx) -> bool {
        self.loading.contains(&at)
    }

    pub(super) fn set_loading(&mut self, at: ElementIx, is_loading: bool) {
        self.loading.retain(|other| *other != at);
        if is_loading {
            self.loading.push(at);
        }
        self.mark_shown(at);
    }

    pub(super) fn is_preset(&self, at: ElementIx) -> bool {
        self.presets.contains(&at)
    }

    pub(super) fn set_preset(&mut self, at: ElementIx, is_preset: bool) {
        self.presets.retain(|other| *other != at);
        if is_preset {
            self.presets.push(at);
        }
    }

    pub(super) fn verification(&self, at: ElementIx) -> &Verification {
        let found = self.verifications.iter().find(|(other, _)| *other == at);
        found.map_or(&Verification::Unsent, |(_, verification)| verification)
    }

    pub(super) fn set_verification(&mut self, at: ElementIx, verification: Verification) {
        self.verifications.retain(|(other, _)| *other != at);
        self.verifications.push((at, verification));
        self.mark_shown(at);
    }

    /// Another answer: what belonged to the one before is void.
    pub(super) fn forget_extras(&mut self, at: ElementIx) {
        self.set_preset(at, false);
        self.looked_up.retain(|other| *other != at);
        if self.is_loading(at) {
            self.set_loading(at, false);
        }
        match self.verification(at) {
            Verification::Unsent | Verification::Abandoned => {}
            Verification::Sending { .. } | Verification::Checking { .. } => {
                self.set_verification(at, Verification::Abandoned);
            }
            Verification::Sent { .. } | Verification::Verified => {
                self.set_verification(at, Verification::Unsent);
            }
        }
    }
}
