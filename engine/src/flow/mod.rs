//! The flow: states with elements, and what leads from one to the next (specification, section 3.4).
//!
//! A [`Flow`] has been read and checked once: every id in it has become a position, every pattern is canonical, so
//! nothing after this has to doubt it.

mod definition;
mod read;
mod resolve;

#[cfg(feature = "native")]
mod check;

#[cfg(feature = "native")]
pub use check::{Finding, Severity, check_flow};

use crate::json::{FlowError, Reader};
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx, TriggerIx};
use crate::question::Question;
use crate::rule::Rule;
use crate::sorted_map::SortedMap;
use crate::texts::Texts;
use crate::trigger::Trigger;
use serde::Serialize;

/// A questionnaire.
#[derive(Debug)]
pub struct Flow {
    /// The flow's id.
    pub id: Box<str>,
    /// Which of its versions this is; given by the server.
    pub revision: Option<u32>,
    /// For people.
    pub name: Box<str>,
    /// In the order in which they are offered.
    pub languages: Vec<Language>,
    /// Position of the default language.
    pub default_language: Option<usize>,
    /// Whether answers are saved as they are given.
    pub allow_saving_incomplete: bool,
    /// Whether this is for its author to look at: moves are local and nothing is submitted.
    pub is_preview: bool,
    /// Whether it is to be looked at by its first question alone; nothing leads on from there.
    pub is_single_element_preview: bool,
    /// The pages, in document order.
    pub states: Vec<State>,
    /// The page that a session starts on.
    pub initial: StateIx,
    /// All elements, in document order.
    pub elements: Vec<Element>,
    /// All triggers, in document order.
    pub triggers: Vec<Trigger>,
    /// Positions of questions' elements by question id.
    questions: SortedMap<ElementIx>,
    /// Positions of questions' elements by question key.
    keys: SortedMap<ElementIx>,
    /// Positions of matrix questions' elements by statement id: response items name it as their question.
    statements: SortedMap<ElementIx>,
}

impl Flow {
    /// Reads a flow from JSON text and checks it.
    ///
    /// # Errors
    /// The first thing that is wrong, with its JSON pointer: not JSON, a wrong type, an unknown value, a missing or
    /// repeated id, a reference to nothing, a pattern outside the portable grammar.
    pub fn parse(json: &str, platform: PlatformRef) -> Result<Self, FlowError> {
        let definition = read::read(&mut Reader::new(json, platform))?;
        let mut errors = Vec::new();
        let flow = resolve::resolve(definition, platform, &mut errors);
        match (errors.into_iter().next(), flow) {
            (None, Some(flow)) => Ok(flow),
            (Some(error), _) => Err(error),
            (None, None) => Err(FlowError {
                pointer: "/states".into(),
                message: "a flow needs a state".into(),
            }),
        }
    }

    /// The state at a position.
    #[must_use]
    pub fn state(&self, at: StateIx) -> Option<&State> {
        self.states.get(at.0 as usize)
    }

    /// The element at a position.
    #[must_use]
    pub fn element(&self, at: ElementIx) -> Option<&Element> {
        self.elements.get(at.0 as usize)
    }

    /// The element that asks a question.
    #[must_use]
    pub fn element_of_question(&self, question_id: &str) -> Option<ElementIx> {
        self.questions.get(question_id).copied()
    }

    /// The element whose question has this key.
    #[must_use]
    pub fn element_of_question_key(&self, key: &str) -> Option<ElementIx> {
        self.keys.get(key).copied()
    }

    /// The element whose answer has response items with this `question_id`: a question's id, or a statement's.
    #[must_use]
    pub fn element_of_response(&self, question_id: &str) -> Option<ElementIx> {
        self.element_of_question(question_id)
            .or_else(|| self.statements.get(question_id).copied())
    }

    /// A question by its id.
    #[must_use]
    pub fn question(&self, question_id: &str) -> Option<&Question> {
        self.element(self.element_of_question(question_id)?)?
            .question
            .as_deref()
    }

    /// The language with this code, or, where no language has that code, with this id.
    #[must_use]
    pub fn find_language(&self, name: &str) -> Option<usize> {
        let mut languages = self.languages.iter();
        let with_code = languages.position(|language| language.code.eq_ignore_ascii_case(name));
        with_code.or_else(|| self.languages.iter().position(|language| *language.id == *name))
    }
}

/// A language that a flow speaks.
#[derive(Debug)]
pub struct Language {
    /// Its id, sent as `language_id`; where the flow gives it none, its code.
    pub id: Box<str>,
    /// Its code, lower-case.
    pub code: Box<str>,
    /// Its own name.
    pub name: Box<str>,
}

/// A page of a flow.
#[derive(Debug)]
pub struct State {
    /// The state's id.
    pub id: Box<str>,
    /// What kind of page it is.
    pub style: StateStyle,
    /// The custom page's title.
    pub title: Option<Texts>,
    /// The custom page's own style rules.
    pub css: Option<Box<str>>,
    /// The custom page's style sheet.
    pub css_url: Option<Box<str>>,
    /// Its elements as shown: by ascending `order`, document order where equal.
    pub elements: Vec<ElementIx>,
    /// Where it leads when no transition applies; absent: the default thank-you.
    pub next: Option<StateIx>,
    /// Ways out that have conditions, in document order.
    pub transitions: Vec<Transition>,
}

/// What kind of page a state is (specification, section 2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum StateStyle {
    /// A page of the questionnaire.
    #[default]
    Normal,
    /// An end: thanks.
    ThankYou,
    /// An end: a conversation with staff.
    Chat,
}

impl StateStyle {
    /// Whether reaching a page of this style completes the flow.
    #[must_use]
    pub fn is_end(self) -> bool {
        self != Self::Normal
    }
}

/// A way out of a state that is taken when all its rules hold.
#[derive(Debug)]
pub struct Transition {
    /// Where it leads; absent: the default thank-you.
    pub to: Option<StateIx>,
    /// All of them must hold; none always holds.
    pub rules: Vec<Rule>,
}

/// Something on a page.
#[derive(Debug)]
pub struct Element {
    /// The element's id.
    pub id: Box<str>,
    /// What it is.
    pub kind: ElementKind,
    /// The page it is on.
    pub state: StateIx,
    /// Whether it is shown while no trigger says otherwise.
    pub visible: bool,
    /// Its text.
    pub body: Texts,
    /// `button_link`: an `http`, `https`, `mailto` or `tel` address.
    pub url: Option<Box<str>>,
    /// `gauge`: value, lower and upper end.
    pub gauge: Option<(f64, f64, f64)>,
    /// `question`: the question.
    pub question: Option<Box<Question>>,
    /// Triggers that its answer pulls, in document order.
    pub triggers: Vec<TriggerIx>,
    /// Triggers that show or hide it, in document order.
    pub visibility_triggers: Vec<TriggerIx>,
}

/// What an element is (specification, section 2.3).
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
    /// The button that sends the answers off.
    Submit,
    /// Small print.
    Footer,
    /// A link that looks like a button.
    ButtonLink,
    /// A dial that shows a number.
    Gauge,
}
