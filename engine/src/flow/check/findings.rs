//! Findings about a flow, and the JSON pointers that they need.

use crate::flow::definition::Definition;
use crate::json::FlowError;

/// A problem that the author of a flow should know about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// JSON pointer into the document.
    pub pointer: String,
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
pub(super) struct Findings(pub(super) Vec<Finding>);

impl Findings {
    pub(super) fn add_error(&mut self, FlowError { pointer, message }: FlowError) {
        self.0.push(Finding {
            severity: Severity::Error,
            pointer,
            message,
        });
    }

    pub(super) fn error(&mut self, pointer: String, message: &str) {
        self.add_error(FlowError {
            pointer,
            message: message.into(),
        });
    }

    pub(super) fn warn(&mut self, pointer: String, message: &str) {
        self.0.push(Finding {
            severity: Severity::Warning,
            pointer,
            message: message.into(),
        });
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
