//! Rules and triggers whose condition no answer satisfies, and rules of one transition that exclude each other.

use super::super::findings::{Findings, Pointers};
use super::possible_answers::{PossibleAnswers, possible_answers};
use crate::answer::Answer;
use crate::codes::{CONTRADICTING_RULES, IMPOSSIBLE_RULE};
use crate::condition::Condition;
use crate::flow::model::{Flow, Test};
use crate::platform::PlatformRef;
use crate::position::ElementIx;
use crate::question::{Question, Style};

const IMPOSSIBLE: &str =
    "no answer to this question can satisfy this: the style or the scale has no such answer";

pub(super) fn check(flow: &Flow, pointers: &Pointers, platform: PlatformRef, findings: &mut Findings) {
    let can_hold = |element: ElementIx, conditions: &[&Condition]| {
        let question = flow
            .element(element)
            .and_then(|element| element.question.as_deref());
        question.is_none_or(|question| can_hold_together(question, conditions, platform))
    };
    for (trigger, pointer) in flow.triggers.iter().zip(&pointers.triggers) {
        if !can_hold(trigger.source, &[&trigger.condition]) {
            findings.add(IMPOSSIBLE_RULE, pointer.clone(), IMPOSSIBLE);
        }
    }
    for (state, pointers) in flow.states.iter().zip(&pointers.transitions) {
        for (transition, pointers) in state.transitions.iter().zip(pointers) {
            let mut alone: Vec<(ElementIx, &Condition, &String)> = Vec::new();
            for (rule, pointers) in transition.rules.iter().zip(pointers) {
                for (test, pointer) in rule.any.iter().zip(pointers) {
                    // Any number may be a score.
                    let Test::Answer(element, condition) = test else {
                        continue;
                    };
                    if !can_hold(*element, &[condition]) {
                        findings.add(IMPOSSIBLE_RULE, pointer.clone(), IMPOSSIBLE);
                    } else if rule.any.len() == 1 {
                        alone.push((*element, condition, pointer));
                    }
                }
            }
            report_contradictions(&alone, &can_hold, findings);
        }
    }
}

/// Reports each rule that cannot hold together with an earlier one about the same question.
fn report_contradictions(
    tests: &[(ElementIx, &Condition, &String)],
    can_hold: &dyn Fn(ElementIx, &[&Condition]) -> bool,
    findings: &mut Findings,
) {
    for (at, (element, condition, pointer)) in tests.iter().enumerate() {
        let mut earlier = tests.iter().take(at).filter(|(other, _, _)| other == element);
        let excluding = earlier.find(|(_, other, _)| !can_hold(*element, &[other, condition]));
        if let Some((_, _, other)) = excluding {
            let message = format!(
                "cannot hold together with `{other}`, so this transition is never taken. One of several rules is enough in a group, `any`"
            );
            findings
                .add(CONTRADICTING_RULES, (*pointer).clone(), message)
                .with("other", other);
        }
    }
}

/// Returns whether some answer, or none, satisfies all conditions. Where that is hard to tell it counts as possible.
fn can_hold_together(question: &Question, conditions: &[&Condition], platform: PlatformRef) -> bool {
    let holds = |answer: Option<&Answer>| {
        let mut conditions = conditions.iter();
        conditions.all(|condition| condition.holds(question, answer, platform))
    };
    if holds(None) {
        return true;
    }
    // Parts of one answer can satisfy a condition each.
    let has_parts = question.allows_multiple() || matches!(question.style, Style::Matrix | Style::Ranking);
    if has_parts && conditions.len() > 1 {
        return true;
    }
    match possible_answers(question) {
        PossibleAnswers::Listed(answers) => answers.iter().any(|answer| holds(Some(answer))),
        PossibleAnswers::Numbers(low, high) => {
            conditions
                .iter()
                .any(|condition| condition.compares_parts() || is_selection(condition))
                || numbers_to_try(conditions, low, high).any(|number| holds(Some(&Answer::Number(number))))
        }
        PossibleAnswers::Unordered(answers) => {
            let has_texts = answers.iter().all(|answer| !answer.is_empty());
            let is_hard = |condition: &&&Condition| has_texts && !condition.compares_order();
            conditions.iter().any(|condition| is_hard(&condition))
                || answers.iter().any(|answer| holds(Some(answer)))
        }
        PossibleAnswers::Texts => {
            let compared: Vec<_> = conditions
                .iter()
                .filter_map(|condition| condition.compared())
                .collect();
            let is_hard =
                conditions.len() < 2 || conditions.iter().any(|condition| condition.compares_parts());
            let texts = compared.iter().map(|(text, _)| Answer::Text((*text).into()));
            is_hard
                || texts.into_iter().any(|text| holds(Some(&text)))
                || holds(Some(&Answer::Text("\u{1}".into())))
                || numbers_to_try(conditions, None, None)
                    .any(|number| holds(Some(&Answer::Text(platform.format_number(number).into()))))
        }
    }
}

/// Returns whether a condition asks for options, which on a scale are numbers that their keys spell.
fn is_selection(condition: &Condition) -> bool {
    matches!(condition, Condition::Selected(_) | Condition::SelectedInRow(..))
}

/// Returns numbers within the bounds of which one satisfies the conditions, if any does: the bounds, the numbers that are
/// compared with, and one between any two and beside each of them.
fn numbers_to_try(
    conditions: &[&Condition],
    low: Option<f64>,
    high: Option<f64>,
) -> impl Iterator<Item = f64> {
    let compared = conditions.iter().filter_map(|condition| condition.compared()?.1);
    let numbers: Vec<f64> = compared.chain(low).chain(high).collect();
    let between: Vec<f64> = numbers
        .iter()
        .flat_map(|one| numbers.iter().map(|other| f64::midpoint(*one, *other)))
        .collect();
    let beside = numbers
        .iter()
        .flat_map(|number| [number - 1.0, number + 1.0])
        .collect::<Vec<_>>();
    let all = numbers.into_iter().chain(between).chain(beside).chain([0.0]);
    all.filter(move |number| low.is_none_or(|low| low <= *number) && high.is_none_or(|high| *number <= high))
}
