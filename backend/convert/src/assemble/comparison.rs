//! Tests of answers in the words of rules and triggers: what can be said depends on the question's style.

use crate::condition::{Is, Literal, Test};
use crate::draft::Question;
use crate::node::shortest;

/// A comparison that a flow can make.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Comparison {
    /// One of the options, by their positions.
    Selected(Vec<usize>),
    /// An operator, and the value.
    Text(&'static str, String),
}

/// How answers of a style compare.
#[derive(PartialEq)]
enum Answers {
    Options,
    /// Every number that can be chosen.
    Scale(Vec<f64>),
    Number,
    Words,
    Checked,
    /// Nothing of them can be compared.
    Unsayable,
}

fn answers_of(question: &Question) -> Answers {
    match question.style {
        "radio" | "dropdown" | "checklist" | "matrix" => Answers::Options,
        "score" | "star" | "ces" | "slider" => {
            let defaults = match question.style {
                "star" => (1.0, 5.0),
                "ces" => (1.0, 7.0),
                "slider" => (0.0, 100.0),
                _ => (0.0, 10.0),
            };
            let (min, max) = (
                question.min.unwrap_or(defaults.0),
                question.max.unwrap_or(defaults.1),
            );
            let step = question.step.unwrap_or(1.0);
            let is_whole = question.style != "slider" || question.step.is_some();
            let number = ((max - min) / step).floor();
            if is_whole && step > 0.0 && (0.0..=100.0).contains(&number) {
                Answers::Scale((0..=number as u32).map(|n| min + f64::from(n) * step).collect())
            } else {
                Answers::Number
            }
        }
        "numeric" | "age" => Answers::Number,
        "agreement" => Answers::Checked,
        "text" | "textarea" | "email" | "phone_number" | "datepicker" | "hidden_field" => Answers::Words,
        _ => Answers::Unsayable,
    }
}

/// Says that a test holds. `None` if flows cannot.
pub(super) fn positive(test: &Test, question: &Question, in_rules: bool) -> Option<Comparison> {
    let text = |operator, value: &str| {
        let is_blank = value.trim().is_empty();
        (!is_blank && value.len() <= 200).then(|| Comparison::Text(operator, value.to_owned()))
    };
    if test.row.is_some() != (question.style == "matrix") || test.row.is_some() && !in_rules {
        return None;
    }
    match (answers_of(question), &test.is) {
        (Answers::Unsayable, _) => None,
        (Answers::Options, is) => {
            let chosen = |holds: &dyn Fn(&str) -> bool| {
                let options = question.options.iter().enumerate();
                let positions: Vec<usize> = options
                    .filter(|(_, option)| holds(&option.key))
                    .map(|(at, _)| at)
                    .collect();
                (!positions.is_empty()).then_some(Comparison::Selected(positions))
            };
            let number = |key: &str| key.trim().parse::<f64>().ok();
            match is {
                Is::Answered => chosen(&|_| true),
                Is::Equal(value) | Is::Containing(value) => chosen(&|key| key == value),
                Is::StartingWith(value) => chosen(&|key| key.starts_with(value.as_str())),
                Is::EndingWith(value) => chosen(&|key| key.ends_with(value.as_str())),
                Is::Above(bound) => chosen(&|key| number(key).is_some_and(|key| key > *bound)),
                Is::Below(bound) => chosen(&|key| number(key).is_some_and(|key| key < *bound)),
            }
        }
        (Answers::Checked, Is::Answered) => text("equal", "true"),
        (Answers::Checked, Is::Equal(value)) if value == "true" => text("equal", "true"),
        (Answers::Checked, _) => None,
        (_, Is::Answered) => text("regex", "."),
        (_, Is::Equal(value)) => text("equal", value),
        (Answers::Scale(numbers), Is::Above(bound)) if in_rules => {
            one_of(numbers.iter().filter(|n| *n > bound))
        }
        (Answers::Scale(numbers), Is::Below(bound)) if in_rules => {
            one_of(numbers.iter().filter(|n| *n < bound))
        }
        (Answers::Scale(_) | Answers::Number, Is::Above(bound)) if !in_rules => {
            text("greater", &shortest(*bound))
        }
        (Answers::Scale(_) | Answers::Number, Is::Below(bound)) if !in_rules => {
            text("less", &shortest(*bound))
        }
        (_, Is::Above(_) | Is::Below(_)) => None,
        (_, Is::Containing(value)) => text("contains", value),
        (_, Is::StartingWith(value)) => text("regex", &format!("^{}", escaped(value))),
        (_, Is::EndingWith(value)) => text("regex", &format!("{}$", escaped(value))),
    }
}

/// Says in a rule that a test does not hold. Unlike the test's opposite it may need an answer.
fn negative(test: &Test, question: &Question) -> Option<Comparison> {
    match positive(test, question, true)? {
        Comparison::Selected(positions) if !question.is_multi_select && question.style != "checklist" => {
            let others: Vec<usize> = (0..question.options.len())
                .filter(|at| !positions.contains(at))
                .collect();
            (!others.is_empty()).then_some(Comparison::Selected(others))
        }
        // Keys are compared as texts, so that none may be a part of another.
        Comparison::Selected(positions) => {
            let [position] = positions.as_slice() else {
                return None;
            };
            let key = &question.options.get(*position)?.key;
            let found = question
                .options
                .iter()
                .filter(|option| option.key.contains(key.as_str()));
            (found.count() == 1).then(|| Comparison::Text("not_contains", key.clone()))
        }
        Comparison::Text("contains", value) => Some(Comparison::Text("not_contains", value)),
        Comparison::Text("equal", value) if question.style == "agreement" => {
            Some(Comparison::Text("not_contains", value))
        }
        Comparison::Text(..) => match answers_of(question) {
            Answers::Scale(numbers) => one_of(numbers.iter().filter(|number| !holds(&test.is, **number))),
            _ => None,
        },
    }
}

fn holds(is: &Is, number: f64) -> bool {
    match is {
        Is::Equal(value) => value
            .trim()
            .parse::<f64>()
            .is_ok_and(|value| (value - number).abs() < 1e-9),
        Is::Above(bound) => number > *bound,
        Is::Below(bound) => number < *bound,
        _ => true,
    }
}

/// Says a test or its opposite in a rule.
pub(super) fn in_rule(literal: &Literal, question: &Question) -> Option<Comparison> {
    if literal.holds {
        positive(&literal.test, question, true)
    } else {
        negative(&literal.test, question)
    }
}

fn one_of<'n>(numbers: impl Iterator<Item = &'n f64>) -> Option<Comparison> {
    let numbers: Vec<String> = numbers.map(|number| escaped(&shortest(*number))).collect();
    (!numbers.is_empty()).then(|| Comparison::Text("regex", format!("^(?:{})$", numbers.join("|"))))
}

/// Writes a text as a pattern that finds it.
fn escaped(text: &str) -> String {
    let mut pattern = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() && c != '_' {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}
