//! The steps of a session as the server takes them: the same rules, without pauses, submissions or a visitor.

use super::answers::with_question;
use super::{Page, Session, SessionContext};
use crate::answer::AnswerInput;
use crate::flow::{Flow, StateStyle};
use crate::message::Message;
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use std::sync::Arc;

/// Where [`Session::walk_on`] led.
pub(crate) enum Walked {
    /// To a further page.
    ToPage,
    /// To an end of this kind.
    ToEnd(StateStyle),
    /// Nowhere: the next page is on the path already, and the same answers would lead round for ever.
    InCircle,
}

impl Session {
    /// A run on the server, to be walked with the answers that were sent.
    pub(crate) fn for_check(flow: Arc<Flow>, platform: PlatformRef) -> Self {
        let mut session = Self::before_chance(flow, SessionContext::default(), platform);
        session.checks_submission = true;
        session
    }

    /// The page that is shown, where it is one of the flow's.
    pub(crate) fn state_shown(&self) -> Option<StateIx> {
        match self.page {
            Page::State(at) => Some(at),
            Page::DefaultThankYou => None,
        }
    }

    /// Answers a question if it is asked on the current page now; whether its answer is another one after that.
    pub(crate) fn give_answer(&mut self, at: ElementIx, answer: &AnswerInput) -> bool {
        let flow = self.flow.clone();
        let Some((element, question)) = with_question(&flow, at) else {
            return false;
        };
        if self.page != Page::State(element.state) || !self.is_visible(element) {
            return false;
        }
        let before = self.answer(at).cloned();
        // What is answered already shows and hides nothing more.
        if before.is_some() && question.parse_answer(answer, before.as_ref()) == before {
            return false;
        }
        self.set_answer(at, question, Some(answer), false);
        self.answer(at) != before.as_ref()
    }

    /// What would keep the visitor on the current page, by question id.
    pub(crate) fn page_problems(&self) -> Vec<(Box<str>, Message)> {
        let Some(state) = self.current_state() else {
            return Vec::new();
        };
        let problem = |at: &ElementIx| {
            let (element, question) = with_question(&self.flow, *at)?;
            let message = if self.is_visible(element) {
                self.verdict(*at, question)
            } else {
                None
            };
            Some((question.id.clone(), message?))
        };
        state.elements.iter().filter_map(problem).collect()
    }

    /// Goes to the next page without asking whether the visitor may.
    pub(crate) fn walk_on(&mut self) -> Walked {
        let next = self.next_page();
        let walked = match next {
            Page::DefaultThankYou => Walked::ToEnd(StateStyle::ThankYou),
            Page::State(at) => match self.flow.state(at).map(|state| state.style) {
                Some(style) if style.is_end() => Walked::ToEnd(style),
                _ if self.is_on_path(at) => return Walked::InCircle,
                _ => Walked::ToPage,
            },
        };
        self.go_to(next);
        walked
    }
}
