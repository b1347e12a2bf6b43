//! `pulsen check`: everything that is wrong or odd about a flow, not only the first thing.

mod questions;
mod triggers;

use super::definition::Definition;
use super::read::read;
use super::resolve::resolve;
use super::{Element, ElementKind, Flow};
use crate::json::{FlowError, Reader};
use crate::platform::PlatformRef;
use crate::position::StateIx;

/// Something that the author of a flow should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether the flow can be used all the same.
    pub severity: Severity,
    /// JSON pointer into the document.
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The flow is refused.
    Error,
    /// The flow works, but perhaps not as meant.
    Warning,
}

/// Checks a flow's JSON text and returns all findings, in no particular order; none for a flow without fault.
#[must_use]
pub fn check_flow(json: &str, platform: PlatformRef) -> Vec<Finding> {
    let mut findings = Findings(Vec::new());
    let definition = match read(&mut Reader::new(json, platform)) {
        Ok(definition) => definition,
        Err(error) => {
            findings.add(Severity::Error, *error);
            return findings.0;
        }
    };
    for pointer in &definition.unknown {
        findings.warn(pointer.clone(), "is not a field known here; it is ignored");
    }
    let places = Places::new(&definition);
    check_start(&definition, &mut findings);
    let mut errors = Vec::new();
    let flow = resolve(definition, platform, &mut errors);
    let resolved = errors.is_empty();
    for error in errors {
        findings.add(Severity::Error, error);
    }
    match flow {
        None => findings.error("/states".into(), "a flow needs a state"),
        Some(flow) => {
            for (element, place) in flow.elements.iter().zip(&places.elements) {
                check_element(&flow, element, place, &mut findings);
            }
            if resolved {
                check_reach(&flow, &mut findings);
                triggers::check(&flow, &places, &mut findings);
            }
        }
    }
    findings.0
}

struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, severity: Severity, FlowError { pointer, message }: FlowError) {
        self.0.push(Finding {
            severity,
            pointer,
            message,
        });
    }

    fn error(&mut self, pointer: String, message: &str) {
        self.add(
            Severity::Error,
            FlowError {
                pointer,
                message: message.into(),
            },
        );
    }

    fn warn(&mut self, pointer: String, message: &str) {
        self.add(
            Severity::Warning,
            FlowError {
                pointer,
                message: message.into(),
            },
        );
    }
}

/// Where elements and triggers stand in the document, in document order.
struct Places {
    elements: Vec<String>,
    triggers: Vec<String>,
}

impl Places {
    fn new(definition: &Definition) -> Self {
        let mut places = Self {
            elements: Vec::new(),
            triggers: Vec::new(),
        };
        for (s, state) in definition.states.iter().enumerate() {
            for (e, element) in state.elements.iter().enumerate() {
                let place = format!("/states/{s}/elements/{e}");
                let triggers = 0..element.triggers.len();
                places
                    .triggers
                    .extend(triggers.map(|t| format!("{place}/triggers/{t}")));
                places.elements.push(place);
            }
        }
        places
    }
}

fn check_start(definition: &Definition, findings: &mut Findings) {
    if definition.states.len() > 1 && !definition.states.iter().any(|state| state.is_initial) {
        findings.warn(
            "/states".into(),
            "no state has `isInitialState`; the first one starts",
        );
    }
    if definition.languages.is_empty() {
        findings.warn("/languages".into(), "the flow names no language");
    }
}

fn check_element(flow: &Flow, element: &Element, place: &str, findings: &mut Findings) {
    let texts = element
        .question
        .as_ref()
        .map_or(&element.body, |question| &question.body);
    for language in &flow.languages {
        if !texts.is_empty() && texts.get(&language.code).is_none() && texts.get("").is_none() {
            let field = if element.question.is_some() {
                "question/body"
            } else {
                "body"
            };
            findings.warn(
                format!("{place}/{field}"),
                &format!("has no text in `{}`", language.code),
            );
        }
    }
    if element.gauge.is_some_and(|(_, min, max)| min >= max) {
        findings.error(format!("{place}/max"), "must be above `min`");
    }
    if let Some(question) = &element.question {
        questions::check(flow, question, &format!("{place}/question"), findings);
    }
}

/// States that no way leads to, and pages without a way on.
fn check_reach(flow: &Flow, findings: &mut Findings) {
    let reached = triggers::reached(flow, flow.initial, None);
    for (s, (at, state)) in (0..).map(StateIx).zip(&flow.states).enumerate() {
        if !reached.contains(&at) {
            findings.warn(format!("/states/{s}"), &format!("no way leads to `{}`", state.id));
        }
        let has_button = state
            .elements
            .iter()
            .filter_map(|at| flow.element(*at))
            .any(|element| matches!(element.kind, ElementKind::NextPage | ElementKind::Submit));
        if !state.style.is_end() && !has_button {
            findings.warn(
                format!("/states/{s}/elements"),
                "has neither `next_page` nor `submit`: no way to go on",
            );
        }
    }
}
