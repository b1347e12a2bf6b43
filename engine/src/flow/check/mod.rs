//! Everything that is wrong or suspicious about a flow, not only the first error (docs/flows.md#checks).

mod budgets;
mod compared;
mod cycles;
mod endings;
mod fields;
mod findings;
mod fixes;
mod order;
mod pipes;
mod prefill;
mod questions;
mod reach;
mod rules;
mod scales;
mod schema_fields;
mod silence;
mod texts;
mod translations;
mod triggers;
mod warnings;

#[cfg(test)]
pub(super) use fields::SCHEMA_POINTER;
pub use findings::{Finding, FindingParams};
pub use fixes::fix_of;
pub use silence::Silences;

use super::definition::Definition;
use super::model::{Element, Flow};
use super::read::read;
use super::resolve::resolve;
use crate::codes;
use crate::json::{Reader, check_json};
use crate::platform::PlatformRef;
use findings::{Findings, Pointers};

/// Checks a flow's JSON text and returns all findings, in no particular order; none for a flow without fault.
///
/// This is the only check of a flow: `pulsen check` and `pulsen import` both report what it returns. A flow without a
/// finding of [`crate::Severity::Error`] can be parsed with [`Flow::parse`].
#[must_use]
pub fn check_flow(json: &str, platform: PlatformRef) -> Vec<Finding> {
    let mut findings = Findings::default();
    if budgets::check_size(json, &mut findings) {
        let faults = check_json(json);
        if !faults.is_empty() {
            return faults.into_iter().map(Finding::from).collect();
        }
        check_document(json, platform, &mut findings);
    }
    findings.located_in(json, platform)
}

fn check_document(json: &str, platform: PlatformRef, findings: &mut Findings) {
    let mut definition = match read(&mut Reader::new(json, platform)) {
        Ok(definition) => definition,
        Err(error) => return findings.add_error(*error),
    };
    fields::check(&definition.unknown, platform, findings);
    let pointers = Pointers::new(&definition);
    check_definition(&definition, findings);
    let silence = std::mem::take(&mut definition.silence);
    let mut warnings = Findings::default();
    warnings::check_definition(&definition, &mut warnings);
    budgets::check(&definition, findings);
    for (s, state) in definition.states.iter().enumerate() {
        endings::check_redirect(state, &format!("/states/{s}"), findings);
    }
    compared::check(&definition, platform, findings);
    rules::check(&definition, findings);
    let pipes = pipes::collect(&definition, findings);
    let mut errors = Vec::new();
    let flow = resolve(definition, platform, &mut errors);
    let is_resolved = errors.is_empty();
    for error in errors {
        findings.add_error(error);
    }
    match flow {
        None => drop(findings.add(&codes::NO_PAGE, "/states", "a flow needs a state")),
        Some(flow) => {
            for (element, pointer) in flow.elements.iter().zip(&pointers.elements) {
                check_element(&flow, element, pointer, platform, findings);
            }
            order::check(&flow, &pointers, findings);
            if is_resolved {
                reach::check(&flow, findings);
                pipes::check(&flow, &pipes, findings);
                cycles::check(&flow, &pointers, findings);
                triggers::check(&flow, &pointers, findings);
                order::check_triggers(&flow, &pointers, findings);
                translations::check(&flow, &pointers, findings);
            }
            // What follows from an error would only be noise.
            if !findings.has_errors() {
                warnings::check(&flow, &pointers, platform, &mut warnings);
                findings.append(warnings);
            }
        }
    }
    silence::apply(&silence, findings);
}

fn check_definition(definition: &Definition, findings: &mut Findings) {
    if definition.states.len() > 1 && !definition.states.iter().any(|state| state.is_initial) {
        findings.add(
            &codes::NO_INITIAL_PAGE,
            "/states",
            "no state has `isInitialState`, so the flow starts on the first one",
        );
    }
    if definition.languages.is_empty() {
        findings.add(&codes::NO_LANGUAGE, "/languages", "the flow has no language");
    }
}

fn check_element(
    flow: &Flow,
    element: &Element,
    pointer: &str,
    platform: PlatformRef,
    findings: &mut Findings,
) {
    endings::check(flow, element, pointer, findings);
    if element.gauge.is_some_and(|(_, min, max)| min >= max) {
        findings.add(
            &codes::IMPOSSIBLE_BOUNDS,
            format_args!("{pointer}/max"),
            "must be above `min`",
        );
    }
    if element.gauge.is_none() && element.score.is_some() {
        let message = "means something for a `gauge` only";
        findings.add(&codes::MISPLACED_FIELD, format_args!("{pointer}/score"), message);
    }
    if let Some(question) = &element.question {
        questions::check(flow, question, &format!("{pointer}/question"), platform, findings);
    }
}
