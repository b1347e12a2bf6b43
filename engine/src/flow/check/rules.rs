//! Rules that say what has no effect: groups with fields of their own, options beside operators that compare none, and
//! answers beside scores.

use super::findings::Findings;
use crate::codes::{MISPLACED_FIELD, MISSING_FIELD};
use crate::condition::Condition;
use crate::flow::definition::{Definition, RuleDefinition};

pub(super) fn check(definition: &Definition, findings: &mut Findings) {
    for (t, transition) in definition.transitions.iter().enumerate() {
        for (r, rule) in transition.rules.iter().enumerate() {
            check_group(rule, &format!("/transitions/{t}/rules/{r}"), findings);
        }
        for (at, rule) in transition.tests() {
            let pointer = format!("/transitions/{t}{at}");
            if rule.score.is_some() {
                check_score(rule, &pointer, findings);
            } else {
                check_options(rule, &pointer, findings);
            }
        }
    }
}

fn check_group(rule: &RuleDefinition, pointer: &str, findings: &mut Findings) {
    let Some(group) = &rule.any else { return };
    if group.is_empty() {
        findings.add(
            &MISSING_FIELD,
            format_args!("{pointer}/any"),
            "a group needs at least one rule",
        );
    }
    let fields = [
        ("elementId", !rule.element_id.is_empty()),
        ("score", rule.score.is_some()),
        ("operator", !rule.operator.is_empty()),
        ("value", !rule.value.is_empty()),
        ("optionIds", !rule.option_ids.is_empty()),
        ("statementId", rule.statement_id.is_some()),
    ];
    for (name, is_given) in fields {
        if is_given {
            let message = "a group has no other fields: they belong to the rules in it";
            findings.add(&MISPLACED_FIELD, format_args!("{pointer}/{name}"), message);
        }
    }
}

fn check_score(rule: &RuleDefinition, pointer: &str, findings: &mut Findings) {
    for (name, is_given) in [
        ("elementId", !rule.element_id.is_empty()),
        ("optionIds", !rule.option_ids.is_empty()),
        ("statementId", rule.statement_id.is_some()),
    ] {
        if is_given {
            let message = "is for a rule that compares an answer: this one compares a score";
            findings.add(&MISPLACED_FIELD, format_args!("{pointer}/{name}"), message);
        }
    }
}

/// Operators that flows have always had may come with options, which editors leave behind.
fn check_options(rule: &RuleDefinition, pointer: &str, findings: &mut Findings) {
    let is_tolerant = ["equal", "contains", "not_contains", "regex"].contains(&&*rule.operator);
    if is_tolerant || !Condition::OPERATORS.contains(&&*rule.operator) {
        return;
    }
    for (name, is_given) in [
        ("optionIds", !rule.option_ids.is_empty()),
        ("statementId", rule.statement_id.is_some()),
    ] {
        if is_given {
            let message = "this operator compares no options: use `option`, or leave this field out";
            findings.add(&MISPLACED_FIELD, format_args!("{pointer}/{name}"), message);
        }
    }
}
