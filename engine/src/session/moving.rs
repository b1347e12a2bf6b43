//! Moving between pages (specification, section 4.3).

use super::answers::with_question;
use super::{FlowEffect, Page, Progress, Session, Timer, Way};
use crate::flow::State;
use crate::message::MessageKey;
use crate::position::ElementIx;

/// The pause between pressing "next" and the new page (specification, section 9).
const STATE_CHANGE_DELAY_MS: u32 = 250;

impl Session {
    /// The visitor wants to go on: validates the page, then waits for the pause.
    pub(super) fn leave_page(&mut self, way: Way, effects: &mut Vec<FlowEffect>) {
        if self.has_ended() || self.progress != Progress::Resting || self.only.is_some() {
            return;
        }
        if self.validate_page(way, effects) {
            self.set_progress(Progress::Pausing(way));
            effects.push(FlowEffect::Schedule {
                timer: Timer::StateChange,
                after_ms: STATE_CHANGE_DELAY_MS,
            });
        }
    }

    /// The pause is over: picks the next page, and goes there or submits first.
    pub(super) fn change_state(&mut self, effects: &mut Vec<FlowEffect>) {
        let Progress::Pausing(way) = self.progress else {
            return;
        };
        self.set_progress(Progress::Resting);
        // An answer may have changed during the pause.
        loop {
            if way == Way::Skip {
                self.drop_invalid();
            }
            if !self.validate_page(way, effects) {
                return;
            }
            let next = self.next_page();
            if self.is_end(next) && !self.context.preview {
                self.set_progress(Progress::Submitting(next));
                return self.save_completely(effects);
            }
            let is_new = !matches!(next, Page::State(at) if self.is_on_path(at));
            self.go_to(next);
            // A circle has no end to skip to.
            if way == Way::Next || self.is_end(next) || !is_new {
                return;
            }
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

    /// Who skips leaves behind what is neither in order nor required. It has to go before the way is chosen: the server
    /// never hears of it and must find the same way.
    fn drop_invalid(&mut self) {
        let flow = self.flow.clone();
        for at in self
            .current_state()
            .map(|state| state.elements.clone())
            .unwrap_or_default()
        {
            let Some((element, question)) = with_question(&flow, at) else {
                continue;
            };
            let counts = self.is_visible(element) && self.answer(at).is_some();
            if counts && !question.required && self.verdict(at, question).is_some() {
                self.take_back(at);
            }
        }
    }

    /// Validates every visible question of the page, says what is wrong and puts the focus on the first. Who skips
    /// is only held up by required questions.
    fn validate_page(&mut self, way: Way, effects: &mut Vec<FlowEffect>) -> bool {
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
            let verdict = self
                .is_visible(element)
                .then(|| self.verdict(*at, question))
                .flatten();
            let message = verdict.filter(|_| way == Way::Next || question.required);
            if message.is_some() {
                first = first.or(Some(*at));
            }
            self.set_message(*at, message);
        }
        let empty = way == Way::Next && first.is_none() && self.leaves_nothing(state);
        let notice = empty.then(|| MessageKey::AtLeastOne.into());
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
        let states = self.path.iter().filter_map(|at| self.flow.state(*at));
        let mut asked = states
            .flat_map(|state| &state.elements)
            .filter(|at| self.asks(**at))
            .peekable();
        let is_unanswered = asked.peek().is_some() && asked.all(|at| self.counted_answer(*at).is_none());
        // The way on comes last: it can take many rules.
        is_unanswered && !state.elements.iter().any(requires) && self.is_end(self.next_page())
    }

    fn asks(&self, at: ElementIx) -> bool {
        with_question(&self.flow, at)
            .is_some_and(|(element, question)| question.expects_answer() && self.is_visible(element))
    }

    pub(super) fn set_progress(&mut self, progress: Progress) {
        self.stale.status |= self.progress != progress;
        self.progress = progress;
    }

    pub(super) fn set_notice(&mut self, notice: Option<crate::message::Message>) {
        self.stale.status |= self.notice != notice;
        self.notice = notice;
        self.failed_channel = None;
    }
}
