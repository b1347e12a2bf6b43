//! Findings about a flow, and the JSON pointers that they need.

use super::fixes::{FIXABLE, fix_of};
use super::schema_fields::flow_schema;
use crate::codes::{self, Code, Severity};
use crate::fix::Fix;
use crate::flow::definition::{Definition, TransitionDefinition};
use crate::json::{FlowError, Json, JsonFault, Position, Reader, positions_of};
use crate::ordered_map::OrderedMap;
use crate::platform::PlatformRef;
use crate::sorted_map::SortedMap;
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
    /// What mends it, if that is certain.
    pub fix: Option<Fix>,
}

/// The variable parts of a message, by name.
pub type FindingParams = OrderedMap<&'static str, String>;

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

    /// Returns whether its fix or its surroundings depend on the document.
    fn needs_document(&self) -> bool {
        FIXABLE.contains(&self.code) || self.pointer.bytes().filter(|byte| *byte == b'/').count() > 1
    }

    /// Names a variable part of the message.
    pub(super) fn with(&mut self, name: &'static str, value: impl Display) -> &mut Self {
        self.insert_param(name, &value);
        self
    }

    fn insert_param(&mut self, name: &'static str, value: &dyn Display) {
        self.params.insert(name, value.to_string());
    }
}

impl Findings {
    pub(super) fn add_error(&mut self, error: FlowError) {
        self.0.push(Found {
            code: error.code,
            pointer: error.pointer,
            message: error.message,
            params: FindingParams::new(),
        });
    }

    /// Adds a finding; [`Found::with`] adds what its message names.
    pub(super) fn add(
        &mut self,
        code: &'static Code,
        pointer: impl Display,
        message: impl Display,
    ) -> &mut Found {
        self.add_written(code, &pointer, &message)
    }

    /// There is one copy of this for all texts.
    fn add_written(
        &mut self,
        code: &'static Code,
        pointer: &dyn Display,
        message: &dyn Display,
    ) -> &mut Found {
        let at = self.0.len();
        self.0.push(Found {
            code: *code,
            pointer: pointer.to_string(),
            message: message.to_string(),
            params: FindingParams::new(),
        });
        #[expect(clippy::indexing_slicing, reason = "it was pushed above")]
        &mut self.0[at]
    }

    pub(super) fn has_errors(&self) -> bool {
        let mut found = self.0.iter();
        found.any(|found| found.code.severity == Severity::Error)
    }

    /// Removes warnings. Errors stay.
    pub(super) fn remove(&mut self, mut is_meant: impl FnMut(&Found) -> bool) {
        self.0
            .retain(|found| found.code.severity == Severity::Error || !is_meant(found));
    }

    pub(super) fn append(&mut self, mut others: Self) {
        self.0.append(&mut others.0);
    }

    /// Returns all findings, with their positions in the flow's text.
    pub(super) fn located_in(self, json: &str, platform: PlatformRef) -> Vec<Finding> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let positions = positions_of(json, self.0.iter().map(|found| &*found.pointer));
        // Reading it takes about as long as all checks.
        let is_needed = self.0.iter().any(Found::needs_document);
        let document = is_needed.then(|| Reader::new(json, platform).any().ok());
        let document = document.flatten().unwrap_or(Json::Null);
        let schema = flow_schema(platform);
        // Beside an error, what a warning is about may be another thing than it seems.
        let has_errors = self.has_errors();
        let fix_of = |found: &Found| {
            let is_certain = !has_errors || found.code.severity == Severity::Error;
            let certain = is_certain.then_some(found)?;
            fix_of(
                certain.code,
                &certain.pointer,
                &certain.params,
                &document,
                &schema,
                platform,
            )
        };
        let located = self.0.into_iter().zip(positions);
        located
            .map(|(found, position)| Finding {
                fix: fix_of(&found),
                code: found.code,
                position,
                within: surroundings_of(&document, &found.pointer),
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
            fix: None,
        }
    }
}

/// Names the page that a pointer leads to, or from which a transition leads, and the question or element.
fn surroundings_of(document: &Json, pointer: &str) -> Option<String> {
    let mut steps = pointer.split('/').skip(1);
    let (list, at) = (steps.next()?, steps.next()?);
    let whole = document.get(list)?.as_list()?.get(at.parse::<usize>().ok()?)?;
    let id = |value: &Json, field: &str| value.get(field)?.as_text().map(str::to_owned);
    match list {
        "states" => {
            let page = format!("page `{}`", id(whole, "id")?);
            let elements = steps.next().filter(|field| *field == "elements");
            let element = elements.and_then(|field| {
                let elements = whole.get(field)?.as_list()?;
                elements.get(steps.next()?.parse::<usize>().ok()?)
            });
            let Some(element) = element else { return Some(page) };
            let question = element.get("question").and_then(|question| id(question, "id"));
            let inner = match question {
                Some(id) => format!(", question `{id}`"),
                None => id(element, "id").map_or_else(String::new, |id| format!(", element `{id}`")),
            };
            Some(page + &inner)
        }
        "transitions" => Some(format!("from page `{}`", id(whole, "fromStateId")?)),
        _ => None,
    }
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
