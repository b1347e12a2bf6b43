//! Findings about a flow, and the JSON pointers that they need.

use crate::flow::definition::Definition;
use crate::json::{FlowError, JsonFault, Position, positions_of};
use serde_json::Value;

/// A problem that the author of a flow should know about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// JSON pointer into the document.
    pub pointer: String,
    /// Where that is in the text.
    pub position: Position,
    /// The ids of the page and of the question or element there, for people: "page `start`, question `q1`".
    pub within: Option<String>,
    /// What is wrong, in a sentence.
    pub message: String,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The flow is rejected.
    Error,
    /// The flow works, but perhaps not as intended.
    Warning,
}

/// Collects findings.
#[derive(Default)]
pub(super) struct Findings(Vec<(Severity, FlowError)>);

impl Findings {
    pub(super) fn add_error(&mut self, error: FlowError) {
        self.0.push((Severity::Error, error));
    }

    pub(super) fn error(&mut self, pointer: String, message: &str) {
        self.add_error(FlowError {
            pointer,
            message: message.into(),
        });
    }

    pub(super) fn warn(&mut self, pointer: String, message: &str) {
        let message = message.into();
        self.0.push((Severity::Warning, FlowError { pointer, message }));
    }

    /// Returns all findings, with their positions in the flow's text.
    pub(super) fn located_in(self, json: &str) -> Vec<Finding> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let positions = positions_of(json, self.0.iter().map(|(_, found)| &*found.pointer));
        let document: Value = serde_json::from_str(json).unwrap_or_default();
        let located = self.0.into_iter().zip(positions);
        located
            .map(|((severity, FlowError { pointer, message }), position)| Finding {
                severity,
                position,
                within: surroundings_of(&document, &pointer),
                pointer,
                message,
            })
            .collect()
    }
}

impl From<JsonFault> for Finding {
    fn from(fault: JsonFault) -> Self {
        Self {
            severity: Severity::Error,
            pointer: fault.pointer,
            position: fault.position,
            within: None,
            message: fault.message,
        }
    }
}

/// Names the page that a pointer leads to, or from which a transition leads, and the question or element.
fn surroundings_of(document: &Value, pointer: &str) -> Option<String> {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    let at = |length: usize, field: &str| {
        let steps = steps.get(..length)?.join("/");
        Some(
            document
                .pointer(&format!("/{steps}/{field}"))?
                .as_str()?
                .to_owned(),
        )
    };
    match steps.first() {
        Some(&"states") => {
            let page = format!("page `{}`", at(2, "id")?);
            let question = at(4, "question/id").map(|id| format!(", question `{id}`"));
            let element = || at(4, "id").map(|id| format!(", element `{id}`"));
            let inner = question
                .or_else(element)
                .filter(|_| steps.get(2) == Some(&"elements"));
            Some(page + &inner.unwrap_or_default())
        }
        Some(&"transitions") => Some(format!("from page `{}`", at(2, "fromStateId")?)),
        _ => None,
    }
}

/// JSON pointers of all elements and triggers, in document order.
pub(super) struct Pointers {
    pub(super) elements: Vec<String>,
    pub(super) triggers: Vec<String>,
}

impl Pointers {
    pub(super) fn new(definition: &Definition) -> Self {
        let mut pointers = Self {
            elements: Vec::new(),
            triggers: Vec::new(),
        };
        for (s, state) in definition.states.iter().enumerate() {
            for (e, element) in state.elements.iter().enumerate() {
                let pointer = format!("/states/{s}/elements/{e}");
                let triggers = 0..element.triggers.len();
                pointers
                    .triggers
                    .extend(triggers.map(|t| format!("{pointer}/triggers/{t}")));
                pointers.elements.push(pointer);
            }
        }
        pointers
    }
}
