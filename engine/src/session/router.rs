//! Handing each event to its owner. See docs/engine.md#events.

use super::answered_flow::{Origin, question_at, question_by_id};
use super::filling::{FillSource, fill, fill_from_customer};
use super::model::Session;
use super::progress::PageExit;
use super::view::Update;
use super::{FlowEffect, FlowEvent, RequestResult, Timer};
use super::{idle, look_ups, phone_verification, scrolling};
use crate::answer::AnswerInput;
use crate::position::ElementIx;
use crate::sorted_map::SortedMap;

impl Session {
    /// Handles an event and returns what the shell has to do. `at` is in milliseconds since the session's start; `None` is the
    /// time of the event before. An event that does not fit changes nothing.
    pub fn step(&mut self, at: Option<f64>, event: FlowEvent<'_>) -> Vec<FlowEffect> {
        let mut effects = Vec::new();
        self.clock.set(at);
        self.log.add(event.name());
        let had_ended = self.answered.has_ended();
        let was_submitting = self.is_submitting();
        let is_action = !had_ended && idle::is_visitor_action(event, self.answered.flow());
        self.route(event, &mut effects);
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
    pub fn update(&mut self, at: Option<f64>, event: FlowEvent<'_>) -> Update<'_> {
        let effects = self.step(at, event);
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

    fn route(&mut self, event: FlowEvent<'_>, effects: &mut Vec<FlowEffect>) {
        let is_preview = self.context.preview;
        let is_submitting = self.is_submitting();
        let answered = &mut self.answered;
        let requests = &mut self.request_ids;
        match event {
            FlowEvent::Start => {}
            FlowEvent::Answered { question_id, answer } => {
                self.handle_answered(question_id, answer, effects);
            }
            FlowEvent::Uploading { question_id, uploads } => self.note_uploads(question_id, uploads),
            FlowEvent::Uploaded { question_id, files } => self.add_files(question_id, files, effects),
            FlowEvent::Next { question_id } => self.leave_page(PageExit::Next, question_id, effects),
            FlowEvent::Skip => self.leave_page(PageExit::Skip, None, effects),
            FlowEvent::Back => self.back(),
            FlowEvent::Language { code } => self.choose_language(code),
            FlowEvent::Timer { timer } => self.handle_timer(timer, effects),
            FlowEvent::Submitted { result } => self.handle_submitted(result, effects),
            FlowEvent::Preloaded {
                answers,
                is_from_address,
            } => {
                let source = match is_from_address {
                    true => FillSource::Address,
                    false => FillSource::Host,
                };
                let names = self.fill(answers, source);
                if !names.is_empty() {
                    effects.push(FlowEffect::AnswersLeftOut { names });
                }
            }
            FlowEvent::Customer { customer, user_id } => {
                self.context.customer = customer.clone();
                self.context.user_id = user_id.map(Into::into);
                if self.accepts_answers() {
                    fill_from_customer(&mut self.answered, &self.context.customer);
                }
            }
            FlowEvent::ClearState { state_id } => {
                if self.accepts_answers() {
                    self.answered.clear_state(state_id);
                }
            }
            FlowEvent::Reset => self.reset(effects),
            FlowEvent::LookUp { .. } if is_submitting => {}
            FlowEvent::LookUp { question_id } => {
                look_ups::start(answered, question_id, is_preview, requests, effects)
            }
            FlowEvent::LookedUp {
                question_id,
                answers,
                result,
            } => {
                self.handle_looked_up(question_id, answers, result, effects);
            }
            FlowEvent::SendCode { .. } | FlowEvent::Unsubscribe { .. } if is_preview => {}
            FlowEvent::SendCode { question_id } => {
                phone_verification::send_code(answered, question_id, requests, effects)
            }
            FlowEvent::CodeSent { question_id, result } => {
                phone_verification::finish_sending(answered, question_id, result);
            }
            FlowEvent::VerifyCode { question_id, code } => {
                phone_verification::verify_code(answered, question_id, code, requests, effects);
            }
            FlowEvent::CodeVerified { question_id, result } => {
                phone_verification::finish_checking(answered, question_id, result);
            }
            FlowEvent::Unsubscribe { channel } => {
                self.unsubscriptions
                    .start(channel, &self.context.node.id, requests, effects);
            }
            FlowEvent::Unsubscribed { channel, result } => self.unsubscriptions.finish(channel, result),
            FlowEvent::Offline => self.is_offline = true,
            FlowEvent::Online => self.is_offline = false,
        }
    }

    fn handle_looked_up(
        &mut self,
        question_id: &str,
        answers: &SortedMap<String>,
        result: &RequestResult,
        effects: &mut Vec<FlowEffect>,
    ) {
        match look_ups::finish(&mut self.answered, question_id, result, !answers.is_empty()) {
            Some(_) if result.is_success() => drop(self.fill(answers, FillSource::LookUp)),
            Some(at) => self.stay_at(at, effects),
            None => {}
        }
    }

    /// Returns the names of those answers that fit no question.
    fn fill(&mut self, answers: &SortedMap<String>, source: FillSource) -> Vec<Box<str>> {
        if self.accepts_answers() {
            fill(&mut self.answered, answers, source)
        } else {
            Vec::new()
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

    fn handle_timer(&mut self, timer: Timer, effects: &mut Vec<FlowEffect>) {
        match timer {
            Timer::StateChange => self.change_state(effects),
            Timer::Idle if idle::timeout_seconds(&self.context, self.page_style()) > 0 => {
                self.reset(effects);
            }
            Timer::Idle => {}
        }
    }

    fn choose_language(&mut self, code: &str) {
        let chosen = self.answered.flow().find_language(code);
        if chosen.is_some() && chosen != self.language {
            self.language = chosen;
            self.pending.require_view();
        }
    }
}
