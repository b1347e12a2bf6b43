//! Leaving a page and showing the next one. See docs/engine.md#navigation.

use super::answered_flow::Page;
use super::look_ups;
use super::model::Session;
use super::page_validation::{clear_invalid_optional, validate_page};
use super::progress::{PageExit, Progress};
use super::{FlowEffect, Timer};
use crate::position::ElementIx;

const STATE_CHANGE_DELAY_MS: u32 = 250;

impl Session {
    /// Validates the page and starts the delay before the next one, or validates only one question of it.
    pub(super) fn leave_page(&mut self, exit: PageExit, only: Option<&str>, effects: &mut Vec<FlowEffect>) {
        let is_possible =
            !self.answered.has_ended() && self.progress == Progress::Resting && self.single_element.is_none();
        if is_possible && self.validate_page(exit, only, effects) && only.is_none() {
            self.progress = Progress::Leaving(exit);
            schedule_state_change(effects);
        }
    }

    /// Chooses the next page when the delay is over, and shows it or submits the feedback first.
    pub(super) fn change_state(&mut self, effects: &mut Vec<FlowEffect>) {
        let Progress::Leaving(exit) = self.progress else {
            return;
        };
        if look_ups::is_under_way(&self.answered) {
            // What it returns may be the answer to a question of this page, and belongs to the feedback.
            return schedule_state_change(effects);
        }
        self.progress = Progress::Resting;
        loop {
            if exit == PageExit::Skip {
                clear_invalid_optional(&mut self.answered);
            }
            // An answer may have changed during the delay.
            if !self.validate_page(exit, None, effects) {
                return;
            }
            let next = self.answered.next_page();
            let is_end = self.answered.is_end(next);
            if is_end && !self.context.preview {
                self.progress = Progress::Submitting(next);
                return self.save_complete(effects);
            }
            let was_visited = matches!(next, Page::State(at) if self.answered.path().contains(at));
            if is_end {
                self.lead_on(next, effects);
            }
            self.go_to(next);
            // A circle has no end to skip to.
            if exit == PageExit::Next || is_end || was_visited {
                return;
            }
        }
    }

    /// Goes to the previous page at once.
    pub(super) fn back(&mut self) {
        if self.can_go_back() && self.answered.go_back() {
            self.progress = Progress::Resting;
            self.note_page_change();
        }
    }

    pub(super) fn go_to(&mut self, page: Page) {
        self.answered.go_to(page);
        self.note_page_change();
    }

    fn note_page_change(&mut self) {
        self.notice.set(None);
        self.pending.require_view();
    }

    fn validate_page(&mut self, exit: PageExit, only: Option<&str>, effects: &mut Vec<FlowEffect>) -> bool {
        let validation = validate_page(&mut self.answered, exit, only);
        let is_valid = validation.is_valid();
        self.notice.set(validation.notice);
        let focus = validation.focus.and_then(|at| self.answered.flow().element(at));
        if let Some(element) = focus {
            effects.push(FlowEffect::Focus {
                element_id: element.id.clone(),
            });
        }
        is_valid
    }

    /// Stops leaving the page, because of something at an element that the visitor has to see first.
    pub(super) fn stay_at(&mut self, at: ElementIx, effects: &mut Vec<FlowEffect>) {
        if let Progress::Leaving(_) = self.progress {
            self.progress = Progress::Resting;
            effects.extend(self.answered.flow().element(at).map(|element| FlowEffect::Focus {
                element_id: element.id.clone(),
            }));
        }
    }
}

fn schedule_state_change(effects: &mut Vec<FlowEffect>) {
    effects.push(FlowEffect::Schedule {
        timer: Timer::StateChange,
        after_ms: STATE_CHANGE_DELAY_MS,
    });
}
