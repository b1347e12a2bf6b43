//! Variables, such as the score and the price of a quiz, and the actions that change them.

use super::Reader;
use super::logic::{MAX_DEPTH, condition_of};
use crate::node::Node;
use crate::variable::{By, Change, Variable, name_of};

impl Reader<'_, '_> {
    pub(super) fn variables(&self) -> Vec<Variable> {
        let variables = self.form.get("variables");
        let members = variables.iter().flat_map(Node::members);
        members
            .map(|(name, start)| Variable {
                name: name_of(name),
                label: name.to_owned(),
                starts_at: start.value.as_f64().filter(|start| start.abs() <= 1e15),
                pointer: start.pointer,
            })
            .collect()
    }
}

/// Reads an action that changes a variable, or returns `None` if it is another one.
pub(super) fn change_of(action: &Node<'_>) -> Option<Change> {
    let details = action.get("details")?;
    let target = details
        .get("target")
        .filter(|_| action.str("action") != Some("jump"))?;
    let condition = action
        .get("condition")
        .map(|condition| condition_of(&condition, MAX_DEPTH));
    let (when, by) = match condition.unwrap_or(Ok(None)) {
        Ok(when) => (when, by(action.str("action").unwrap_or_default(), &details)),
        Err(what) => (None, By::Unsayable(format!("it depends on {what}"))),
    };
    Some(Change {
        variable: name_of(&target.word("value")?),
        pointer: action.pointer.clone(),
        when,
        by,
    })
}

fn by(operator: &str, details: &Node<'_>) -> By {
    let factor = match operator {
        "add" => 1.0,
        "subtract" => -1.0,
        other => return By::Unsayable(format!("scores have no action `{other}`")),
    };
    let value = details.get("value");
    let value = value.as_ref();
    let number = value.and_then(|value| value.number("value"));
    match (value.and_then(|value| value.str("type")), number) {
        (Some("constant"), Some(number)) => By::Adds(factor * number),
        (Some("field"), _) => {
            let name = value.and_then(|value| value.str("value")).unwrap_or_default();
            By::AddsAnswer(name.to_owned(), factor)
        }
        _ => By::Unsayable("it adds neither a number nor an answer".into()),
    }
}
