//! Resolves transitions: where one leads, and the rules that must hold for it.

use super::Resolver;
use super::place::Place;
use crate::comparison::{Comparison, Operator};
use crate::flow::definition::{RuleDefinition, TransitionDefinition};
use crate::flow::{Flow, Transition};
use crate::question::Question;
use crate::rule::{Condition, Rule};

impl Resolver<'_> {
    pub(super) fn transition(
        &mut self,
        flow: &mut Flow,
        definition: TransitionDefinition,
        place: &Place<'_>,
    ) {
        let from = self.state(Some(&definition.from), &place.field("fromStateId"));
        let to = self.state(definition.to.as_deref(), &place.field("toStateId"));
        let mut rules = Vec::new();
        for (r, rule) in definition.rules.iter().enumerate() {
            rules.extend(self.rule(flow, rule, &place.field("rules").item(r)));
        }
        if let Some(state) = from.and_then(|from| flow.states.get_mut(from.0 as usize)) {
            state.transitions.push(Transition { to, rules });
        }
    }

    fn rule(&mut self, flow: &Flow, definition: &RuleDefinition, place: &Place<'_>) -> Option<Rule> {
        let element = self.elements.get(&definition.element_id).copied();
        let question = element.and_then(|element| flow.element(element)?.question.as_deref());
        let (Some(element), Some(question)) = (element, question) else {
            self.error(
                &place.field("elementId"),
                "is not an element with a question",
                &definition.element_id,
            );
            return None;
        };
        let condition = match Operator::from_rule_name(&definition.operator) {
            Some(operator) => match Comparison::new(operator, &definition.value, self.platform) {
                Ok(comparison) => Condition::Compare(comparison),
                Err(reason) => {
                    self.error(&place.field("value"), reason, "");
                    return None;
                }
            },
            None => match self.rule_row(question, definition, place) {
                Some(row) => {
                    Condition::SelectedInRow(row, self.rule_options(question, Some(row), definition, place))
                }
                None => Condition::Selected(self.rule_options(question, None, definition, place)),
            },
        };
        Some(Rule { element, condition })
    }

    fn rule_row(
        &mut self,
        question: &Question,
        definition: &RuleDefinition,
        place: &Place<'_>,
    ) -> Option<u32> {
        let id = definition.statement_id.as_deref()?;
        let row = question.statement_with_id(id);
        if row.is_none() {
            self.error(
                &place.field("statementId"),
                "is not a statement of that question",
                id,
            );
        }
        row
    }

    fn rule_options(
        &mut self,
        question: &Question,
        row: Option<u32>,
        definition: &RuleDefinition,
        place: &Place<'_>,
    ) -> Vec<u32> {
        if definition.option_ids.is_empty() {
            self.error(
                &place.field("optionIds"),
                "a rule that compares options needs at least one",
                "",
            );
        }
        let mut options = Vec::new();
        for (i, id) in definition.option_ids.iter().enumerate() {
            let found = match row {
                Some(row) => question.option_of_row(row, id),
                None => question.option_with_id(id),
            };
            match found {
                Some(at) => options.push(at),
                None => self.error(
                    &place.field("optionIds").item(i),
                    "is not an option of that question",
                    id,
                ),
            }
        }
        options
    }
}
