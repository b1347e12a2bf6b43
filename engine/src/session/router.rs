//! Handing each event to its owner. See docs/engine.md#events.

use super::answered_flow::{Origin, question_at, question_by_id};
use super::filling::{FillSource, fill, fill_from_customer};
use super::look_ups::LookUpResult;
use super::model::Session;
use super::progress::PageExit;
use super::view::Update;
use super::{FlowEffect, FlowEvent, FlowEventKind, Timer};
use super::{idle, look_ups, phone_verification, scrolling};
use crate::answer::AnswerInput;
use crate::position::ElementIx;
use crate::sorted_map::SortedMap;

const OK: u32 = 200;

impl Session {
    /// Handles an event and returns what the shell has to do. An event that does not fit changes nothing.
    pub fn step(&mut self, event: FlowEvent) -> Vec<FlowEffect> {
        let mut effects = Vec::new();
        self.clock.set(event.at);
        self.log.add(event.kind);
        let had_ended = self.answered.has_ended();
        let was_submitting = self.is_submitting();
        let is_action = !had_ended && idle::is_visitor_action(&event, self.answered.flow());
        self.route(&event, &mut effects);
        self.discard_uploads(&mut effects);
        let has_arrived = !had_ended && self.answered.has_ended();
        // A time that ended during the submission was ignored, so it starts over when the submission fails.
        let has_failed = was_submitting && !self.is_submitting();
        if is_action || has_arrived || has_failed {
            idle::schedule(&self.context, self.page_style(), &mut effects);
        }
        effects
    }

    /// Handles an event and returns the effects with what changed in the view. The cost does not depend on the size
    /// of the flow.
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
        let redrawn = builder.with_piped(changes.redrawn, &changes.values).into_iter();
        update.shown = redrawn.filter_map(|at| builder.element(at)).collect();
        let values = changes.values.into_iter();
        update.changes = values.filter_map(|at| builder.change(at)).collect();
        update
    }

    fn route(&mut self, event: &FlowEvent, effects: &mut Vec<FlowEffect>) {
        let question_id = event.question_id.as_deref().unwrap_or_default();
        let is_preview = self.context.preview;
        match event.kind {
            FlowEventKind::Start => {}
            FlowEventKind::Answered => self.handle_answered(question_id, event.answer.as_ref(), effects),
            FlowEventKind::Uploading => self.note_uploads(question_id, event.uploads.unwrap_or_default()),
            FlowEventKind::Uploaded => self.add_files(question_id, event.answer.as_ref(), effects),
            FlowEventKind::Next => self.leave_page(PageExit::Next, effects),
            FlowEventKind::Skip => self.leave_page(PageExit::Skip, effects),
            FlowEventKind::Back => self.back(),
            FlowEventKind::Language => self.choose_language(event.code.as_deref()),
            FlowEventKind::Timer => self.handle_timer(event.timer, effects),
            FlowEventKind::Preloaded => {
                let source = match event.is_from_address {
                    true => FillSource::Address,
                    false => FillSource::Host,
                };
                let names = self.fill(event.answers.as_ref(), source);
                if !names.is_empty() {
                    effects.push(FlowEffect::AnswersLeftOut { names });
                }
            }
            FlowEventKind::Customer => {
                self.context.customer = event.customer.as_deref().cloned().unwrap_or_default();
                self.context.user_id.clone_from(&event.user_id);
                if self.accepts_answers() {
                    fill_from_customer(&mut self.answered, &self.context.customer);
                }
            }
            FlowEventKind::ClearState => self.clear_state(event.state_id.as_deref()),
            FlowEventKind::Reset => self.reset(effects),
            FlowEventKind::LookUp if self.is_submitting() => {}
            FlowEventKind::LookUp => {
                let requests = &mut self.request_ids;
                look_ups::start(&mut self.answered, question_id, is_preview, requests, effects);
            }
            FlowEventKind::SendCode | FlowEventKind::Unsubscribe if is_preview => {}
            FlowEventKind::SendCode => {
                let requests = &mut self.request_ids;
                phone_verification::send_code(&mut self.answered, question_id, requests, effects);
            }
            FlowEventKind::VerifyCode => {
                let code = event.code.as_deref();
                let requests = &mut self.request_ids;
                phone_verification::verify_code(&mut self.answered, question_id, code, requests, effects);
            }
            FlowEventKind::Unsubscribe => {
                if let Some(channel) = event.channel {
                    let node_id = &self.context.node.id;
                    let requests = &mut self.request_ids;
                    self.unsubscriptions.start(channel, node_id, requests, effects);
                }
            }
            FlowEventKind::Submitted
            | FlowEventKind::LookedUp
            | FlowEventKind::CodeSent
            | FlowEventKind::CodeVerified
            | FlowEventKind::Unsubscribed => self.route_result(event, effects),
            FlowEventKind::Offline => self.is_offline = true,
            FlowEventKind::Online => self.is_offline = false,
        }
    }

    /// Hands the result of a request to the owner of the request.
    fn route_result(&mut self, event: &FlowEvent, effects: &mut Vec<FlowEffect>) {
        let question_id = event.question_id.as_deref().unwrap_or_default();
        let echoed_id = event.request_id;
        let status = event.status.unwrap_or(0);
        let is_success = status == OK;
        match event.kind {
            FlowEventKind::Submitted => {
                self.handle_submitted(echoed_id, status, event.body.as_ref(), effects);
            }
            FlowEventKind::LookedUp => {
                self.handle_looked_up(question_id, event, is_success, effects);
            }
            FlowEventKind::CodeSent => {
                let body = event.body.as_ref();
                phone_verification::finish_sending(&mut self.answered, question_id, echoed_id, status, body);
            }
            FlowEventKind::CodeVerified => {
                let body = event.body.as_ref();
                phone_verification::finish_checking(&mut self.answered, question_id, echoed_id, status, body);
            }
            FlowEventKind::Unsubscribed => {
                if let Some(channel) = event.channel {
                    self.unsubscriptions.finish(channel, echoed_id, is_success);
                }
            }
            _ => {}
        }
    }

    fn handle_looked_up(
        &mut self,
        question_id: &str,
        event: &FlowEvent,
        is_success: bool,
        effects: &mut Vec<FlowEffect>,
    ) {
        let answers = event.answers.as_ref();
        let result = LookUpResult {
            echoed_id: event.request_id,
            is_success,
            has_answers: answers.is_some_and(|answers| !answers.is_empty()),
            binding_id: event.body.as_ref().and_then(|body| body.id.as_deref()),
        };
        match look_ups::finish(&mut self.answered, question_id, &result) {
            Some(_) if is_success => drop(self.fill(answers, FillSource::LookUp)),
            Some(at) => self.stay_at(at, effects),
            None => {}
        }
    }

    /// Returns the names of those answers that fit no question.
    fn fill(&mut self, answers: Option<&SortedMap<String>>, source: FillSource) -> Vec<Box<str>> {
        match answers.filter(|_| self.accepts_answers()) {
            Some(answers) => fill(&mut self.answered, answers, source),
            None => Vec::new(),
        }
    }

    fn clear_state(&mut self, state_id: Option<&str>) {
        if self.accepts_answers() {
            self.answered.clear_state(state_id.unwrap_or_default());
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
        if is_answerable {
            self.take_answer(at, input, effects);
        }
    }

    /// Stores an answer of the visitor, and does what follows from it.
    pub(super) fn take_answer(
        &mut self,
        at: ElementIx,
        input: Option<&AnswerInput>,
        effects: &mut Vec<FlowEffect>,
    ) {
        let flow = self.answered.flow().clone();
        let Some((element, question)) = question_at(&flow, at) else {
            return;
        };
        let before = self.answered.records().answer(at).cloned();
        let Some(changes) = self.answered.set_answer(at, question, input, Origin::Visitor) else {
            return;
        };
        self.clock.note_answer();
        self.answered.revalidate(at, question);
        self.notice.set(None);
        let is_new = self.answered.records().answer(at) != before.as_ref();
        if is_new && self.single_element.is_none() && self.answered.is_on_page(element) {
            scrolling::scroll_after_answer(&self.answered, at, element, &changes, effects);
        }
        if !self.is_submitting() {
            self.save_partial(effects);
        }
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

    fn choose_language(&mut self, code: Option<&str>) {
        let chosen = code.and_then(|code| self.answered.flow().find_language(code));
        if chosen.is_some() && chosen != self.language {
            self.language = chosen;
            self.pending.require_view();
        }
    }
}
