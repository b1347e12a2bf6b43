//! Moving between pages (specification, section 4.3).

use super::answers::with_question;
use super::{FlowEffect, Page, Progress, Session, Timer};
use crate::flow::{ElementIx, ElementKind, State};
use crate::message::MessageKey;

/// The pause between pressing "next" and the new page (specification, section 9).
const STATE_CHANGE_DELAY_MS: u32 = 250;

impl Session {
    /// The visitor wants to go on: validates the page, then waits for the pause.
    pub(super) fn next(&mut self, effects: &mut Vec<FlowEffect>) {
        if self.has_ended() || self.progress != Progress::Resting {
            return;
        }
        if self.validate_page(effects) {
            self.set_progress(Progress::Pausing);
            effects.push(FlowEffect::Schedule {
                timer: Timer::StateChange,
                after_ms: STATE_CHANGE_DELAY_MS,
            });
        }
    }

    /// The pause is over: picks the next page, and goes there or submits first.
    pub(super) fn change_state(&mut self, effects: &mut Vec<FlowEffect>) {
        if self.progress != Progress::Pausing {
            return;
        }
        // An answer may have changed during the pause.
        if !self.validate_page(effects) {
            return self.set_progress(Progress::Resting);
        }
        let next = self.next_page();
        if self.is_end(next) && !self.context.preview {
            self.set_progress(Progress::Submitting(next));
            self.save_completely(effects);
        } else {
            self.set_progress(Progress::Resting);
            self.go_to(next);
        }
    }

    /// The visitor goes one page back, at once; answers stay.
    pub(super) fn back(&mut self) {
        if !self.can_go_back() {
            return;
        }
        self.progress = Progress::Resting;
        self.notice = None;
        self.stale.view = true;
        if let Some(left) = self.path.pop() {
            self.leave(left);
        }
        if let Some(previous) = self.path.last() {
            self.page = Page::State(*previous);
        }
    }

    /// Whether there is a page to go back to. An end is final, and a submission on its way is not interrupted.
    pub(super) fn can_go_back(&self) -> bool {
        self.path.len() > 1 && !self.has_ended() && !matches!(self.progress, Progress::Submitting(_))
    }

    /// Shows a page. One that is on the path already ends a loop: the path is cut back to it.
    pub(super) fn go_to(&mut self, page: Page) {
        self.page = page;
        self.stale.view = true;
        self.notice = None;
        let Page::State(at) = page else { return };
        if self.is_end(page) {
            return;
        }
        if self.is_on_path(at) {
            while let Some(last) = self.path.last().copied().filter(|last| *last != at) {
                self.path.pop();
                self.leave(last);
            }
        } else {
            self.path.push(at);
            self.enter(at);
        }
    }

    /// The first transition whose rules all hold, else the state's own next, else the default thank-you.
    pub(super) fn next_page(&self) -> Page {
        let Some(state) = self.current_state() else {
            return Page::DefaultThankYou;
        };
        let to = state.transitions.iter().find(|transition| {
            transition.rules.iter().all(|rule| {
                with_question(&self.flow, rule.element).is_some_and(|(_, question)| {
                    rule.condition
                        .holds(question, self.counted_answer(rule.element), self.platform)
                })
            })
        });
        let next = to.map_or(state.next, |transition| transition.to);
        next.map_or(Page::DefaultThankYou, Page::State)
    }

    pub(super) fn is_end(&self, page: Page) -> bool {
        match page {
            Page::State(at) => self.flow.state(at).is_none_or(|state| state.style.is_end()),
            Page::DefaultThankYou => true,
        }
    }

    /// Validates every visible question of the page, says what is wrong and puts the focus on the first.
    fn validate_page(&mut self, effects: &mut Vec<FlowEffect>) -> bool {
        let flow = self.flow.clone();
        let Page::State(page) = self.page else {
            return false;
        };
        let Some(state) = flow.state(page) else {
            return false;
        };
        let mut first = None;
        for at in &state.elements {
            let Some((element, question)) = with_question(&flow, *at) else {
                continue;
            };
            let visible = self.is_visible(element);
            let message = if visible {
                question.validate(self.answer(*at))
            } else {
                None
            };
            if message.is_some() {
                first = first.or(Some(*at));
            }
            self.set_message(*at, message);
        }
        let notice = (first.is_none() && self.leaves_nothing(state)).then(|| MessageKey::AtLeastOne.into());
        if notice.is_some() {
            first = state.elements.iter().copied().find(|at| self.asks(*at));
        }
        // A page that asks nothing has no element to blame, but is not left either.
        let may_leave = first.is_none() && notice.is_none();
        self.set_notice(notice);
        if let Some(first) = first.and_then(|at| flow.element(at)) {
            effects.push(FlowEffect::Focus {
                element_id: first.id.clone(),
            });
        }
        may_leave
    }

    /// Whether the flow would end although it asked something and got no answer at all (`wire.md`, `at_least_one`).
    fn leaves_nothing(&self, state: &State) -> bool {
        let requires = |at: &ElementIx| {
            self.asks(*at) && with_question(&self.flow, *at).is_some_and(|(_, question)| question.required)
        };
        if !self.is_end(self.next_page()) || state.elements.iter().any(requires) {
            return false;
        }
        let states = self.path.iter().filter_map(|at| self.flow.state(*at));
        let mut elements = states.flat_map(|state| &state.elements).copied();
        elements.clone().any(|at| self.asks(at)) && !elements.any(|at| self.counted_answer(at).is_some())
    }

    fn asks(&self, at: ElementIx) -> bool {
        let element = self.flow.element(at);
        element.is_some_and(|element| element.kind == ElementKind::Question && self.is_visible(element))
    }

    pub(super) fn set_progress(&mut self, progress: Progress) {
        self.stale.status |= self.progress != progress;
        self.progress = progress;
    }

    pub(super) fn set_notice(&mut self, notice: Option<crate::message::Message>) {
        self.stale.status |= self.notice != notice;
        self.notice = notice;
    }
}
