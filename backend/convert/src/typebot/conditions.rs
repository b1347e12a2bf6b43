//! Conditions, and jumps.

use super::Reader;
use crate::condition::{Condition, Is};
use crate::draft::{Next, Target};
use crate::node::{Node, number_of};

impl Reader<'_> {
    /// Reads a block that decides where the bot goes on. The page before it is left along the first way that holds.
    pub(super) fn decide(&mut self, block: &Node<'_>) -> bool {
        for item in block.items("items") {
            let Some(content) = item.get("content") else {
                continue;
            };
            match self.condition(&content) {
                Ok(condition) => self.jump(&item, Some(condition)),
                Err(what) => {
                    self.report
                        .lost(&item.pointer, format!("a way that depends on {what}"), "left out")
                }
            }
        }
        true
    }

    fn condition(&self, content: &Node<'_>) -> Result<Condition, String> {
        let comparisons = content.items("comparisons");
        let parts: Vec<Condition> = comparisons
            .iter()
            .map(|comparison| self.comparison(comparison))
            .collect::<Result<_, _>>()?;
        Ok(match content.str("logicalOperator") {
            Some("OR") => Condition::Any(parts),
            _ => Condition::All(parts),
        })
    }

    fn comparison(&self, comparison: &Node<'_>) -> Result<Condition, String> {
        let variable = comparison.str("variableId").unwrap_or_default();
        let question = self
            .variables
            .question(variable)
            .ok_or("a variable that no question alone fills")?;
        let value = comparison.word("value").unwrap_or_default();
        if value.contains("{{") {
            return Err("a comparison of two variables".into());
        }
        let test = |is| Condition::test(question, is);
        let number = || number_of(&value.clone().into()).ok_or("a comparison by size with a text");
        Ok(match comparison.str("comparisonOperator").unwrap_or_default() {
            "Equal to" => test(Is::Equal(value)),
            "Not equal" => test(Is::Equal(value)).not(),
            "Contains" => test(Is::Containing(value)),
            "Does not contain" => test(Is::Containing(value)).not(),
            "Starts with" => test(Is::StartingWith(value)),
            "Ends with" => test(Is::EndingWith(value)),
            "Greater than" => test(Is::Above(number()?)),
            "Less than" => test(Is::Below(number()?)),
            "Greater or equal to" => Condition::at_least(question, number()?),
            "Less or equal to" => Condition::at_most(question, number()?),
            "Is set" => test(Is::Answered),
            "Is empty" => test(Is::Answered).not(),
            other => return Err(format!("the operator `{other}`")),
        })
    }

    /// Leads to a block, or to a group.
    pub(super) fn jump_to(&mut self, block: &Node<'_>, to: &str, options: &Node<'_>) {
        let group = options.str("groupId").unwrap_or_default();
        let first = self.first_blocks.get(group).cloned();
        match options.str("blockId").map(str::to_owned).or(first) {
            Some(name) => self.current.next = Next::To(Target::Page(name)),
            None => self.report.lost(
                &block.pointer,
                format!("a jump to `{to}`, which there is not"),
                "the end",
            ),
        }
    }
}
