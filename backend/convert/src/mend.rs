//! Takes out of a flow what the check refuses, so that a conversion never writes a flow that cannot be imported.
//!
//! Sources allow what flows do not: bounds that exclude each other, conditions in circles, texts that show answers of later
//! pages. Each error names a place, of which the smallest part goes that a flow can do without. What depended on it is the
//! next round's error.

use crate::assemble::Assembled;
use crate::report::Report;
use engine::{Severity, check_flow, native, without_pipes};
use serde_json::Value;
use std::collections::BTreeSet;

/// Each round leaves something out, and what depends on it is found in the next one.
const MAX_ROUNDS: usize = 40;

/// How the check begins when it says that the flow as a whole is too large: there is no part to leave out.
const TOO_LARGE: &str = "a flow may have at most";

/// Leaves out what is wrong.
///
/// # Errors
/// The flow is too large.
pub(crate) fn mend(assembled: &mut Assembled, report: &mut Report) -> Result<(), String> {
    let mut last = String::new();
    for _ in 0..MAX_ROUNDS {
        let text = serde_json::to_string(&assembled.flow).unwrap_or_default();
        let findings = check_flow(&text, native());
        let errors = findings
            .iter()
            .filter(|finding| finding.code.severity == Severity::Error);
        let errors: BTreeSet<(&str, &str)> = errors
            .map(|error| (error.pointer.as_str(), error.message.as_str()))
            .collect();
        let Some((_, message)) = errors.first() else {
            return Ok(());
        };
        last = (*message).to_owned();
        if let Some((_, message)) = errors.iter().find(|(_, message)| message.starts_with(TOO_LARGE)) {
            return Err((*message).to_owned());
        }
        let mut gone = BTreeSet::new();
        for (pointer, message) in &errors {
            let place = assembled.origin(pointer);
            match Part::of(&assembled.flow, pointer) {
                Some(Part::Pipes) => {
                    report.lost(
                        &place,
                        "an answer in a text that can never be shown there",
                        "a text without it",
                    );
                    strip_pipes(&mut assembled.flow, pointer);
                }
                Some(Part::At(part)) => {
                    report.lost(&place, format!("what a flow cannot have: {message}"), "left out");
                    if is_question(&assembled.flow, &part) && gone.insert(part.clone()) {
                        report.mapped = report.mapped.saturating_sub(1);
                    }
                    gone.insert(part);
                }
                None => return Err(last),
            }
        }
        // From the end, so that positions before stay true.
        let mut gone: Vec<Vec<Step>> = gone.iter().map(|pointer| steps_of(pointer)).collect();
        gone.sort();
        gone.dedup();
        for steps in gone.iter().rev() {
            assembled.remove(steps);
        }
    }
    Err(last)
}

/// A step of a pointer: positions sort as numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Position(usize),
    Name(String),
}

fn steps_of(pointer: &str) -> Vec<Step> {
    let steps = pointer.split('/').skip(1);
    steps
        .map(|step| {
            step.parse()
                .map_or_else(|_| Step::Name(step.to_owned()), Step::Position)
        })
        .collect()
}

/// What goes.
enum Part {
    /// The pipes of the text there.
    Pipes,
    At(String),
}

/// Fields of a question without which it would not be the question.
const ESSENTIAL: [&str; 5] = ["id", "style", "body", "options", "statements"];

impl Part {
    fn of(flow: &Value, pointer: &str) -> Option<Self> {
        if flow
            .pointer(pointer)
            .is_some_and(|text| text.as_str().is_some_and(|text| text.contains("{{")))
        {
            return Some(Self::Pipes);
        }
        let steps: Vec<&str> = pointer.split('/').skip(1).collect();
        let prefix = |length: usize| {
            steps
                .get(..length)
                .map(|steps| Self::At(format!("/{}", steps.join("/"))))
        };
        match steps.as_slice() {
            ["transitions", _, ..] => prefix(2),
            ["states", _, "elements", _, "triggers", _, ..] => prefix(6),
            ["states", _, "elements", _, "question", "options", _, field] if !ESSENTIAL.contains(field) => {
                prefix(8)
            }
            ["states", _, "elements", _, "question", "statements", _, field]
                if !ESSENTIAL.contains(field) =>
            {
                prefix(8)
            }
            ["states", _, "elements", _, "question", field, ..]
                if !ESSENTIAL.contains(field)
                    && flow.pointer(&format!("/{}", steps.get(..6)?.join("/"))).is_some() =>
            {
                prefix(6)
            }
            ["states", _, "elements", _, ..] => prefix(4),
            ["states", _, "questionOrder" | "nextStateId"] => prefix(3),
            _ => None,
        }
    }
}

fn is_question(flow: &Value, pointer: &str) -> bool {
    flow.pointer(pointer)
        .is_some_and(|part| part.get("question").is_some())
}

fn strip_pipes(flow: &mut Value, pointer: &str) {
    if let Some(text) = flow.pointer_mut(pointer)
        && let Some(piped) = text.as_str()
    {
        *text = without_pipes(piped).replace("{{", "{ {").into();
    }
}

impl Assembled {
    /// Returns the pointer into the source of what a pointer into the flow leads to.
    fn origin(&self, pointer: &str) -> String {
        let steps: Vec<&str> = pointer.split('/').skip(1).collect();
        let found = match steps.as_slice() {
            ["transitions", at, ..] => at.parse().ok().and_then(|at: usize| self.transitions.get(at)),
            ["states", state, "elements", element, ..] => {
                let id = self
                    .flow
                    .pointer(&format!("/states/{state}/elements/{element}/id"));
                id.and_then(|id| self.elements.get(id.as_str()?))
            }
            _ => None,
        };
        found.cloned().unwrap_or_default()
    }

    fn remove(&mut self, steps: &[Step]) {
        let Some((last, inner)) = steps.split_last() else {
            return;
        };
        if let ([Step::Name(list)], Step::Position(at)) = (inner, last)
            && list == "transitions"
            && *at < self.transitions.len()
        {
            self.transitions.remove(*at);
        }
        let parent = inner.iter().try_fold(&mut self.flow, |value, step| match step {
            Step::Position(at) => value.get_mut(*at),
            Step::Name(name) => value.get_mut(name.as_str()),
        });
        match (parent, last) {
            (Some(Value::Array(items)), Step::Position(at)) if *at < items.len() => {
                items.remove(*at);
            }
            (Some(Value::Object(members)), Step::Name(name)) => {
                members.remove(name);
            }
            _ => {}
        }
    }
}
