//! Rules and triggers whose condition no answer satisfies, and rules of one transition that exclude each other.

use super::super::findings::{Findings, Pointers};
use super::possible_answers::{PossibleAnswers, possible_answers};
use super::remaining::Remaining;
use crate::answer::Answer;
use crate::codes::{CONTRADICTING_RULES, IMPOSSIBLE_RULE};
use crate::condition::Condition;
use crate::flow::model::{Flow, Test};
use crate::heap_sort::heap_sort;
use crate::platform::PlatformRef;
use crate::position::ElementIx;
use crate::question::Question;

const IMPOSSIBLE: &str =
    "no answer to this question can satisfy this: the style or the scale has no such answer";

pub(super) fn check(flow: &Flow, pointers: &Pointers, platform: PlatformRef, findings: &mut Findings) {
    let can_hold = |element: ElementIx, condition: &Condition| {
        let question = question_of(flow, element);
        question.is_none_or(|question| can_hold(question, condition, platform))
    };
    for (trigger, pointer) in flow.triggers.iter().zip(&pointers.triggers) {
        if !can_hold(trigger.source, &trigger.condition) {
            findings.add(&IMPOSSIBLE_RULE, pointer, IMPOSSIBLE);
        }
    }
    for (state, pointers) in flow.states.iter().zip(&pointers.transitions) {
        for (transition, pointers) in state.transitions.iter().zip(pointers) {
            let mut alone: Vec<NumberedTest<'_>> = Vec::new();
            for (rule, pointers) in transition.rules.iter().zip(pointers) {
                for (test, pointer) in rule.any.iter().zip(pointers) {
                    // Any number may be a score.
                    let Test::Answer(element, condition) = test else {
                        continue;
                    };
                    if !can_hold(*element, condition) {
                        findings.add(&IMPOSSIBLE_RULE, pointer, IMPOSSIBLE);
                    } else if rule.any.len() == 1 {
                        alone.push((*element, alone.len(), condition, pointer));
                    }
                }
            }
            report_contradictions(flow, alone, platform, findings);
        }
    }
}

fn question_of(flow: &Flow, element: ElementIx) -> Option<&Question> {
    flow.element(element)?.question.as_deref()
}

/// A rule: the element that it is about, its number, its condition and its JSON pointer.
type NumberedTest<'a> = (ElementIx, usize, &'a Condition, &'a String);

/// Reports each rule that cannot hold together with the earlier ones about the same question.
fn report_contradictions(
    flow: &Flow,
    mut tests: Vec<NumberedTest<'_>>,
    platform: PlatformRef,
    findings: &mut Findings,
) {
    heap_sort(&mut tests, |one, other| (one.0, one.1) < (other.0, other.1));
    for of_element in tests.chunk_by(|one, other| one.0 == other.0) {
        let element = of_element.first().map(|(element, ..)| *element);
        let Some(question) = element.and_then(|element| question_of(flow, element)) else {
            continue;
        };
        let mut remaining = Remaining::of(question);
        for (at, (_, _, condition, pointer)) in of_element.iter().enumerate() {
            let excluding = remaining.narrow(at, condition, question, platform).err();
            if let Some((.., other)) = excluding.and_then(|by| of_element.get(by)) {
                let message = format!(
                    "cannot hold together with the rules about this question up to `{other}`, so this transition is never taken. \
                     One of several rules is enough in a group, `any`"
                );
                findings
                    .add(&CONTRADICTING_RULES, pointer, message)
                    .with("other", other);
            }
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
/// with, and one between any two and beside each of them.
fn numbers_to_try(condition: &Condition, low: Option<f64>, high: Option<f64>) -> impl Iterator<Item = f64> {
    let compared = condition.compared().and_then(|(_, number)| number);
    let numbers: Vec<f64> = compared.into_iter().chain(low).chain(high).collect();
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
