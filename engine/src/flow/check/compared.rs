//! The values that rules and triggers compare answers with: how much work each is, and all of them are
//! (docs/flows.md#limits, docs/flows.md#patterns).

use super::budgets::Budget;
use super::findings::Findings;
use crate::codes::{LIMIT_EXCEEDED, SLOW_PATTERN};
use crate::comparison::{MAX_COMPARED, Operator};
use crate::flow::definition::Definition;
use crate::pattern;
use crate::platform::PlatformRef;
use crate::question::{Question, QuestionOption};
use crate::sorted_map::SortedMap;
use std::fmt::Display;

/// Maximum number of bytes of a value. A pattern has a limit of its own.
const MAX_VALUE: usize = 1_000;

/// Checks the values of all rules and triggers.
pub(super) fn check(definition: &Definition, platform: PlatformRef, findings: &mut Findings) {
    let what = "characters in all values that answers are compared with, patterns written out";
    let mut budget = Budget::new(50_000, what);
    let mut repetitions = SortedMap::new();
    let mut take = |operator: &str, value: &str, repeated: usize, pointer: &dyn Display| {
        let weight = if operator == "regex" {
            if let Err(message) = pattern::check_backtracking(value, platform) {
                findings.add(&SLOW_PATTERN, pointer, message);
                return;
            }
            pattern::weight(value) as usize
        } else if value.len() > MAX_VALUE {
            let message = format!("may have at most {MAX_VALUE} bytes");
            findings
                .add(&LIMIT_EXCEEDED, pointer, message)
                .with("limit", MAX_VALUE);
            return;
        } else {
            value.len().max(1)
        };
        budget.take(weight.saturating_mul(repeated), pointer, findings);
    };
    for (s, state) in definition.states.iter().enumerate() {
        for (e, element) in state.elements.iter().enumerate() {
            let Some(question) = &element.question else {
                continue;
            };
            let repeated = repetitions_of(question);
            repetitions.insert(&element.id, repeated);
            for (t, trigger) in element.triggers.iter().enumerate() {
                if &*trigger.control == "value" {
                    let pointer = format_args!("/states/{s}/elements/{e}/triggers/{t}/answerValue");
                    take(&trigger.rule, &trigger.answer_value, repeated, &pointer);
                }
            }
        }
    }
    for (t, transition) in definition.transitions.iter().enumerate() {
        for (at, rule) in transition.tests() {
            if Operator::from_name(&rule.operator).is_some() {
                let repeated = repetitions.get(&rule.element_id).copied().unwrap_or(1);
                let pointer = format_args!("/transitions/{t}{at}/value");
                take(&rule.operator, &rule.value, repeated, &pointer);
            }
        }
    }
}

/// Returns how often a value counts: once for a typed text, of which a part of fixed length is compared, and once for each such
/// length of the keys of options that can be selected.
fn repetitions_of(question: &Question) -> usize {
    let keys = |options: &[QuestionOption]| -> usize {
        let lengths = options
            .iter()
            .map(|option| option.key.len().clamp(1, MAX_COMPARED));
        lengths.sum()
    };
    let rows = question.statements.iter();
    let of_rows: usize = rows.map(|row| keys(question.options_of(row))).sum();
    keys(&question.options).max(of_rows).div_ceil(MAX_COMPARED).max(1)
}
