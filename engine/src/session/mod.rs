//! One visitor's run through a flow. [`Session`] hands each event to its owners, a module each. See docs/engine.md.

mod action_log;
mod answered_flow;
mod clock;
mod context;
mod customer;
mod effect;
mod event;
mod filling;
mod idle;
mod language;
mod look_ups;
mod navigation;
mod notice;
mod page_validation;
mod payload;
mod pending_update;
mod preview;
mod request_ids;
mod saves;
mod scrolling;
mod submitting;
mod tracking;
mod unsubscriptions;
mod verification;
mod view;
mod view_builder;

pub use action_log::Report;
pub use context::{ChannelQuota, NodeContext, SessionContext};
pub use effect::{Answers, FlowEffect, Headers, HostMessageData};
pub use event::{Channel, FlowEvent, FlowEventKind, SubmitResult, Timer};
pub use language::{LanguageChoices, first_language};
pub use tracking::{TRACKING_PAIRS, TrackingPair};
pub use view::{
    ElementChange, ElementView, GaugeView, LanguageView, OptionView, PageStatus, QuestionView, StatementView,
    Update, VerificationStep, View,
};

pub(crate) use answered_flow::AnsweredFlow;
#[cfg(feature = "native")]
pub(crate) use {answered_flow::Advance, payload::build_responses};

use crate::answer::AnswerInput;
use crate::flow::{Flow, Language, StateStyle};
use crate::platform::PlatformRef;
use crate::position::ElementIx;
use action_log::ActionLog;
use answered_flow::{Origin, question_by_id};
use clock::SessionClock;
use filling::FillSource;
use navigation::Progress;
use notice::Notice;
use page_validation::PageExit;
use pending_update::PendingUpdate;
use request_ids::RequestIds;
use saves::Saves;
use std::sync::Arc;
use unsubscriptions::Unsubscriptions;
use view_builder::ViewBuilder;

const OK: u32 = 200;

/// A visitor's run through a flow.
#[derive(Clone)]
pub struct Session {
    context: SessionContext,
    answered: AnsweredFlow,
    clock: SessionClock,
    /// Position of the current language; none if the flow has no languages.
    language: Option<usize>,
    /// The only element that is shown, in a preview of a single one.
    single_element: Option<ElementIx>,
    progress: Progress,
    notice: Notice,
    saves: Saves,
    is_offline: bool,
    unsubscriptions: Unsubscriptions,
    request_ids: RequestIds,
    log: ActionLog,
    pending: PendingUpdate,
}

impl Session {
    /// Starts on the flow's initial state, in the [first language](first_language).
    #[must_use]
    pub fn new(flow: Arc<Flow>, mut context: SessionContext, platform: PlatformRef) -> Self {
        context.preview |= flow.is_preview || flow.is_single_element_preview;
        let language = language::first_language_position(&flow, &context.language_choices());
        let single_element = preview::single_element(&flow);
        let first = single_element.and_then(|at| flow.element(at));
        let first = first.map_or(flow.initial, |element| element.state);
        let mut answered = AnsweredFlow::new(flow, platform, first, !context.preview);
        answered.answer_random_questions(context.seed);
        Self {
            answered,
            clock: SessionClock::default(),
            language,
            single_element,
            progress: Progress::Resting,
            notice: Notice::default(),
            saves: Saves::new(context.stored_feedback_id.as_deref()),
            is_offline: false,
            unsubscriptions: Unsubscriptions::default(),
            request_ids: RequestIds::default(),
            log: ActionLog::default(),
            pending: PendingUpdate::default(),
            context,
        }
    }

    /// Handles an event and returns what the shell has to do. An event that does not fit changes nothing.
    pub fn step(&mut self, event: FlowEvent) -> Vec<FlowEffect> {
        let mut effects = Vec::new();
        self.clock.set(event.at);
        self.log.add(event.kind);
        let had_ended = self.answered.has_ended();
        let was_submitting = self.is_submitting();
        let is_action = !had_ended && idle::is_visitor_action(&event, self.answered.flow());
        self.route(event, &mut effects);
        let has_arrived = !had_ended && self.answered.has_ended();
        // A time that ended during the submission was ignored, so it starts anew when the submission fails.
        let has_failed = was_submitting && !self.is_submitting();
        if is_action || has_arrived || has_failed {
            idle::schedule(&self.context, self.page_style(), &mut effects);
        }
        effects
    }

    /// Handles an event and returns the effects with what changed in the view. The cost does not depend on the size of the
    /// flow.
    pub fn update(&mut self, event: FlowEvent) -> Update<'_> {
        let effects = self.step(event);
        let changes = self.answered.records_mut().take_changes();
        let needs_view = self.pending.take_needs_view();
        let status = self.page_status();
        let is_status_new = self.pending.note_status(&status);
        let builder = self.view_builder();
        let mut update = Update {
            effects,
            ..Update::default()
        };
        if needs_view {
            update.view = Some(builder.view(status));
            return update;
        }
        update.status = is_status_new.then_some(status);
        update.order = changes.order.then(|| builder.order());
        let redrawn = changes.redrawn.into_iter();
        update.shown = redrawn.filter_map(|at| builder.element(at)).collect();
        let values = changes.values.into_iter();
        update.changes = values.filter_map(|at| builder.change(at)).collect();
        update
    }

    /// The whole current page.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        self.view_builder().view(self.page_status())
    }

    /// The session's part of an error report.
    #[must_use]
    pub fn report(&self) -> Report<'_> {
        Report {
            actions: self.log.actions(),
            first_response_ms: self.clock.first_answer(),
        }
    }

    fn route(&mut self, event: FlowEvent, effects: &mut Vec<FlowEffect>) {
        let question_id = event.question_id.as_deref().unwrap_or_default();
        let echoed = event.request_id;
        let status = event.status.unwrap_or(0);
        let is_preview = self.context.preview;
        match event.kind {
            FlowEventKind::Start => {}
            FlowEventKind::Answered => self.handle_answered(question_id, event.answer.as_ref(), effects),
            FlowEventKind::Next => self.leave_page(PageExit::Next, effects),
            FlowEventKind::Skip => self.leave_page(PageExit::Skip, effects),
            FlowEventKind::Back => self.back(),
            FlowEventKind::Language => self.choose_language(event.code.as_deref()),
            FlowEventKind::Timer => self.handle_timer(event.timer, effects),
            FlowEventKind::Submitted => {
                self.handle_submitted(echoed, status, event.body.unwrap_or_default(), effects);
            }
            FlowEventKind::Preloaded if self.accepts_answers() => {
                let answers = event.answers.unwrap_or_default();
                filling::fill(&mut self.answered, &answers, FillSource::Preloaded);
            }
            FlowEventKind::ClearState if self.accepts_answers() => {
                self.answered
                    .clear_state(event.state_id.as_deref().unwrap_or_default());
            }
            FlowEventKind::Reset => self.reset(effects),
            FlowEventKind::LookUp if !self.is_submitting() => {
                let requests = &mut self.request_ids;
                look_ups::start(&mut self.answered, question_id, is_preview, requests, effects);
            }
            FlowEventKind::LookedUp => {
                let is_success = status == OK;
                let may_fill = look_ups::finish(&mut self.answered, question_id, echoed, is_success);
                if may_fill && self.accepts_answers() {
                    let answers = event.answers.unwrap_or_default();
                    filling::fill(&mut self.answered, &answers, FillSource::LookUp);
                }
            }
            FlowEventKind::SendCode if !is_preview => {
                let requests = &mut self.request_ids;
                verification::send_code(&mut self.answered, question_id, requests, effects);
            }
            FlowEventKind::CodeSent => {
                let id = event.body.and_then(|body| body.id).filter(|_| status == OK);
                verification::finish_sending(&mut self.answered, question_id, echoed, id.as_deref());
            }
            FlowEventKind::VerifyCode => {
                let code = event.code.as_deref();
                let requests = &mut self.request_ids;
                verification::verify_code(&mut self.answered, question_id, code, requests, effects);
            }
            FlowEventKind::CodeVerified => {
                verification::finish_checking(&mut self.answered, question_id, echoed, status);
            }
            FlowEventKind::Unsubscribe if !is_preview => {
                if let Some(channel) = event.channel {
                    let node_id = &self.context.node.id;
                    let requests = &mut self.request_ids;
                    self.unsubscriptions.start(channel, node_id, requests, effects);
                }
            }
            FlowEventKind::Unsubscribed => self.handle_unsubscribed(event.channel, echoed, status == OK),
            FlowEventKind::Offline => self.is_offline = true,
            FlowEventKind::Online => self.is_offline = false,
            FlowEventKind::Preloaded
            | FlowEventKind::ClearState
            | FlowEventKind::LookUp
            | FlowEventKind::SendCode
            | FlowEventKind::Unsubscribe => {}
        }
    }

    fn handle_answered(
        &mut self,
        question_id: &str,
        input: Option<&AnswerInput>,
        effects: &mut Vec<FlowEffect>,
    ) {
        let flow = self.answered.flow().clone();
        let Some((at, element, question)) = question_by_id(&flow, question_id) else {
            return;
        };
        let is_answerable = self.accepts_answers()
            && question.expects_answer()
            && self.answered.is_on_page(element)
            && self.answered.is_visible(element);
        if !is_answerable {
            return;
        }
        let before = self.answered.records().answer(at).cloned();
        let Some(changes) = self.answered.set_answer(at, question, input, Origin::Visitor) else {
            return;
        };
        self.clock.note_answer();
        self.answered.revalidate(at, question);
        self.notice.set(None);
        let is_new = self.answered.records().answer(at) != before.as_ref();
        if is_new && self.single_element.is_none() {
            scrolling::scroll_after_answer(&self.answered, at, element, &changes, effects);
        }
        self.save_partial(effects);
    }

    fn handle_timer(&mut self, timer: Option<Timer>, effects: &mut Vec<FlowEffect>) {
        match timer {
            Some(Timer::StateChange) => self.change_state(effects),
            Some(Timer::Idle) if idle::timeout_seconds(&self.context, self.page_style()) > 0 => {
                self.reset(effects);
            }
            Some(Timer::Idle) | None => {}
        }
    }

    fn handle_unsubscribed(&mut self, channel: Option<Channel>, echoed: Option<u32>, is_success: bool) {
        let Some(channel) = channel else { return };
        if !self.unsubscriptions.finish(channel, echoed, is_success) {
            return;
        }
        if is_success {
            self.notice.clear_channel_failure(channel);
        } else {
            self.notice.set_channel_failure(channel);
        }
    }

    fn choose_language(&mut self, code: Option<&str>) {
        let chosen = code.and_then(|code| self.answered.flow().find_language(code));
        if chosen.is_some() && chosen != self.language {
            self.language = chosen;
            self.pending.require_view();
        }
    }

    /// Starts over for the next visitor, in the same language: with another seed, and without the partial save of the
    /// one who left. A submission is not interrupted.
    fn reset(&mut self, effects: &mut Vec<FlowEffect>) {
        if self.is_submitting() {
            return;
        }
        self.remove_stored(effects);
        let mut context = self.context.clone();
        context.seed = context.seed.wrapping_add(1);
        context.stored_feedback_id = None;
        let fresh = Self::new(self.answered.flow().clone(), context, self.answered.platform());
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

    /// Whether answers may change: not at an end, nor while the complete feedback is on its way.
    fn accepts_answers(&self) -> bool {
        !self.answered.has_ended() && !self.is_submitting()
    }

    fn page_style(&self) -> StateStyle {
        let state = self.answered.current_state();
        state.map_or(StateStyle::ThankYou, |state| state.style)
    }

    fn current_language(&self) -> Option<&Language> {
        self.answered.flow().languages.get(self.language?)
    }

    fn page_status(&self) -> PageStatus {
        PageStatus {
            can_go_back: self.can_go_back(),
            moving: self.progress != Progress::Resting,
            submitting: self.is_submitting(),
            notice: self.notice.message().cloned(),
            unsubscribed: self.unsubscriptions.done().to_vec(),
        }
    }

    fn view_builder(&self) -> ViewBuilder<'_> {
        let language = self.current_language();
        ViewBuilder {
            answered: &self.answered,
            language: language.map_or(language::DEFAULT_LANGUAGE, |language| &language.code),
            single_element: self.single_element,
        }
    }
}
