//! Tests of answers in the words of rules and triggers: what can be said depends on the question's style.

use super::scores::rounded;
use crate::condition::{Is, Literal, Test};
use crate::draft::Question;
use crate::node::{number_of, shortest};

/// A comparison that a flow can make.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Comparison {
    /// One of the options, by their positions.
    Selected(Vec<usize>),
    /// An operator, and its value, which is empty for an operator without one.
    Text(&'static str, String),
}

/// How answers of a style compare.
#[derive(PartialEq)]
pub(super) enum Answers {
    Options,
    Number,
    Words,
    Checked,
    /// Only whether there is one.
    Any,
}

pub(super) fn answers_of(question: &Question) -> Answers {
    match question.style {
        "radio" | "dropdown" | "checklist" | "matrix" => Answers::Options,
        "score" | "star" | "ces" | "slider" | "numeric" | "age" => Answers::Number,
        "agreement" => Answers::Checked,
        "text" | "textarea" | "email" | "phone_number" | "datepicker" | "hidden_field" => Answers::Words,
        _ => Answers::Any,
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
        (_, Is::Answered) if test.row.is_none() => Some(answered(true)),
        (Answers::Any, _) => None,
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
        (Answers::Checked, Is::Equal(value)) if value == "true" => text("equal", "true"),
        (Answers::Checked, _) | (_, Is::Answered) => None,
        (_, Is::Equal(value)) => text("equal", value),
        (Answers::Number, Is::Above(bound)) => text("greater", &shortest(*bound)),
        (Answers::Number, Is::Below(bound)) => text("less", &shortest(*bound)),
        (_, Is::Above(_) | Is::Below(_)) => None,
        (_, Is::Containing(value)) => text("contains", value),
        (_, Is::StartingWith(value)) => text("regex", &format!("^{}", escaped(value))),
        (_, Is::EndingWith(value)) => text("regex", &format!("{}$", escaped(value))),
    }
}

fn answered(is_answered: bool) -> Comparison {
    let operator = if is_answered { "answered" } else { "not_answered" };
    Comparison::Text(operator, String::new())
}

/// Says that a test does not hold, as it does not without an answer: by comparisons of which each must hold, or one of each
/// group. `None` if flows cannot.
fn negative(test: &Test, question: &Question) -> Option<Vec<Vec<Comparison>>> {
    let text = |operator, value| Comparison::Text(operator, value);
    Some(match positive(test, question, true)? {
        // Without an answer in its row nothing else holds either.
        Comparison::Selected(positions) if test.row.is_some() => {
            let others: Vec<usize> = (0..question.options.len())
                .filter(|at| !positions.contains(at))
                .collect();
            let is_sayable = !question.is_multi_select && !others.is_empty();
            is_sayable.then(|| vec![vec![Comparison::Selected(others)]])?
        }
        Comparison::Selected(positions) => {
            let options = positions.iter().filter_map(|at| question.options.get(*at));
            options
                .map(|option| vec![text("not_equal", option.key.clone())])
                .collect()
        }
        Comparison::Text("answered", _) => vec![vec![answered(false)]],
        Comparison::Text("equal", value) => vec![vec![text("not_equal", value)]],
        Comparison::Text("contains", value) => vec![vec![text("not_contains", value)]],
        Comparison::Text(operator @ ("greater" | "less"), value) => {
            let opposite = if operator == "greater" { "less" } else { "greater" };
            vec![vec![
                text(opposite, value.clone()),
                text("equal", value),
                answered(false),
            ]]
        }
        Comparison::Text(..) => return None,
    })
}

/// Says a test or its opposite in rules: all must hold, and of each group at least one comparison.
pub(super) fn in_rules(literal: &Literal, question: &Question) -> Option<Vec<Vec<Comparison>>> {
    if literal.holds {
        positive(&literal.test, question, true).map(|comparison| vec![vec![comparison]])
    } else {
        negative(&literal.test, question)
    }
}

/// Says a test of a score, or its opposite: one of these must hold. `starts_at` is what it begins at in the source.
pub(super) fn of_score(literal: &Literal, starts_at: f64) -> Option<Vec<Comparison>> {
    let text = |operator, bound: f64| Comparison::Text(operator, shortest(rounded(bound - starts_at)));
    let number = |value: &str| number_of(&value.into());
    Some(match (&literal.test.is, literal.holds) {
        _ if literal.test.row.is_some() => return None,
        (Is::Equal(value), true) => vec![text("equal", number(value)?)],
        (Is::Equal(value), false) => vec![text("not_equal", number(value)?)],
        (Is::Above(bound), true) => vec![text("greater", *bound)],
        (Is::Below(bound), true) => vec![text("less", *bound)],
        (Is::Above(bound), false) => vec![text("less", *bound), text("equal", *bound)],
        (Is::Below(bound), false) => vec![text("greater", *bound), text("equal", *bound)],
        _ => return None,
    })
}

/// Says a test, or that a question is not answered, in a trigger.
pub(super) fn in_trigger(literal: &Literal, question: &Question) -> Option<Comparison> {
    let comparison = positive(&literal.test, question, false)?;
    match comparison {
        comparison if literal.holds => Some(comparison),
        Comparison::Text("answered", _) => Some(answered(false)),
        _ => None,
    }
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
