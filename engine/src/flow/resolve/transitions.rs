//! Resolves transitions and their rules.

use super::location::Location;
use super::resolver::Resolver;
use crate::comparison::{Comparison, Operator};
use crate::condition::Condition;
use crate::flow::definition::{RuleDefinition, TransitionDefinition};
use crate::flow::model::{Flow, Rule, Test, Transition};
use crate::question::Question;

impl Resolver<'_> {
    pub(super) fn resolve_transition(
        &mut self,
        flow: &mut Flow,
        definition: TransitionDefinition,
        at: &Location<'_>,
    ) {
        let from = self.find_state(Some(&definition.from), &at.field("fromStateId"));
        let to = self.find_state(definition.to.as_deref(), &at.field("toStateId"));
        let mut rules = Vec::new();
        for (r, rule) in definition.rules.iter().enumerate() {
            let any = self.resolve_rule(flow, rule, &at.field("rules").item(r));
            rules.push(Rule { any });
        }
        if let Some(state) = from.and_then(|from| flow.states.get_mut(from.0 as usize)) {
            state.transitions.push(Transition { to, rules });
        }
    }

    fn resolve_rule(&mut self, flow: &Flow, definition: &RuleDefinition, at: &Location<'_>) -> Vec<Test> {
        let Some(group) = &definition.any else {
            return self.resolve_test(flow, definition, at).into_iter().collect();
        };
        let any = at.field("any");
        let mut tests = Vec::new();
        for (a, rule) in group.iter().enumerate() {
            tests.extend(self.resolve_test(flow, rule, &any.item(a)));
        }
        tests
    }

    fn resolve_test(&mut self, flow: &Flow, definition: &RuleDefinition, at: &Location<'_>) -> Option<Test> {
        if let Some(key) = &definition.score {
            return self.resolve_score_test(flow, key, definition, at);
        }
        let element = self.elements.get(&definition.element_id).copied();
        let question = element.and_then(|element| flow.element(element)?.question.as_deref());
        let (Some(element), Some(question)) = (element, question) else {
            self.error(
                &at.field("elementId"),
                "is not an element with a question",
                &definition.element_id,
            );
            return None;
        };
        let operator = &definition.operator;
        let condition = match Condition::from_operator(operator, &definition.value, self.platform) {
            Some(Ok(condition)) => condition,
            Some(Err(reason)) => {
                self.unusable(&at.field("value"), reason);
                return None;
            }
            None => match self.resolve_rule_row(question, definition, at) {
                Some(row) => Condition::SelectedInRow(
                    row,
                    self.resolve_rule_options(question, Some(row), definition, at),
                ),
                None => Condition::Selected(self.resolve_rule_options(question, None, definition, at)),
            },
        };
        Some(Test::Answer(element, condition))
    }

    fn resolve_score_test(
        &mut self,
        flow: &Flow,
        key: &str,
        definition: &RuleDefinition,
        at: &Location<'_>,
    ) -> Option<Test> {
        let Some(score) = flow.score_named(key) else {
            self.error(&at.field("score"), "is not the key of a score of this flow", key);
            return None;
        };
        let known = ["equal", "not_equal", "greater", "less"];
        let operator = Some(&*definition.operator).filter(|name| known.contains(name));
        let Some(operator) = operator.and_then(Operator::from_name) else {
            let at = at.field("operator");
            self.error_of_word(
                &at,
                &definition.operator,
                "an operator that compares scores",
                &known,
            );
            return None;
        };
        let comparison = Comparison::new(operator, &definition.value, self.platform).ok();
        let comparison = comparison.filter(Comparison::has_number);
        if comparison.is_none() {
            self.unusable(&at.field("value"), "a score is compared with a number");
        }
        comparison.map(|comparison| Test::Score(score, comparison))
    }

    fn resolve_rule_row(
        &mut self,
        question: &Question,
        definition: &RuleDefinition,
        at: &Location<'_>,
    ) -> Option<u32> {
        let id = definition.statement_id.as_deref()?;
        let row = question.statement_with_id(id);
        if row.is_none() {
            self.error(
                &at.field("statementId"),
                "is not a statement of that question",
                id,
            );
        }
        row
    }

    fn resolve_rule_options(
        &mut self,
        question: &Question,
        row: Option<u32>,
        definition: &RuleDefinition,
        rule_at: &Location<'_>,
    ) -> Vec<u32> {
        let at = rule_at.field("optionIds");
        if definition.option_ids.is_empty() {
            if &*definition.operator == "option" {
                self.error(&at, "a rule that compares options needs at least one", "");
            } else {
                let at = rule_at.field("operator");
                let what = "an operator, and without `optionIds` no option match";
                let known: Vec<&str> = Condition::OPERATORS.iter().copied().chain(["option"]).collect();
                self.error_of_word(&at, &definition.operator, what, &known);
            }
        }
        let mut options = Vec::new();
        for (i, id) in definition.option_ids.iter().enumerate() {
            let found = match row {
                Some(row) => question.option_of_row(row, id),
                None => question.option_with_id(id),
            };
            match found {
                Some(option) => options.push(option),
                None => self.error(&at.item(i), "is not an option of that question", id),
            }
        }
        options
    }
}
