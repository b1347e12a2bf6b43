//! A parsed flow: its states, elements and transitions, and how to find them.

use crate::comparison::Comparison;
use crate::condition::Condition;
use crate::position::{ElementIx, StateIx, TriggerIx};
use crate::question::Question;
use crate::sorted_map::SortedMap;
use crate::texts::Texts;
use crate::trigger::Trigger;
use serde::Serialize;

/// A questionnaire.
#[derive(Debug)]
pub struct Flow {
    pub id: Box<str>,
    /// Revision of the flow, assigned by the server.
    pub revision: Option<u32>,
    /// Name for staff.
    pub name: Box<str>,
    /// Languages, in the order in which they are offered.
    pub languages: Vec<Language>,
    /// Position of the default language.
    pub default_language: Option<usize>,
    /// Whether answers are saved before the flow is complete.
    pub allow_saving_incomplete: bool,
    /// Whether this is a preview for the author: nothing is submitted (docs/flows.md#previews).
    pub is_preview: bool,
    /// Whether the preview shows the first question only, and never leaves it.
    pub is_single_element_preview: bool,
    /// How visitors see how far they have come.
    pub progress: ProgressStyle,
    /// How many questions visitors see at a time, where the flow says so. In the browser the page knows it from its boot data.
    #[cfg(feature = "check")]
    pub pace: Option<Pace>,
    /// Keys of the scores, in document order (docs/flows.md#scores).
    pub scores: Vec<Box<str>>,
    /// Elements that show a score, in their texts or as a gauge.
    pub(crate) score_pipes: Vec<ElementIx>,
    /// States, in document order.
    pub states: Vec<State>,
    /// The state that a session starts on.
    pub initial: StateIx,
    /// All elements, in document order.
    pub elements: Vec<Element>,
    /// All triggers, in document order.
    pub triggers: Vec<Trigger>,
    /// Positions of elements with a question, by the question's id.
    pub(super) questions: SortedMap<ElementIx>,
    /// Positions of elements with a question, by the question's key.
    pub(super) keys: SortedMap<ElementIx>,
    /// Positions of elements with a matrix question, by statement id: response items name the statement as their
    /// question.
    pub(super) statements: SortedMap<ElementIx>,
}

/// A language of a flow.
#[derive(Debug)]
pub struct Language {
    /// Id, sent as `language_id`. Defaults to the code.
    pub id: Box<str>,
    /// Code in lower case.
    pub code: Box<str>,
    /// Name of the language, in that language.
    pub name: Box<str>,
}

/// A page of a flow.
#[derive(Debug)]
pub struct State {
    pub id: Box<str>,
    pub style: StateStyle,
    /// Title of a custom page.
    pub title: Option<Texts>,
    /// CSS rules of a custom page.
    pub css: Option<Box<str>>,
    /// URL of a custom page's style sheet.
    pub css_url: Option<Box<str>>,
    /// Elements in display order: by ascending `order`, and in document order where that is equal.
    pub elements: Vec<ElementIx>,
    /// Whether the questions are shown in a random order (docs/flows.md#random-order).
    pub random_questions: bool,
    /// The https address that a thank-you page leads to, with pipes (docs/flows.md#redirects).
    pub redirect_url: Option<Box<str>>,
    /// The seconds until it does, from 0 to 60.
    pub redirect_after_seconds: u32,
    /// The state that follows if no transition applies; absent means the default thank-you.
    pub next: Option<StateIx>,
    /// Transitions from this state, in document order.
    pub transitions: Vec<Transition>,
}

impl State {
    /// Returns the states that may follow: nothing after a transition without rules is ever taken.
    pub(crate) fn next_states(&self) -> impl Iterator<Item = StateIx> {
        let last = self
            .transitions
            .iter()
            .position(|transition| transition.rules.is_empty());
        let taken = last.map_or(self.transitions.len(), |last| last + 1);
        let targets = self
            .transitions
            .iter()
            .take(taken)
            .filter_map(|transition| transition.to);
        targets.chain(self.next.filter(|_| last.is_none()))
    }
}

/// The kind of page that a state is (docs/flows.md#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum StateStyle {
    /// A page of the questionnaire.
    #[default]
    Normal,
    /// An end with thanks.
    ThankYou,
    /// An end with a chat.
    Chat,
}

impl StateStyle {
    /// Returns whether reaching a state of this style completes the flow.
    #[must_use]
    pub fn is_end(self) -> bool {
        self != Self::Normal
    }
}

/// How visitors see how far they have come (docs/flows.md#progress).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ProgressStyle {
    /// Not at all.
    #[default]
    None,
    /// As a bar that fills.
    Bar,
    /// As one mark for each page.
    Steps,
}

/// How many questions visitors see at a time (docs/flows.md#pace).
#[cfg(feature = "check")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// All those of the page.
    Page,
    /// One.
    One,
}

/// Leads to another state if all of its rules hold (docs/flows.md#transitions).
#[derive(Debug)]
pub struct Transition {
    /// The next state; absent means the default thank-you.
    pub to: Option<StateIx>,
    /// Rules that must all hold. A transition without rules always applies.
    pub rules: Vec<Rule>,
}

/// Holds if at least one of its tests does (docs/flows.md#rules).
#[derive(Debug)]
pub struct Rule {
    /// One test, or those of an `any` group.
    pub any: Vec<Test>,
}

/// A condition on the answer to one question, or on a score.
#[derive(Debug)]
pub enum Test {
    /// The answer to this element's question satisfies the condition.
    Answer(ElementIx, Condition),
    /// The score at this position in [`Flow::scores`] satisfies the comparison.
    Score(u32, Comparison),
}

/// A part of a page (docs/flows.md#elements).
#[derive(Debug)]
pub struct Element {
    pub id: Box<str>,
    pub kind: ElementKind,
    /// The state that the element belongs to.
    pub state: StateIx,
    /// Whether the element is shown while no trigger decides otherwise.
    pub visible: bool,
    pub body: Texts,
    /// `button_link`: an `http`, `https`, `mailto` or `tel` URL; `card`: an `https` one.
    pub url: Option<Box<str>>,
    /// `card`: the text of its button.
    pub button: Texts,
    /// `card`: whether its button begins the chat of the feedback (docs/flows.md#cards-that-open-a-chat); then it has no `url`.
    pub opens_chat: bool,
    /// `live_result`: the key or the id of the question.
    pub question_key: Option<Box<str>>,
    /// `gauge`: value, lower bound and upper bound.
    pub gauge: Option<(f64, f64, f64)>,
    /// `gauge`: the position of the score that it shows in place of the value.
    pub score: Option<u32>,
    /// `next_page`: whether the button skips to the end (docs/flows.md#skipping).
    pub is_skip: bool,
    pub question: Option<Box<Question>>,
    /// Whether the question keeps its place in a random order, where the flow says so or denies it.
    pub pinned: Option<bool>,
    /// Triggers whose condition reads this element's answer, in document order.
    pub triggers: Vec<TriggerIx>,
    /// Triggers that show or hide this element, in document order.
    pub visibility_triggers: Vec<TriggerIx>,
    /// Elements whose texts show this element's answer, in document order.
    pub(crate) piped_into: Vec<ElementIx>,
}

impl Element {
    /// Returns whether the element moves in a random order: a question that the visitor answers, unless it is pinned.
    pub(crate) fn can_move(&self) -> bool {
        let question = self.question.as_deref();
        self.pinned != Some(true) && question.is_some_and(Question::expects_answer)
    }
}

/// The kind of an element (docs/flows.md#elements).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ElementKind {
    /// A question.
    Question,
    /// The button that leads to the next page.
    NextPage,
    /// A text.
    #[default]
    Label,
    /// The button that submits the answers.
    Submit,
    /// A text in small print.
    Footer,
    /// A link that looks like a button.
    ButtonLink,
    /// A dial that shows a number.
    Gauge,
    /// The number by which staff find the feedback.
    Reference,
    /// A link with a title and a text.
    Card,
    /// How many have answered as the visitor has.
    LiveResult,
}

impl Flow {
    /// Returns the state at a position.
    #[must_use]
    pub fn state(&self, at: StateIx) -> Option<&State> {
        self.states.get(at.0 as usize)
    }

    /// Returns the element at a position.
    #[must_use]
    pub fn element(&self, at: ElementIx) -> Option<&Element> {
        self.elements.get(at.0 as usize)
    }

    /// Returns the element with a question.
    #[must_use]
    pub fn element_of_question(&self, question_id: &str) -> Option<ElementIx> {
        self.questions.get(question_id).copied()
    }

    /// Returns the element whose question has this key.
    #[must_use]
    pub fn element_of_question_key(&self, key: &str) -> Option<ElementIx> {
        self.keys.get(key).copied()
    }

    /// Returns the element whose question has this key, or else this id.
    pub(crate) fn element_named(&self, name: &str) -> Option<ElementIx> {
        self.element_of_question_key(name)
            .or_else(|| self.element_of_question(name))
    }

    /// Returns the position of the score with this key.
    pub(crate) fn score_named(&self, key: &str) -> Option<u32> {
        (0..)
            .zip(&self.scores)
            .find_map(|(at, known)| (**known == *key).then_some(at))
    }

    /// Returns the element whose answer has response items with this `question_id`, which is the id of a question or of
    /// a statement.
    #[must_use]
    pub fn element_of_response(&self, question_id: &str) -> Option<ElementIx> {
        self.element_of_question(question_id)
            .or_else(|| self.statements.get(question_id).copied())
    }

    /// Returns the question with this id.
    #[must_use]
    pub fn question(&self, question_id: &str) -> Option<&Question> {
        self.element(self.element_of_question(question_id)?)?
            .question
            .as_deref()
    }

    /// Returns the position of the language with this code, or else with this id, or else with the code without its
    /// region: `fr-ca` finds `fr`, but never `fr-be`.
    #[must_use]
    pub fn find_language(&self, name: &str) -> Option<usize> {
        let with_code = |code: &str| {
            let mut languages = self.languages.iter();
            languages.position(|language| language.code.eq_ignore_ascii_case(code))
        };
        let with_id = || self.languages.iter().position(|language| *language.id == *name);
        let mut code = name;
        with_code(code).or_else(with_id).or_else(|| {
            while let Some(end) = code.bytes().rposition(|byte| byte == b'-') {
                code = code.get(..end)?;
                if let Some(found) = with_code(code) {
                    return Some(found);
                }
            }
            None
        })
    }
}
