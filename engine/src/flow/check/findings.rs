//! Findings about a flow, and the JSON pointers that they need.

use crate::codes::{self, Code, Severity};
use crate::flow::definition::{Definition, TransitionDefinition};
use crate::json::{FlowError, JsonFault, Places, Position};
use crate::sorted_map::SortedMap;
use std::collections::BTreeMap;
use std::fmt::Display;

/// A problem that the author of a flow should know about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing was found.
    pub code: Code,
    /// JSON pointer into the document.
    pub pointer: String,
    /// Where that is in the text.
    pub position: Position,
    /// The ids of the page and of the question or element there, for people: "page `start`, question `q1`".
    pub within: Option<String>,
    /// What the message names: ids, languages, limits.
    pub params: FindingParams,
    /// What is wrong, and what to do, in a sentence.
    pub message: String,
}

/// The variable parts of a message, by name.
pub type FindingParams = BTreeMap<&'static str, String>;

/// Collects findings.
#[derive(Default)]
pub(super) struct Findings(Vec<Found>);

/// A finding, as yet without its place in the text.
pub(super) struct Found {
    code: Code,
    pointer: String,
    message: String,
    params: FindingParams,
}

impl Found {
    pub(super) fn code(&self) -> Code {
        self.code
    }

    pub(super) fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Names a variable part of the message.
    pub(super) fn with(&mut self, name: &'static str, value: impl Display) -> &mut Self {
        self.params.insert(name, value.to_string());
        self
    }
}

impl Findings {
    pub(super) fn add_error(&mut self, error: FlowError) {
        self.add(error.code, error.pointer, error.message);
    }

    /// Adds a finding; [`Found::with`] adds what its message names.
    pub(super) fn add(&mut self, code: Code, pointer: String, message: impl Into<String>) -> &mut Found {
        let at = self.0.len();
        self.0.push(Found {
            code,
            pointer,
            message: message.into(),
            params: FindingParams::new(),
        });
        #[expect(clippy::indexing_slicing, reason = "it was pushed above")]
        &mut self.0[at]
    }

    pub(super) fn has_errors(&self) -> bool {
        let mut found = self.0.iter();
        found.any(|found| found.code.severity == Severity::Error)
    }

    /// Removes warnings, and returns how many. Errors stay.
    pub(super) fn remove(&mut self, is_meant: impl Fn(&Found) -> bool) -> usize {
        let known = self.0.len();
        self.0
            .retain(|found| found.code.severity == Severity::Error || !is_meant(found));
        known - self.0.len()
    }

    pub(super) fn append(&mut self, mut others: Self) {
        self.0.append(&mut others.0);
    }

    /// Returns all findings, with their positions in the flow's text.
    pub(super) fn located_in(self, json: &str) -> Vec<Finding> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let ids: Vec<_> = self.0.iter().map(|found| ids_around(&found.pointer)).collect();
        let found = self.0.iter().map(|found| &*found.pointer);
        let pointers: Vec<&str> = found.chain(ids.iter().flatten().map(|id| &**id)).collect();
        let places = Places::find(json, &pointers);
        let around = ids.iter().map(|ids| surroundings_of(&places, ids));
        let positions = self.0.iter().map(|found| places.position(&found.pointer));
        let located: Vec<_> = positions.zip(around).collect();
        self.0
            .into_iter()
            .zip(located)
            .map(|(found, (position, within))| Finding {
                code: found.code,
                position,
                within,
                pointer: found.pointer,
                params: found.params,
                message: found.message,
            })
            .collect()
    }
}

impl From<JsonFault> for Finding {
    fn from(fault: JsonFault) -> Self {
        Self {
            code: codes::NOT_JSON,
            pointer: fault.pointer,
            position: fault.position,
            within: None,
            params: FindingParams::new(),
            message: fault.message,
        }
    }
}

/// Returns the JSON pointers of the ids around a value: of its page, or of the page from which a transition leads; then of
/// question and element.
fn ids_around(pointer: &str) -> Vec<String> {
    let steps: Vec<&str> = pointer.split('/').skip(1).take(4).collect();
    match *steps {
        ["states", page, "elements", at] => {
            let element = format!("/states/{page}/elements/{at}");
            vec![
                format!("/states/{page}/id"),
                format!("{element}/question/id"),
                format!("{element}/id"),
            ]
        }
        ["states", page, ..] => vec![format!("/states/{page}/id")],
        ["transitions", at, ..] => vec![format!("/transitions/{at}/fromStateId")],
        _ => Vec::new(),
    }
}

/// Names what is at these JSON pointers of ids.
fn surroundings_of(places: &Places<'_>, ids: &[String]) -> Option<String> {
    let id_at = |at: usize| places.text(ids.get(at)?);
    let page = id_at(0)?;
    if ids.first()?.starts_with("/transitions") {
        return Some(format!("from page `{page}`"));
    }
    let question = id_at(1).map(|id| format!(", question `{id}`"));
    let element = || id_at(2).map(|id| format!(", element `{id}`"));
    let inner = question.or_else(element).unwrap_or_default();
    Some(format!("page `{page}`{inner}"))
}

/// JSON pointers of all elements and triggers, in document order, and of what rules test.
pub(super) struct Pointers {
    pub(super) elements: Vec<String>,
    pub(super) triggers: Vec<String>,
    /// For each state and each of its transitions those of the tests, rule by rule.
    pub(super) transitions: Vec<Vec<Vec<Vec<String>>>>,
}

impl Pointers {
    pub(super) fn new(definition: &Definition) -> Self {
        let mut pointers = Self {
            elements: Vec::new(),
            triggers: Vec::new(),
            transitions: Vec::new(),
        };
        let mut transitions: SortedMap<Vec<_>> = SortedMap::new();
        for (t, transition) in definition.transitions.iter().enumerate() {
            let tests = tests_of(transition, &format!("/transitions/{t}"));
            match transitions.get_mut(&transition.from) {
                Some(of_page) => of_page.push(tests),
                None => drop(transitions.insert(&transition.from, vec![tests])),
            }
        }
        for (s, state) in definition.states.iter().enumerate() {
            for (e, element) in state.elements.iter().enumerate() {
                let pointer = format!("/states/{s}/elements/{e}");
                let triggers = 0..element.triggers.len();
                pointers
                    .triggers
                    .extend(triggers.map(|t| format!("{pointer}/triggers/{t}")));
                pointers.elements.push(pointer);
            }
            let own = transitions.get_mut(&state.id).map(std::mem::take);
            pointers.transitions.push(own.unwrap_or_default());
        }
        pointers
    }
}

/// Returns the pointers of what each rule of a transition tests.
fn tests_of(transition: &TransitionDefinition, pointer: &str) -> Vec<Vec<String>> {
    let pointers = |tests: Vec<(String, _)>| {
        tests
            .into_iter()
            .map(|(at, _)| format!("{pointer}{at}"))
            .collect()
    };
    transition.tests_of_rules().map(pointers).collect()
}
