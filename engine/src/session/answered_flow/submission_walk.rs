//! Walking through a flow with the answers of a submission. See docs/engine.md#submission-check.

use super::element_records::Origin;
use super::model::AnsweredFlow;
use super::path::Page;
use super::questions::question_at;
use crate::answer::AnswerInput;
use crate::flow::{Flow, StateStyle};
use crate::message::Message;
use crate::platform::PlatformRef;
use crate::position::ElementIx;
use std::sync::Arc;

/// Where [`AnsweredFlow::advance`] led.
pub(crate) enum Advance {
    ToPage,
    ToEnd(StateStyle),
    /// Nowhere: the next page is on the path already, and the same answers would lead there again and again.
    InCircle,
}

impl AnsweredFlow {
    /// Starts at the flow's first page. Random answers are those of the submission.
    pub(crate) fn for_submission(flow: Arc<Flow>, platform: PlatformRef) -> Self {
        let first = flow.initial;
        Self::new(flow, platform, first, false)
    }

    /// Answers a question if it is visible on the current page; returns whether that changed its answer.
    pub(crate) fn submit_answer(&mut self, at: ElementIx, input: &AnswerInput) -> bool {
        let flow = self.flow.clone();
        let Some((element, question)) = question_at(&flow, at) else {
            return false;
        };
        if !self.is_on_page(element) || !self.is_visible(element) {
            return false;
        }
        let before = self.records.answer(at).cloned();
        // The same answer again shows and hides nothing more.
        if before.is_some() && question.parse_answer(input, before.as_ref()) == before {
            return false;
        }
        self.set_answer(at, question, Some(input), Origin::Visitor);
        self.records.answer(at) != before.as_ref()
    }

    /// Returns the messages that would keep a visitor on the current page, by question id.
    pub(crate) fn page_messages(&self) -> Vec<(Box<str>, Message)> {
        let Some(state) = self.current_state() else {
            return Vec::new();
        };
        let message = |at: &ElementIx| {
            let (element, question) = question_at(&self.flow, *at)?;
            let message = if self.is_visible(element) {
                self.validate(*at, question)
            } else {
                None
            };
            Some((question.id.clone(), message?))
        };
        state.elements.iter().filter_map(message).collect()
    }

    /// Goes to the next page without validating the current one.
    pub(crate) fn advance(&mut self) -> Advance {
        let next = self.next_page();
        let advance = match next {
            Page::DefaultThankYou => Advance::ToEnd(StateStyle::ThankYou),
            Page::State(at) => match self.flow.state(at).map(|state| state.style) {
                Some(style) if style.is_end() => Advance::ToEnd(style),
                _ if self.path.contains(at) => return Advance::InCircle,
                _ => Advance::ToPage,
            },
        };
        self.go_to(next);
        advance
    }
}
