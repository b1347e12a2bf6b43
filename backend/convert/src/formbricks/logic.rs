//! Logic: conditions of answers, and where they lead.

use super::Reader;
use crate::condition::{Condition, Is, Test};
use crate::draft::{Jump, Target};
use crate::node::{Node, number_of, word_of};
use crate::variable;

/// The deepest groups of conditions within groups.
pub(super) const MAX_DEPTH: usize = 20;

impl Reader<'_> {
    /// Reads the jumps of a block. Actions that flows cannot carry out are reported.
    pub(super) fn jumps(&mut self, block: &Node<'_>) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for logic in block.items("logic") {
            let condition = logic
                .get("conditions")
                .map(|group| condition_of(&group, MAX_DEPTH));
            for action in logic.items("actions") {
                match action.str("objective") {
                    Some("jumpToBlock" | "jumpToQuestion") => {}
                    Some("requireAnswer") => {
                        self.report.lost(
                            &action.pointer,
                            "an answer that is required under a condition",
                            "optional as it is",
                        );
                        continue;
                    }
                    // `variables` reads it.
                    Some("calculate") => continue,
                    _ => {
                        self.report
                            .lost(&action.pointer, "an action that flows do not have", "left out");
                        continue;
                    }
                }
                match &condition {
                    Some(Ok(condition)) => jumps.push(Jump {
                        pointer: logic.pointer.clone(),
                        when: Some(condition.clone()),
                        to: Target::Page(action.str("target").unwrap_or_default().to_owned()),
                    }),
                    Some(Err(what)) => self.report.lost(
                        &logic.pointer,
                        format!("a jump that depends on {what}"),
                        "left out",
                    ),
                    // The older form of logic, which named an operator instead of conditions.
                    None => self
                        .report
                        .lost(&logic.pointer, "a jump without a condition", "left out"),
                }
            }
            if let (Some(condition), Some(destination)) = (logic.str("condition"), logic.str("destination")) {
                self.old_jump(block, &logic, condition, destination, &mut jumps);
            }
        }
        jumps
    }

    /// Reads a jump of the form that came before groups of conditions: `{"condition", "value", "destination"}`.
    fn old_jump(
        &mut self,
        question: &Node<'_>,
        logic: &Node<'_>,
        operator: &str,
        to: &str,
        jumps: &mut Vec<Jump>,
    ) {
        let name = question.str("id").unwrap_or_default();
        let labels = question.items("choices");
        // Values are the labels of choices in this form.
        let key_of = |value: String| {
            let is_it = |choice: &&Node<'_>| self.texts.read(choice, "label").any() == value;
            let key = labels.iter().find(is_it).and_then(|choice| choice.str("id"));
            key.map_or(value.clone(), str::to_owned)
        };
        let values: Vec<String> = match logic.get("value") {
            Some(list) if list.value.is_array() => list
                .list()
                .filter_map(|value| word_of(value.value))
                .map(key_of)
                .collect(),
            Some(value) => word_of(value.value).map(key_of).into_iter().collect(),
            None => Vec::new(),
        };
        let operator = match operator {
            "notEquals" => "doesNotEqual",
            "lessThan" => "isLessThan",
            "lessEqual" => "isLessThanOrEqual",
            "greaterThan" => "isGreaterThan",
            "greaterEqual" => "isGreaterThanOrEqual",
            "includesAll" => "includesAllOf",
            "includesOne" => "includesOneOf",
            "accepted" => "isAccepted",
            "submitted" => "isSubmitted",
            "skipped" => "isSkipped",
            "clicked" => "isClicked",
            other => other,
        };
        match compared(operator, name, None, &values) {
            Ok(when) => jumps.push(Jump {
                pointer: logic.pointer.clone(),
                when: Some(when),
                to: if to == "end" {
                    Target::End
                } else {
                    Target::Page(to.to_owned())
                },
            }),
            Err(what) => self.report.lost(
                &logic.pointer,
                format!("a jump that depends on {what}"),
                "left out",
            ),
        }
    }
}

/// Reads a condition or a group of them; the error says what flows cannot say.
pub(super) fn condition_of(node: &Node<'_>, depth: usize) -> Result<Condition, String> {
    if depth == 0 {
        return Err("groups nested this deeply".into());
    }
    if node.get("conditions").is_some() {
        let parts = node.items("conditions");
        let parts: Vec<Condition> = parts
            .iter()
            .map(|part| condition_of(part, depth - 1))
            .collect::<Result<_, _>>()?;
        return Ok(match node.str("connector") {
            Some("or") => Condition::Any(parts),
            _ => Condition::All(parts),
        });
    }
    let left = node.get("leftOperand").ok_or("no answer")?;
    let name = left.str("value").unwrap_or_default();
    let name = if left.str("type") == Some("variable") {
        &variable::name_of(name)
    } else {
        name
    };
    let row = left.get("meta").and_then(|meta| meta.word("row"));
    let right = node.get("rightOperand");
    if right
        .as_ref()
        .is_some_and(|right| right.str("type") != Some("static"))
    {
        return Err("a comparison of two answers".into());
    }
    let value = right.and_then(|right| right.get("value"));
    let values: Vec<String> = match value {
        Some(list) if list.value.is_array() => list.list().filter_map(|value| word_of(value.value)).collect(),
        Some(value) => word_of(value.value).into_iter().collect(),
        None => Vec::new(),
    };
    compared(node.str("operator").unwrap_or_default(), name, row, &values)
}

/// Says what an operator requires of a question. Values of choices are their ids.
fn compared(
    operator: &str,
    question: &str,
    row: Option<String>,
    values: &[String],
) -> Result<Condition, String> {
    let test = |is| {
        let (question, row) = (question.to_owned(), row.clone());
        Condition::Test(Test { question, row, is })
    };
    let value = || {
        values
            .first()
            .cloned()
            .ok_or_else(|| "a comparison without a value".to_owned())
    };
    let number = || number_of(&value()?.into()).ok_or_else(|| "a comparison by size with a text".to_owned());
    let each = |is: fn(String) -> Is| {
        values
            .iter()
            .map(|value| test(is(value.clone())))
            .collect::<Vec<_>>()
    };
    Ok(match operator {
        "equals" => Condition::All(each(Is::Equal)),
        "doesNotEqual" => test(Is::Equal(value()?)).not(),
        "contains" => test(Is::Containing(value()?)),
        "doesNotContain" => test(Is::Containing(value()?)).not(),
        "startsWith" => test(Is::StartingWith(value()?)),
        "doesNotStartWith" => test(Is::StartingWith(value()?)).not(),
        "endsWith" => test(Is::EndingWith(value()?)),
        "doesNotEndWith" => test(Is::EndingWith(value()?)).not(),
        "isSubmitted" | "isAccepted" | "isSet" | "isNotEmpty" | "isCompletelySubmitted" => test(Is::Answered),
        "isSkipped" | "isNotSet" | "isEmpty" => test(Is::Answered).not(),
        "isGreaterThan" => test(Is::Above(number()?)),
        "isLessThan" => test(Is::Below(number()?)),
        "isGreaterThanOrEqual" => Condition::at_least(question, number()?),
        "isLessThanOrEqual" => Condition::at_most(question, number()?),
        "equalsOneOf" | "isAnyOf" => Condition::Any(each(Is::Equal)),
        "includesAllOf" => Condition::All(each(Is::Containing)),
        "includesOneOf" => Condition::Any(each(Is::Containing)),
        "doesNotIncludeOneOf" => Condition::Any(each(Is::Containing)).not(),
        "doesNotIncludeAllOf" => Condition::All(each(Is::Containing)).not(),
        "isClicked" | "isNotClicked" => return Err("whether a button was pressed".into()),
        "isBooked" => return Err("a booking".into()),
        "isBefore" | "isAfter" => return Err("the order of two days".into()),
        "isPartiallySubmitted" => return Err("a matrix with some of its rows answered".into()),
        other => return Err(format!("the operator `{other}`")),
    })
}
