//! The server's check of a submission (design.md, section 5): could a visitor of this flow have sent it?
//!
//! There is no second set of rules for that. The check answers the flow with the submitted answers in an
//! [`AnsweredFlow`] of its own, page by page, and reports where a session would not have let the visitor pass.

use crate::answer::AnswerInput;
use crate::feedback::ResponseItem;
use crate::flow::{Flow, StateStyle};
use crate::message::Params;
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::question::ResponseItemError;
use crate::session::{Advance, AnsweredFlow, build_responses};
use crate::sorted_map::SortedMap;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// What the check found.
#[derive(Debug, Clone, PartialEq)]
pub struct SubmissionCheck {
    /// Everything that is wrong; empty for a submission to accept.
    pub errors: Vec<SubmissionError>,
    /// The kind of page that the answers lead to; absent for a partial save, and where they lead to no end.
    pub end: Option<StateStyle>,
}

/// One reason to refuse a submission.
#[derive(Debug, Clone, PartialEq)]
pub struct SubmissionError {
    /// JSON pointer into the submission: the response item, or `/responses` for one that is missing.
    pub pointer: String,
    /// The question it is about.
    pub question_id: Option<Box<str>>,
    /// `unknown_question`, `unknown_option`, `not_on_path`, `no_end`, or the key of a message for visitors, such as
    /// `required` and `invalid_email`.
    pub key: &'static str,
    /// The numbers of such a message.
    pub params: Params,
}

/// Checks the response items of a submission against the flow revision that it names.
///
/// A partial save is checked for values only: its visitor is still on the way (`wire.md`).
#[must_use]
pub fn check_submission(
    flow: &Arc<Flow>,
    responses: &[ResponseItem],
    partial: bool,
    platform: PlatformRef,
) -> SubmissionCheck {
    let mut check = Check {
        flow,
        platform,
        errors: Vec::new(),
        given: SortedMap::new(),
    };
    check.read(responses);
    let end = if partial {
        check.validate_values();
        None
    } else {
        check.walk(responses)
    };
    SubmissionCheck {
        errors: check.errors,
        end,
    }
}

struct Check<'a> {
    flow: &'a Arc<Flow>,
    platform: PlatformRef,
    errors: Vec<SubmissionError>,
    /// What was answered, by question id.
    given: SortedMap<Given>,
}

struct Given {
    /// Position of the question's first response item.
    first: usize,
    answer: AnswerInput,
    /// Whether a refusal says enough about it already.
    refused: bool,
}

impl Check<'_> {
    /// Puts the response items of each question together to one answer.
    fn read(&mut self, responses: &[ResponseItem]) {
        let mut items: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, item) in responses.iter().enumerate() {
            let question_id = owner(self.flow, &item.question_id);
            items.entry(question_id).or_default().push(at);
        }
        for (question_id, places) in items {
            let first = places.first().copied().unwrap_or_default();
            let Some(question) = self.flow.question(question_id) else {
                self.refuse(Some(first), question_id, "unknown_question");
                continue;
            };
            let of_question: Vec<&ResponseItem> = places.iter().filter_map(|at| responses.get(*at)).collect();
            match question.read_items(&of_question, self.platform) {
                Ok(answer) => {
                    self.given.insert(
                        question_id,
                        Given {
                            first,
                            answer,
                            refused: false,
                        },
                    );
                }
                Err((at, misfit)) => {
                    let key = match misfit {
                        ResponseItemError::UnknownOption => "unknown_option",
                        ResponseItemError::InvalidAnswer => "invalid_answer",
                    };
                    self.refuse(Some(places.get(at).copied().unwrap_or(first)), question_id, key);
                }
            }
        }
    }

    fn validate_values(&mut self) {
        let given = std::mem::take(&mut self.given);
        for (question_id, given) in given.iter() {
            let Some(question) = self.flow.question(question_id) else {
                continue;
            };
            let answer = question
                .parse_answer(&given.answer, None)
                .filter(|answer| !answer.is_empty());
            if let Some(message) = answer.and_then(|answer| question.validate(Some(&answer), 0)) {
                self.refuse_with(Some(given.first), question_id, message.key.name(), message.params);
            }
        }
    }

    /// Answers the flow page by page, as the visitor did.
    fn walk(&mut self, responses: &[ResponseItem]) -> Option<StateStyle> {
        let mut answered = AnsweredFlow::for_submission(self.flow.clone(), self.platform);
        // Each step lengthens the path, so this ends.
        let by_page = self.given_by_page();
        let end = loop {
            let page = answered.path().page().state();
            if let Some(given) = page.and_then(|page| by_page.get(&page.0)) {
                answer_page(&mut answered, given);
            }
            for (question_id, message) in answered.page_messages() {
                let first = self.given.get(&question_id).map(|given| given.first);
                self.mark_refused(&question_id);
                self.refuse_with(first, &question_id, message.key.name(), message.params);
            }
            match answered.advance() {
                Advance::ToPage => {}
                Advance::ToEnd(style) => break Some(style),
                Advance::InCircle => break None,
            }
        };
        if end.is_none() {
            self.refuse(None, "", "no_end");
        }
        self.compare(responses, &build_responses(&answered));
        end
    }

    /// What was answered on each page, by the page's position, in the order of the question ids.
    fn given_by_page(&self) -> HashMap<u32, Vec<(ElementIx, AnswerInput)>> {
        let mut by_page: HashMap<u32, Vec<_>> = HashMap::new();
        for (question_id, given) in self.given.iter() {
            let at = self.flow.element_of_question(question_id);
            let element = at.and_then(|at| Some((at, self.flow.element(at)?)));
            if let Some((at, element)) = element {
                let StateIx(page) = element.state;
                by_page.entry(page).or_default().push((at, given.answer.clone()));
            }
        }
        by_page
    }

    /// What was submitted must be what the session would have sent.
    fn compare(&mut self, submitted: &[ResponseItem], built: &[ResponseItem]) {
        let questions: HashSet<&str> = built.iter().map(|item| &*item.question_id).collect();
        let options: HashSet<(&str, Option<&str>)> = built
            .iter()
            .map(|item| (&*item.question_id, item.option_id.as_deref()))
            .collect();
        for (at, item) in submitted.iter().enumerate() {
            let owner = owner(self.flow, &item.question_id);
            let known = self.given.get(owner).is_some_and(|given| !given.refused);
            let is_answered = questions.contains(&*item.question_id);
            let is_sent = is_answered
                && (item.option_id.is_none()
                    || options.contains(&(&*item.question_id, item.option_id.as_deref())));
            if !known || is_blank(item) || is_sent {
                continue;
            }
            if !is_answered {
                self.mark_refused(owner);
            }
            self.refuse(Some(at), &item.question_id, "not_on_path");
        }
    }

    fn mark_refused(&mut self, question_id: &str) {
        if let Some(given) = self.given.get_mut(question_id) {
            given.refused = true;
        }
    }

    fn refuse(&mut self, at: Option<usize>, question_id: &str, key: &'static str) {
        self.refuse_with(at, question_id, key, Params::default());
    }

    fn refuse_with(&mut self, at: Option<usize>, question_id: &str, key: &'static str, params: Params) {
        let pointer = at.map_or_else(|| "/responses".to_owned(), |at| format!("/responses/{at}"));
        let question_id = (!question_id.is_empty()).then(|| question_id.into());
        self.errors.push(SubmissionError {
            pointer,
            question_id,
            key,
            params,
        });
    }
}

/// Gives a page's answers until no further one finds a visible question: an answer may show another question.
fn answer_page(answered: &mut AnsweredFlow, given: &[(ElementIx, AnswerInput)]) {
    for _ in 0..=given.len() {
        let mut something_changed = false;
        for (at, answer) in given {
            something_changed |= answered.submit_answer(*at, answer);
        }
        if !something_changed {
            return;
        }
    }
}

/// The question that a response item with this `question_id` belongs to: the rows of a matrix are response items of
/// their own, and together one answer.
fn owner<'a>(flow: &'a Flow, question_id: &'a str) -> &'a str {
    let element = flow
        .element_of_response(question_id)
        .and_then(|at| flow.element(at));
    let question = element.and_then(|element| element.question.as_deref());
    question.map_or(question_id, |question| &question.id)
}

/// An item that says nothing; other clients than ours may send it for a question left open.
fn is_blank(item: &ResponseItem) -> bool {
    item.option_id.is_none()
        && item.active_storage_blob_id.is_none()
        && item.body.as_deref().is_none_or(|body| body.trim().is_empty())
}
