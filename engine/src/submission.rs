//! The server's check that a visitor of the flow could have sent a submission (docs/engine.md#submission-check).
//!
//! There is no second set of rules: the check answers the flow with the submitted answers in an [`AnsweredFlow`], as a
//! session does, page by page, and reports an error wherever a session would not let the visitor continue.

use crate::answer::AnswerInput;
use crate::contact_text::contact_text;
use crate::feedback::{Feedback, ResponseItem};
use crate::flow::{Element, Flow, StateStyle};
use crate::message::Params;
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::question::{Question, ResponseItemError};
use crate::score::Sums;
use crate::session::{Advance, AnsweredFlow, build_responses};
use crate::sorted_map::SortedMap;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Maximum number of errors in a [`SubmissionCheck`]. No visitor causes as many, but anyone can send a submission.
const MAX_ERRORS: usize = 100;

/// The result of [`check_submission`].
#[derive(Debug, Clone, PartialEq)]
pub struct SubmissionCheck {
    /// At most 100 errors; empty if the submission is valid.
    pub errors: Vec<SubmissionError>,
    /// The number of errors that were found beyond these. Once the list is full, only the values of the answers are
    /// checked, so there may be more.
    pub errors_left_out: usize,
    /// The style of the state that the answers lead to; absent for a partial save, and if they lead to no end.
    pub end: Option<StateStyle>,
    /// Whether that end shows a card that opens a chat (docs/flows.md#cards-that-open-a-chat).
    pub offers_chat: bool,
    /// The flow's scores by their keys, as the answers add them up (docs/flows.md#scores).
    pub scores: SortedMap<f64>,
}

/// An error in a submission.
#[derive(Debug, Clone, PartialEq)]
pub struct SubmissionError {
    /// JSON pointer of the response item or the score, or `/responses` if an item is missing.
    pub pointer: String,
    pub question_id: Option<Box<str>>,
    /// `unknown_question`, `unknown_option`, `not_on_path`, `no_end`, `unknown_score`, `wrong_score`, or the key of a message for
    /// visitors such as `required`.
    pub key: &'static str,
    /// Numbers of the message for visitors.
    pub params: Params,
}

/// Checks the response items and the scores of a submission against the flow revision that it names. Scores that it does not name
/// are not missed.
///
/// Only the values of a partial save are checked, because its visitor has not finished (docs/api.md#partial-saves).
#[must_use]
pub fn check_submission(
    flow: &Arc<Flow>,
    feedback: &Feedback,
    partial: bool,
    platform: PlatformRef,
) -> SubmissionCheck {
    let mut check = Check::new(flow, platform);
    check.read(&feedback.responses);
    let led_to = if check.is_full() {
        LedTo::default()
    } else if partial {
        LedTo {
            scores: check.validate_values(),
            ..LedTo::default()
        }
    } else {
        check.walk(&feedback.responses)
    };
    // Of wrong answers no scores are known.
    if check.errors.is_empty() {
        check.compare_scores(&feedback.scores, &led_to.scores);
    }
    SubmissionCheck {
        errors: check.errors,
        errors_left_out: check.errors_left_out,
        end: led_to.end,
        offers_chat: led_to.offers_chat,
        scores: led_to.scores,
    }
}

/// Replaces what only looks like an e-mail address or a phone number by what it is, as a session sends it.
pub fn clean_contacts(flow: &Flow, responses: &mut [ResponseItem]) {
    for item in responses {
        let question = flow.question(question_of_item(flow, &item.question_id));
        if let Some(body) = &mut item.body
            && question.is_some_and(Question::asks_for_contact)
        {
            *body = contact_text(body);
        }
    }
}

/// Returns the questions that a visitor with these answers was shown, page by page, with those of the end. Answers that the flow
/// does not know change nothing.
#[must_use]
pub fn shown_questions<'a>(
    flow: &'a Arc<Flow>,
    responses: &[ResponseItem],
    platform: PlatformRef,
) -> Vec<&'a Question> {
    let mut check = Check::new(flow, platform);
    check.read(responses);
    let mut shown = Vec::new();
    let mut add = |answered: &AnsweredFlow| {
        shown.extend(shown_elements(flow, answered).filter_map(|element| element.question.as_deref()));
    };
    let (answered, end) = check.walk_pages(|_, answered| add(answered));
    if end.is_some() {
        add(&answered);
    }
    shown
}

/// Returns the elements of the current page that the visitor sees.
fn shown_elements<'a>(flow: &'a Flow, answered: &AnsweredFlow) -> impl Iterator<Item = &'a Element> {
    let on_page = answered.current_state().map(|state| state.elements.iter());
    let elements = on_page.into_iter().flatten().filter_map(|at| flow.element(*at));
    elements.filter(|element| answered.is_visible(element))
}

/// Where answers lead, as [`SubmissionCheck`] has it.
#[derive(Default)]
struct LedTo {
    end: Option<StateStyle>,
    offers_chat: bool,
    scores: SortedMap<f64>,
}

struct Check<'a> {
    flow: &'a Arc<Flow>,
    platform: PlatformRef,
    errors: Vec<SubmissionError>,
    errors_left_out: usize,
    /// Submitted answers by question id.
    given: SortedMap<SubmittedAnswer>,
}

struct SubmittedAnswer {
    /// Position of the question's first response item.
    first: usize,
    answer: AnswerInput,
    /// Whether an error has been reported for it.
    is_reported: bool,
}

impl<'a> Check<'a> {
    fn new(flow: &'a Arc<Flow>, platform: PlatformRef) -> Self {
        Self {
            flow,
            platform,
            errors: Vec::new(),
            errors_left_out: 0,
            given: SortedMap::new(),
        }
    }

    /// Combines the response items of each question to an answer.
    fn read(&mut self, responses: &[ResponseItem]) {
        let mut items: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, item) in responses.iter().enumerate() {
            let question_id = question_of_item(self.flow, &item.question_id);
            items.entry(question_id).or_default().push(at);
        }
        for (question_id, positions) in items {
            let first = positions.first().copied().unwrap_or_default();
            let Some(question) = self.flow.question(question_id) else {
                self.add_error(Some(first), question_id, "unknown_question");
                continue;
            };
            let of_question: Vec<&ResponseItem> =
                positions.iter().filter_map(|at| responses.get(*at)).collect();
            match question.read_items(&of_question, self.platform) {
                Ok(answer) => {
                    self.given.insert(
                        question_id,
                        SubmittedAnswer {
                            first,
                            answer,
                            is_reported: false,
                        },
                    );
                }
                Err((at, error)) => {
                    let key = match error {
                        ResponseItemError::UnknownOption => "unknown_option",
                        ResponseItemError::InvalidAnswer => "invalid_answer",
                    };
                    self.add_error(
                        Some(positions.get(at).copied().unwrap_or(first)),
                        question_id,
                        key,
                    );
                }
            }
        }
    }

    /// Reports answers that their questions do not take. Returns the scores of the answers.
    fn validate_values(&mut self) -> SortedMap<f64> {
        let flow = self.flow;
        let given = std::mem::take(&mut self.given);
        let mut sums = Sums::new(&flow.scores);
        let elements = flow.elements.iter();
        for question in elements.filter_map(|element| element.question.as_deref()) {
            let Some(given) = given.get(&question.id) else {
                continue;
            };
            let answer = question.parse_answer(&given.answer, None);
            let Some(answer) = answer.filter(|answer| !answer.is_empty()) else {
                continue;
            };
            if let Some(message) = question.validate(Some(&answer), 0) {
                self.add_error_with(
                    Some(given.first),
                    &question.id,
                    message.key.name(),
                    message.params,
                );
            }
            sums.add_answer(question, &answer);
        }
        sums.by_key()
    }

    /// Answers the flow page by page, and reports what would keep a visitor on one.
    fn walk(&mut self, responses: &[ResponseItem]) -> LedTo {
        let (answered, end) = self.walk_pages(Self::report_messages);
        if end.is_none() {
            self.add_error(None, "", "no_end");
        }
        self.compare(responses, &build_responses(&answered));
        let offers_chat = end == Some(StateStyle::ThankYou)
            && shown_elements(self.flow, &answered).any(|element| element.opens_chat);
        LedTo {
            end,
            offers_chat,
            scores: answered.add_up().by_key(),
        }
    }

    /// Reports scores that the flow has not, and those that the answers do not add up to.
    fn compare_scores(&mut self, submitted: &SortedMap<f64>, computed: &SortedMap<f64>) {
        for (key, score) in submitted.iter() {
            let problem = match computed.get(key) {
                None => "unknown_score",
                // Other clients may add in another order.
                Some(computed) if (score - computed).abs() > 1e-6 * computed.abs().max(1.0) => "wrong_score",
                Some(_) => continue,
            };
            let pointer = format!("/scores/{}", key.replace('~', "~0").replace('/', "~1"));
            self.add_error_at(pointer, "", problem, Params::default());
        }
    }

    /// Answers the flow page by page. Returns where that led, with the style of the end if it is one.
    ///
    /// `at_page` is called on each page but the end, when its questions are answered.
    fn walk_pages(
        &mut self,
        mut at_page: impl FnMut(&mut Self, &AnsweredFlow),
    ) -> (AnsweredFlow, Option<StateStyle>) {
        let mut answered = AnsweredFlow::for_submission(self.flow.clone(), self.platform);
        // The loop ends because every iteration lengthens the path, which holds each state at most once.
        let by_page = self.given_by_page();
        let end = loop {
            let page = answered.path().page().state();
            if let Some(given) = page.and_then(|page| by_page.get(&page.0)) {
                answer_page(&mut answered, given);
            }
            at_page(self, &answered);
            match answered.advance() {
                Advance::ToPage => {}
                Advance::ToEnd(style) => break Some(style),
                Advance::InCircle => break None,
            }
        };
        (answered, end)
    }

    fn report_messages(&mut self, answered: &AnsweredFlow) {
        for (question_id, message) in answered.page_messages() {
            let first = self.given.get(&question_id).map(|given| given.first);
            self.mark_reported(&question_id);
            self.add_error_with(first, &question_id, message.key.name(), message.params);
        }
    }

    /// Returns the submitted answers of each state, by the state's position and in the order of the question ids.
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

    /// Reports response items that the session would not have sent.
    fn compare(&mut self, submitted: &[ResponseItem], built: &[ResponseItem]) {
        let name_the_same = |(one, other): (&ResponseItem, &ResponseItem)| {
            one.question_id == other.question_id && one.option_id == other.option_id
        };
        // As our own client sends them.
        if submitted.len() == built.len() && submitted.iter().zip(built).all(name_the_same) {
            return;
        }
        let questions: HashSet<&str> = built.iter().map(|item| &*item.question_id).collect();
        let options: HashSet<(&str, Option<&str>)> = built
            .iter()
            .map(|item| (&*item.question_id, item.option_id.as_deref()))
            .collect();
        for (at, item) in submitted.iter().enumerate() {
            let owner = question_of_item(self.flow, &item.question_id);
            let known = self.given.get(owner).is_some_and(|given| !given.is_reported);
            let is_answered = questions.contains(&*item.question_id);
            let is_sent = is_answered
                && (item.option_id.is_none()
                    || options.contains(&(&*item.question_id, item.option_id.as_deref())));
            if !known || is_blank(item) || is_sent {
                continue;
            }
            if !is_answered {
                self.mark_reported(owner);
            }
            self.add_error(Some(at), &item.question_id, "not_on_path");
        }
    }

    fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    fn mark_reported(&mut self, question_id: &str) {
        if let Some(given) = self.given.get_mut(question_id) {
            given.is_reported = true;
        }
    }

    fn add_error(&mut self, at: Option<usize>, question_id: &str, key: &'static str) {
        self.add_error_with(at, question_id, key, Params::default());
    }

    fn add_error_with(&mut self, at: Option<usize>, question_id: &str, key: &'static str, params: Params) {
        let pointer = at.map_or_else(|| "/responses".to_owned(), |at| format!("/responses/{at}"));
        self.add_error_at(pointer, question_id, key, params);
    }

    fn add_error_at(&mut self, pointer: String, question_id: &str, key: &'static str, params: Params) {
        if self.is_full() {
            self.errors_left_out += 1;
            return;
        }
        let question_id = (!question_id.is_empty()).then(|| question_id.into());
        self.errors.push(SubmissionError {
            pointer,
            question_id,
            key,
            params,
        });
    }
}

/// Gives the answers of a page, repeatedly because an answer may show another question, until nothing changes.
fn answer_page(answered: &mut AnsweredFlow, given: &[(ElementIx, AnswerInput)]) {
    for _ in 0..=given.len() {
        let mut has_changed = false;
        for (at, answer) in given {
            has_changed |= answered.submit_answer(*at, answer);
        }
        if !has_changed {
            return;
        }
    }
}

/// Returns the id of the question that a response item belongs to. The items of a matrix name a statement as their
/// question.
fn question_of_item<'a>(flow: &'a Flow, question_id: &'a str) -> &'a str {
    let element = flow
        .element_of_response(question_id)
        .and_then(|at| flow.element(at));
    let question = element.and_then(|element| element.question.as_deref());
    question.map_or(question_id, |question| &question.id)
}

/// Returns whether an item has no value. Other clients may send such an item for an unanswered question.
fn is_blank(item: &ResponseItem) -> bool {
    item.option_id.is_none()
        && item.active_storage_blob_id.is_none()
        && item.body.as_deref().is_none_or(|body| body.trim().is_empty())
}
