//! Rules and triggers whose condition no answer satisfies, and rules of one transition that exclude each other.

use super::super::findings::{Findings, Pointers};
use super::possible_answers::{PossibleAnswers, possible_answers};
use super::remaining::Remaining;
use crate::answer::Answer;
use crate::codes::{CONTRADICTING_RULES, IMPOSSIBLE_RULE};
use crate::condition::Condition;
use crate::flow::model::{Flow, Test};
use crate::platform::PlatformRef;
use crate::position::ElementIx;
use crate::question::Question;
use std::collections::BTreeMap;

const IMPOSSIBLE: &str =
    "no answer to this question can satisfy this: the style or the scale has no such answer";

pub(super) fn check(flow: &Flow, pointers: &Pointers, platform: PlatformRef, findings: &mut Findings) {
    let can_hold = |element: ElementIx, condition: &Condition| {
        let question = question_of(flow, element);
        question.is_none_or(|question| can_hold(question, condition, platform))
    };
    for (trigger, pointer) in flow.triggers.iter().zip(&pointers.triggers) {
        if !can_hold(trigger.source, &trigger.condition) {
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
                    if !can_hold(*element, condition) {
                        findings.add(IMPOSSIBLE_RULE, pointer.clone(), IMPOSSIBLE);
                    } else if rule.any.len() == 1 {
                        alone.push((*element, condition, pointer));
                    }
                }
            }
            report_contradictions(flow, &alone, platform, findings);
        }
    }
}

fn question_of(flow: &Flow, element: ElementIx) -> Option<&Question> {
    flow.element(element)?.question.as_deref()
}

/// Reports each rule that cannot hold together with the earlier ones about the same question.
fn report_contradictions(
    flow: &Flow,
    tests: &[(ElementIx, &Condition, &String)],
    platform: PlatformRef,
    findings: &mut Findings,
) {
    let mut remaining = BTreeMap::new();
    for (at, (element, condition, pointer)) in tests.iter().enumerate() {
        let Some(question) = question_of(flow, *element) else {
            continue;
        };
        let left = remaining
            .entry(*element)
            .or_insert_with(|| Remaining::of(question));
        let excluding = left.narrow(at, condition, question, platform).err();
        if let Some((_, _, other)) = excluding.and_then(|by| tests.get(by)) {
            let message = format!(
                "cannot hold together with the rules about this question up to `{other}`, so this transition is never taken. One \
                 of several rules is enough in a group, `any`"
            );
            findings
                .add(CONTRADICTING_RULES, (*pointer).clone(), message)
                .with("other", other);
        }
    }
}

/// Returns whether some answer, or none, satisfies a condition. Where that is hard to tell it counts as possible.
fn can_hold(question: &Question, condition: &Condition, platform: PlatformRef) -> bool {
    let holds = |answer: Option<&Answer>| condition.holds(question, answer, platform);
    if holds(None) {
        return true;
    }
    match possible_answers(question) {
        PossibleAnswers::Listed(answers) => answers.iter().any(|answer| holds(Some(answer))),
        PossibleAnswers::Numbers(low, high) => {
            condition.compares_parts()
                || is_selection(condition)
                || numbers_to_try(condition, low, high).any(|number| holds(Some(&Answer::Number(number))))
        }
        PossibleAnswers::Unordered(answers) => {
            let has_texts = answers.iter().all(|answer| !answer.is_empty());
            has_texts && !condition.compares_order() || answers.iter().any(|answer| holds(Some(answer)))
        }
        PossibleAnswers::Texts => true,
    }
}

/// Returns whether a condition asks for options, which on a scale are numbers that their keys spell.
fn is_selection(condition: &Condition) -> bool {
    matches!(condition, Condition::Selected(_) | Condition::SelectedInRow(..))
}

/// Returns numbers within the bounds of which one satisfies the condition, if any does: the bounds, the number that is compared
/// with, and one between and beside each of them.
fn numbers_to_try(condition: &Condition, low: Option<f64>, high: Option<f64>) -> impl Iterator<Item = f64> {
    let compared = condition.compared().and_then(|(_, number)| number);
    let mut numbers: Vec<f64> = compared.into_iter().chain(low).chain(high).collect();
    numbers.sort_by(f64::total_cmp);
    let between: Vec<f64> = numbers
        .iter()
        .zip(numbers.iter().skip(1))
        .map(|(one, other)| f64::midpoint(*one, *other))
        .collect();
    let beside = numbers
        .iter()
        .flat_map(|number| [number - 1.0, number + 1.0])
        .collect::<Vec<_>>();
    let all = numbers.into_iter().chain(between).chain(beside).chain([0.0]);
    all.filter(move |number| low.is_none_or(|low| low <= *number) && high.is_none_or(|high| *number <= high))
}
