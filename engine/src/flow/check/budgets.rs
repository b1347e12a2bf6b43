//! What one flow may hold, so that it cannot make the check of a submission slow, whatever a stranger sends to it
//! (docs/flows.md#limits).

use super::findings::Findings;
use crate::codes::LIMIT_EXCEEDED;
use crate::flow::definition::{Definition, ElementDefinition};
use crate::question::{Question, Style};
use std::fmt::Display;

/// Maximum number of bytes of a flow's JSON. All texts are in it.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Maximum number of bytes of an id. Submissions repeat the ids of questions, statements and options.
const MAX_ID: usize = 128;

/// Maximum number of statements of a matrix, multiplied by that of its options.
const MAX_CELLS: usize = 10_000;

/// Something that a flow may hold only so many of.
pub(super) struct Budget {
    /// `None` once it has been exceeded.
    left: Option<usize>,
    limit: usize,
    /// What is counted, in the words of a message.
    what: &'static str,
}

impl Budget {
    pub(super) fn new(limit: usize, what: &'static str) -> Self {
        Self {
            left: Some(limit),
            limit,
            what,
        }
    }

    /// Takes from what is left. Reports the first place where it does not suffice.
    pub(super) fn take(&mut self, number: usize, pointer: &dyn Display, findings: &mut Findings) {
        let Some(left) = self.left else { return };
        self.left = left.checked_sub(number);
        if self.left.is_none() {
            let message = format!("a flow may have at most {} {}", self.limit, self.what);
            findings
                .add(&LIMIT_EXCEEDED, pointer, message)
                .with("limit", self.limit);
        }
    }
}

/// The budgets of a flow.
struct Budgets {
    elements: Budget,
    options: Budget,
    points: Budget,
    prefilled: Budget,
    triggers: Budget,
    targets: Budget,
    rules: Budget,
}

/// Checks that the JSON is not too large to be read; returns false if it is.
pub(super) fn check_size(json: &str, findings: &mut Findings) -> bool {
    let fits = json.len() <= MAX_BYTES;
    if !fits {
        let message = format!("a flow may have at most {MAX_BYTES} bytes of JSON");
        findings
            .add(&LIMIT_EXCEEDED, "", message)
            .with("limit", MAX_BYTES);
    }
    fits
}

/// Checks what the flow holds.
pub(super) fn check(definition: &Definition, findings: &mut Findings) {
    let mut budgets = Budgets {
        elements: Budget::new(10_000, "elements"),
        options: Budget::new(50_000, "options and statements"),
        points: Budget::new(10_000, "points of options and questions"),
        prefilled: Budget::new(50, "hidden fields and other questions with `prefill`"),
        triggers: Budget::new(10_000, "triggers"),
        targets: Budget::new(50_000, "targets and events of triggers"),
        rules: Budget::new(20_000, "transitions, rules and options in them"),
    };
    check_number(&"/states", definition.states.len(), 2_000, "states", findings);
    check_number(
        &"/languages",
        definition.languages.len(),
        100,
        "languages",
        findings,
    );
    check_number(&"/scores", definition.scores.len(), 20, "scores", findings);
    for (s, key) in definition.scores.iter().enumerate() {
        check_id(key, &format_args!("/scores/{s}/key"), findings);
    }
    check_id(&definition.id, &"/id", findings);
    for (s, state) in definition.states.iter().enumerate() {
        check_id(&state.id, &format_args!("/states/{s}/id"), findings);
        for (e, element) in state.elements.iter().enumerate() {
            let pointer = format_args!("/states/{s}/elements/{e}");
            budgets.elements.take(1, &pointer, findings);
            check_element(element, &pointer, &mut budgets, findings);
        }
    }
    for (t, transition) in definition.transitions.iter().enumerate() {
        let tests = transition.tests().map(|(_, rule)| 1 + rule.option_ids.len());
        let number = 1 + tests.sum::<usize>();
        budgets
            .rules
            .take(number, &format_args!("/transitions/{t}"), findings);
    }
}

fn check_element(
    element: &ElementDefinition,
    pointer: &dyn Display,
    budgets: &mut Budgets,
    findings: &mut Findings,
) {
    check_id(&element.id, &format_args!("{pointer}/id"), findings);
    if let Some(question) = &element.question {
        check_question(question, &format_args!("{pointer}/question"), budgets, findings);
    }
    for (t, trigger) in element.triggers.iter().enumerate() {
        let pointer = format_args!("{pointer}/triggers/{t}");
        budgets.triggers.take(1, &pointer, findings);
        let targets = trigger.target_ids.len() + trigger.target_options.len() + trigger.target_events.len();
        budgets.targets.take(targets, &pointer, findings);
    }
}

fn check_question(
    question: &Question,
    pointer: &dyn Display,
    budgets: &mut Budgets,
    findings: &mut Findings,
) {
    check_id(&question.id, &format_args!("{pointer}/id"), findings);
    let of_statements = question
        .statements
        .iter()
        .map(|statement| statement.options.len());
    let options = question.options.len() + question.statements.len() + of_statements.sum::<usize>();
    let of_rows = question.statements.iter().flat_map(|row| &row.options);
    let points = question
        .options
        .iter()
        .chain(of_rows)
        .map(|option| option.points.0.len());
    let points = question.points.0.len() + points.sum::<usize>();
    budgets.points.take(points, &pointer, findings);
    budgets.options.take(options, &pointer, findings);
    if question.prefill.is_some() || question.style == Style::HiddenField {
        budgets.prefilled.take(1, &pointer, findings);
    }
    check_options(
        &question
            .options
            .iter()
            .map(|option| &*option.id)
            .collect::<Vec<_>>(),
        &format_args!("{pointer}/options"),
        findings,
    );
    let mut cells = 0;
    for (s, statement) in question.statements.iter().enumerate() {
        let pointer = format_args!("{pointer}/statements/{s}");
        check_id(&statement.id, &format_args!("{pointer}/id"), findings);
        let options: Vec<_> = statement.options.iter().map(|option| &*option.id).collect();
        check_options(&options, &format_args!("{pointer}/options"), findings);
        cells += question.options_of(statement).len();
    }
    check_number(
        &format_args!("{pointer}/statements"),
        cells,
        MAX_CELLS,
        "pairs of a statement and an option",
        findings,
    );
}

fn check_options(ids: &[&str], pointer: &dyn Display, findings: &mut Findings) {
    check_number(pointer, ids.len(), 1_000, "options", findings);
    for (o, id) in ids.iter().enumerate() {
        check_id(id, &format_args!("{pointer}/{o}/id"), findings);
    }
}

fn check_number(pointer: &dyn Display, number: usize, limit: usize, what: &str, findings: &mut Findings) {
    if number > limit {
        let message = format!("there may be at most {limit} {what}");
        findings
            .add(&LIMIT_EXCEEDED, pointer, message)
            .with("limit", limit);
    }
}

fn check_id(id: &str, pointer: &dyn Display, findings: &mut Findings) {
    if id.len() > MAX_ID {
        let message = format!("an id may have at most {MAX_ID} bytes");
        findings
            .add(&LIMIT_EXCEEDED, pointer, message)
            .with("limit", MAX_ID);
    }
}
