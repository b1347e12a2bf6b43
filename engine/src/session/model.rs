//! A session: its owners, and what they tell together.

use super::action_log::{ActionLog, Report};
use super::answered_flow::AnsweredFlow;
use super::clock::SessionClock;
use super::filling::{fill_from_address, fill_from_customer};
use super::language::{DEFAULT_LANGUAGE, first_language_position};
use super::notice::Notice;
use super::pending_update::PendingUpdate;
use super::preview::single_element;
use super::progress::Progress;
use super::request_ids::RequestIds;
use super::saves::Saves;
use super::unsubscriptions::Unsubscriptions;
use super::view::{PageStatus, View};
use super::view_builder::ViewBuilder;
use super::{FlowEffect, SessionContext};
use crate::flow::{Flow, Language, StateStyle};
use crate::platform::PlatformRef;
use crate::position::ElementIx;
use std::sync::Arc;

/// A visitor's run through a flow.
#[derive(Clone)]
pub struct Session {
    pub(super) context: SessionContext,
    pub(super) answered: AnsweredFlow,
    pub(super) clock: SessionClock,
    /// Position of the current language; none if the flow has no languages.
    pub(super) language: Option<usize>,
    /// The only element that is shown, in a preview of a single one.
    pub(super) single_element: Option<ElementIx>,
    pub(super) progress: Progress,
    pub(super) notice: Notice,
    pub(super) saves: Saves,
    pub(super) is_offline: bool,
    pub(super) unsubscriptions: Unsubscriptions,
    pub(super) request_ids: RequestIds,
    pub(super) log: ActionLog,
    pub(super) pending: PendingUpdate,
}

impl Session {
    /// Starts on the flow's initial state, in the [first language](crate::first_language).
    #[must_use]
    pub fn new(flow: Arc<Flow>, context: SessionContext, platform: PlatformRef) -> Self {
        Self::start(flow, context, platform, true)
    }

    /// Starts for the visitor who came with the page's address, or for another one.
    pub(super) fn start(
        flow: Arc<Flow>,
        mut context: SessionContext,
        platform: PlatformRef,
        is_first_visitor: bool,
    ) -> Self {
        context.preview |= flow.is_preview || flow.is_single_element_preview;
        let language = first_language_position(&flow, &context.language_choices());
        let single_element = single_element(&flow);
        let first = single_element.and_then(|at| flow.element(at));
        let first = first.map_or(flow.initial, |element| element.state);
        let mut answered = AnsweredFlow::new(flow, platform, first, !context.preview);
        answered.take_seed(context.seed);
        fill_from_customer(&mut answered, &context.customer);
        fill_from_address(&mut answered, &context.query, is_first_visitor);
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

    /// Returns the whole current page.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        self.view_builder().view(self.page_status())
    }

    /// Returns the session's part of an error report.
    #[must_use]
    pub fn report(&self) -> Report<'_> {
        Report {
            actions: self.log.actions(),
            first_response_ms: self.clock.first_answer(),
        }
    }

    /// Returns whether the complete feedback is on its way.
    pub(super) fn is_submitting(&self) -> bool {
        matches!(self.progress, Progress::Submitting(_))
    }

    /// Returns whether there is a page to go back to. An end is final, and a submission is not interrupted.
    pub(super) fn can_go_back(&self) -> bool {
        self.answered.path().has_previous() && self.accepts_answers()
    }

    /// Drops the record of the partial save, which nothing continues any more.
    pub(super) fn remove_stored(&mut self, effects: &mut Vec<FlowEffect>) {
        if let Some(feedback_id) = self.saves.take_stored_id() {
            effects.push(FlowEffect::RemoveFeedback { feedback_id });
        }
    }

    /// Returns whether answers may change: not at an end, nor while the complete feedback is on its way.
    pub(super) fn accepts_answers(&self) -> bool {
        !self.answered.has_ended() && !self.is_submitting()
    }

    /// Returns the style of the page; the default thank-you page is a thank-you page.
    pub(super) fn page_style(&self) -> StateStyle {
        let state = self.answered.current_state();
        state.map_or(StateStyle::ThankYou, |state| state.style)
    }

    pub(super) fn current_language(&self) -> Option<&Language> {
        self.answered.flow().languages.get(self.language?)
    }

    pub(super) fn page_status(&self) -> PageStatus {
        PageStatus {
            can_go_back: self.can_go_back(),
            moving: self.progress != Progress::Resting,
            submitting: self.is_submitting(),
            notice: self.notice.message().cloned(),
            unsubscribed: self.unsubscriptions.done().to_vec(),
            unsubscribe_failed: self.unsubscriptions.failed().to_vec(),
        }
    }

    pub(super) fn view_builder(&self) -> ViewBuilder<'_> {
        let language = self.current_language();
        ViewBuilder {
            answered: &self.answered,
            language: language.map_or(DEFAULT_LANGUAGE, |language| &language.code),
            single_element: self.single_element,
        }
    }
}
