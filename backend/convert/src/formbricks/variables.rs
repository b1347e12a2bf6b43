//! Variables, and the actions that calculate them.

use super::logic::{MAX_DEPTH, condition_of};
use crate::node::Node;
use crate::variable::{By, Change, Variable, name_of};

pub(super) fn variables(survey: &Node<'_>) -> Vec<Variable> {
    let variables = survey.items("variables").into_iter();
    variables
        .map(|variable| {
            let name = variable.str("name").unwrap_or_default();
            let is_text = variable.str("type") == Some("text");
            Variable {
                name: name_of(variable.str("id").unwrap_or(name)),
                label: name.to_owned(),
                starts_at: variable.number("value").filter(|_| !is_text),
                pointer: variable.pointer,
            }
        })
        .collect()
}

/// Reads the calculations of a block.
pub(super) fn changes(block: &Node<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for logic in block.items("logic") {
        let condition = logic
            .get("conditions")
            .map(|group| condition_of(&group, MAX_DEPTH));
        let actions = logic.items("actions").into_iter();
        for action in actions.filter(|action| action.str("objective") == Some("calculate")) {
            let (when, by) = match &condition {
                Some(Ok(condition)) => (Some(condition.clone()), by(&action)),
                Some(Err(what)) => (None, By::Unsayable(format!("it depends on {what}"))),
                None => (None, by(&action)),
            };
            changes.push(Change {
                variable: name_of(action.str("variableId").unwrap_or_default()),
                pointer: action.pointer,
                when,
                by,
            });
        }
    }
    changes
}

fn by(action: &Node<'_>) -> By {
    let value = action.get("value");
    let value = value.as_ref();
    let number = value.and_then(|value| value.number("value"));
    let answer = value.and_then(|value| value.str("value")).unwrap_or_default();
    let kind = value.and_then(|value| value.str("type")).unwrap_or_default();
    match (action.str("operator").unwrap_or_default(), kind, number) {
        ("add", "static", Some(number)) => By::Adds(number),
        ("subtract", "static", Some(number)) => By::Adds(-number),
        ("assign", "static", Some(number)) => By::Assigns(number),
        ("add", "element" | "question", _) => By::AddsAnswer(answer.to_owned(), 1.0),
        ("subtract", "element" | "question", _) => By::AddsAnswer(answer.to_owned(), -1.0),
        ("add" | "subtract" | "assign", ..) => {
            By::Unsayable("its value is neither a number nor an answer that is added".into())
        }
        (other, ..) => By::Unsayable(format!("scores have no action `{other}`")),
    }
}
