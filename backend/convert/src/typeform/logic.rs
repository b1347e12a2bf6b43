//! Logic: jumps, and what changes variables.

use super::Reader;
use super::variables::change_of;
use crate::condition::{Condition, Is};
use crate::draft::{Jump, Page};
use crate::node::{Node, number_of, word_of};
use crate::variable;

/// The deepest groups of conditions within groups.
pub(super) const MAX_DEPTH: usize = 20;

impl Reader<'_, '_> {
    /// Gives each page the jumps of its field, and the changes of variables.
    pub(super) fn jumps(&mut self) {
        for logic in self.form.items("logic") {
            let name = logic.str("ref").unwrap_or_default();
            let (mut jumps, mut changes) = (Vec::new(), Vec::new());
            for action in logic.items("actions") {
                match change_of(&action) {
                    Some(change) => changes.push(change),
                    None => jumps.extend(self.jump(&action)),
                }
            }
            // Jumps of a group or of a hidden field are taken where it is left.
            let page = match logic.str("type") {
                Some("hidden") => self.pages.iter_mut().find(|page| !page.is_end),
                _ => last_page_of(&mut self.pages, name, self.form),
            };
            match page {
                Some(page) => {
                    page.jumps.extend(jumps);
                    page.changes.extend(changes);
                }
                None => self
                    .report
                    .lost(&logic.pointer, "jumps of a field that there is not", "left out"),
            }
        }
    }

    fn jump(&mut self, action: &Node<'_>) -> Option<Jump> {
        let details = action.get("details");
        if action.str("action") != Some("jump") {
            let what = format!("the action `{}`", action.str("action").unwrap_or_default());
            self.report.lost(&action.pointer, what, "left out");
            return None;
        }
        let to = details.and_then(|details| details.get("to"))?;
        let when = match action
            .get("condition")
            .map(|condition| condition_of(&condition, MAX_DEPTH))
        {
            None | Some(Ok(None)) => None,
            Some(Ok(Some(condition))) => Some(condition),
            Some(Err(what)) => {
                self.report.lost(
                    &action.pointer,
                    format!("a jump that depends on {what}"),
                    "left out",
                );
                return None;
            }
        };
        let (pointer, to) = (action.pointer.clone(), self.target(&to));
        Some(Jump { pointer, when, to })
    }
}

/// Returns the page of a field; of a group that of its last field.
fn last_page_of<'p>(pages: &'p mut [Page], name: &str, form: &Node<'_>) -> Option<&'p mut Page> {
    let is_it = |field: &Node<'_>| super::name_of(field) == name;
    let group = form.items("fields").into_iter().find(is_it);
    let last = group.and_then(|group| {
        group
            .get("properties")?
            .items("fields")
            .last()
            .map(super::name_of)
    });
    let has = |wanted: &str| pages.iter().position(|page| page.name == wanted && !page.is_end);
    let at = last.as_deref().and_then(has).or_else(|| has(name))?;
    pages.get_mut(at)
}

/// Reads a condition; `None` always holds. The error says what flows cannot say.
pub(super) fn condition_of(node: &Node<'_>, depth: usize) -> Result<Option<Condition>, String> {
    let operator = node.str("op").unwrap_or_default();
    let operands = node.items("vars");
    if depth == 0 {
        return Err("groups nested this deeply".into());
    }
    if operator == "always" {
        return Ok(None);
    }
    if matches!(operator, "and" | "or") {
        let mut parts = Vec::new();
        for operand in &operands {
            match condition_of(operand, depth - 1)? {
                Some(part) => parts.push(part),
                None if operator == "or" => return Ok(None),
                None => {}
            }
        }
        return Ok(Some(if operator == "or" {
            Condition::Any(parts)
        } else {
            Condition::All(parts)
        }));
    }
    let (Some(left), Some(right)) = (operands.first(), operands.get(1)) else {
        return Err("a comparison without a value".into());
    };
    let name = left.str("value").unwrap_or_default();
    let question = match left.str("type") {
        Some("field") => name.to_owned(),
        Some("hidden") => format!("hidden:{name}"),
        Some("variable") => variable::name_of(name),
        other => return Err(format!("a comparison of `{}`", other.unwrap_or_default())),
    };
    let is_fixed = matches!(right.str("type"), Some("constant" | "choice"));
    let value = right
        .value
        .get("value")
        .and_then(word_of)
        .filter(|_| is_fixed)
        .ok_or("a comparison of two answers")?;
    compared(operator, &question, value).map(Some)
}

fn compared(operator: &str, question: &str, value: String) -> Result<Condition, String> {
    let test = |is| Condition::test(question, is);
    let number =
        || number_of(&value.clone().into()).ok_or_else(|| "a comparison by size with a text".to_owned());
    Ok(match operator {
        "is" | "equal" | "on" => test(Is::Equal(value)),
        "is_not" | "not_equal" | "not_on" => test(Is::Equal(value)).not(),
        "contains" => test(Is::Containing(value)),
        "not_contains" => test(Is::Containing(value)).not(),
        "begins_with" => test(Is::StartingWith(value)),
        "ends_with" => test(Is::EndingWith(value)),
        "lower_than" => test(Is::Below(number()?)),
        "greater_than" => test(Is::Above(number()?)),
        "lower_equal_than" => Condition::at_most(question, number()?),
        "greater_equal_than" => Condition::at_least(question, number()?),
        "earlier_than" | "earlier_than_or_on" | "later_than" | "later_than_or_on" => {
            return Err("the order of two days".into());
        }
        other => return Err(format!("the operator `{other}`")),
    })
}
