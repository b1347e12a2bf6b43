//! Which page comes next, and moving along the path. See docs/engine.md#navigation.

use super::clearing::Clearing;
use super::model::AnsweredFlow;
use super::path::Page;
use super::questions::question_at;
use crate::flow::{State, Test};
use crate::position::{ElementIx, StateIx};
use crate::score::Sums;
use std::cell::OnceCell;

impl AnsweredFlow {
    /// Returns the target of the first transition whose rules all hold, else the state's own next state, else the
    /// default thank-you page.
    pub(crate) fn next_page(&self) -> Page {
        let Some(state) = self.current_state() else {
            return Page::DefaultThankYou;
        };
        let sums = OnceCell::new();
        let transition = state.transitions.iter().find(|transition| {
            let mut rules = transition.rules.iter();
            rules.all(|rule| rule.any.iter().any(|test| self.passes(test, &sums)))
        });
        let next = transition.map_or(state.next, |transition| transition.to);
        next.map_or(Page::DefaultThankYou, Page::State)
    }

    /// Returns whether a test holds. The scores are added up when the first test of a page needs them.
    fn passes<'a>(&'a self, test: &Test, sums: &OnceCell<Sums<'a>>) -> bool {
        match test {
            Test::Answer(at, condition) => question_at(&self.flow, *at).is_some_and(|(_, question)| {
                condition.holds(question, self.counted_answer(*at), self.platform)
            }),
            Test::Score(at, comparison) => {
                comparison.matches_number(sums.get_or_init(|| self.add_up()).score(*at))
            }
        }
    }

    /// Adds up the scores of the valid answers that count: those of the payload.
    pub(crate) fn add_up(&self) -> Sums<'_> {
        let mut sums = Sums::new(&self.flow.scores);
        if self.flow.scores.is_empty() {
            return sums;
        }
        for (at, element) in (0..).map(ElementIx).zip(&self.flow.elements) {
            if let Some(question) = &element.question
                && let Some(answer) = self.counted_answer(at)
                && self.validate(at, question).is_none()
            {
                sums.add_answer(question, answer);
            }
        }
        sums
    }

    /// Returns the state that is shown; none on the default thank-you page.
    pub(crate) fn current_state(&self) -> Option<&State> {
        self.state_of(self.path.page())
    }

    pub(crate) fn state_of(&self, page: Page) -> Option<&State> {
        self.flow.state(page.state()?)
    }

    pub(crate) fn is_end(&self, page: Page) -> bool {
        self.state_of(page).is_none_or(|state| state.style.is_end())
    }

    /// Returns whether the visitor has reached an end.
    pub(crate) fn has_ended(&self) -> bool {
        self.is_end(self.path.page())
    }

    /// Shows a page. If it is on the path already, the path is cut back to it.
    pub(crate) fn go_to(&mut self, page: Page) {
        let Page::State(at) = page else {
            return self.path.show_end(page);
        };
        if self.is_end(page) {
            self.path.show_end(page);
        } else if self.path.contains(at) {
            while self.path.page() != page && self.go_back() {}
        } else {
            self.path.push(at);
            self.enter(at);
        }
    }

    /// Goes to the previous page; returns whether there is one. Its answers stay, and so do those of the page it
    /// leaves, but the latter neither count nor trigger anything.
    pub(crate) fn go_back(&mut self) -> bool {
        let Some(left) = self.path.pop() else {
            return false;
        };
        self.apply_triggers_of_state(left);
        true
    }

    /// Lets the answers of a state count again after it came onto the path, and clears those of what is hidden now.
    fn enter(&mut self, at: StateIx) {
        self.apply_triggers_of_state(at);
        let flow = self.flow.clone();
        let Some(state) = flow.state(at) else { return };
        for element_at in &state.elements {
            let Some((element, question)) = question_at(&flow, *element_at) else {
                continue;
            };
            if self.is_visible(element) {
                for option in self.hidden_options(question, *element_at) {
                    self.clear_option(&flow, *element_at, option);
                }
            } else {
                self.clear_element(&flow, *element_at);
            }
        }
    }

    fn apply_triggers_of_state(&mut self, at: StateIx) {
        let elements = self.flow.state(at).map(|state| state.elements.clone());
        self.apply_triggers(elements.unwrap_or_default(), Clearing::OnPath);
    }
}
