//! Which answers to a question are left once rules that must all hold have ruled out others. Each rule costs as much as the answers
//! that are listed, however many rules there are.

use super::possible_answers::{PossibleAnswers, possible_answers};
use crate::answer::Answer;
use crate::comparison::Operator;
use crate::condition::Condition;
use crate::ordered_map::OrderedMap;
use crate::platform::PlatformRef;
use crate::question::{Question, Style};

/// The answers that satisfy all rules so far. Rules are numbered in their order.
pub(super) enum Remaining {
    /// Each of them. `None` is no answer.
    Listed(Listed),
    /// All texts and numbers of a range, and perhaps no answer, but for some.
    Range(Range),
    /// Parts of one answer can satisfy a rule each, or it is hard to tell.
    Unknown,
}

pub(super) struct Listed {
    left: Vec<Option<Answer>>,
    /// Answers that a rule has ruled out, and which.
    gone: Vec<(Option<Answer>, usize)>,
    /// The rule that has ruled out all that are not listed.
    rest_gone: Option<usize>,
}

pub(super) struct Range {
    low: Bound,
    high: Bound,
    /// Single values that a rule has ruled out, and which.
    without: OrderedMap<Value, usize>,
    words: Words,
    /// The rule that has ruled out that nothing is answered.
    answered: Option<usize>,
}

/// An end of the numbers that are left.
#[derive(Clone, Copy)]
struct Bound {
    number: f64,
    is_open: bool,
    /// The rule that has set it; `None` for the style's own.
    by: Option<usize>,
}

/// Texts that are no numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Left,
    /// The answers of the style are numbers.
    Never,
    /// This rule has ruled them out.
    Gone(usize),
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Number(u64),
    Word(Box<str>),
}

impl Remaining {
    /// Returns all answers to a question.
    pub(super) fn of(question: &Question) -> Self {
        if question.allows_multiple() || matches!(question.style, Style::Matrix | Style::Ranking) {
            return Self::Unknown;
        }
        match possible_answers(question) {
            PossibleAnswers::Unordered(answers) if answers.iter().all(|answer| !answer.is_empty()) => {
                Self::Unknown
            }
            PossibleAnswers::Listed(answers) | PossibleAnswers::Unordered(answers) => {
                Self::listed([None].into_iter().chain(answers.into_iter().map(Some)), None)
            }
            PossibleAnswers::Numbers(low, high) => Self::Range(Range::new(low, high, Words::Never)),
            PossibleAnswers::Texts => Self::Range(Range::new(None, None, Words::Left)),
        }
    }

    fn listed(left: impl IntoIterator<Item = Option<Answer>>, rest_gone: Option<usize>) -> Self {
        Self::Listed(Listed {
            left: left.into_iter().collect(),
            gone: Vec::new(),
            rest_gone,
        })
    }

    /// Takes the rule `at` into account.
    ///
    /// # Errors
    /// No answer that is left satisfies it, and nothing changes. Returns the last rule that ruled out what would.
    pub(super) fn narrow(
        &mut self,
        at: usize,
        condition: &Condition,
        question: &Question,
        platform: PlatformRef,
    ) -> Result<(), usize> {
        match self {
            Self::Unknown => Ok(()),
            Self::Listed(listed) => {
                listed.narrow(at, |answer| condition.holds(question, answer.as_ref(), platform))
            }
            Self::Range(range) => {
                if let Some(only) = range.narrow(at, condition)? {
                    *self = only;
                }
                Ok(())
            }
        }
    }
}

impl Listed {
    fn narrow(&mut self, at: usize, holds: impl Fn(&Option<Answer>) -> bool) -> Result<(), usize> {
        if !self.left.iter().any(&holds) {
            let gone = self.gone.iter().filter(|(answer, _)| holds(answer));
            return gone
                .map(|(_, by)| *by)
                .max()
                .or(self.rest_gone)
                .map_or(Ok(()), Err);
        }
        let (left, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut self.left).into_iter().partition(holds);
        self.left = left;
        self.gone.extend(gone.into_iter().map(|answer| (answer, at)));
        Ok(())
    }
}

impl Range {
    fn new(low: Option<f64>, high: Option<f64>, words: Words) -> Self {
        let bound = |number| Bound {
            number,
            is_open: false,
            by: None,
        };
        Self {
            low: bound(low.unwrap_or(f64::NEG_INFINITY)),
            high: bound(high.unwrap_or(f64::INFINITY)),
            without: OrderedMap::default(),
            words,
            answered: None,
        }
    }

    /// Takes a rule into account. Returns what is left instead of the range, if that is a single answer.
    fn narrow(&mut self, at: usize, condition: &Condition) -> Result<Option<Remaining>, usize> {
        let only = |answer| Some(Remaining::listed([answer], Some(at)));
        let comparison = match condition {
            Condition::Answered(true) => return self.leave_answered(at).map(|()| None),
            Condition::Answered(false) => return self.answered.map_or_else(|| Ok(only(None)), Err),
            Condition::Compare(comparison) if !comparison.compares_parts() => comparison,
            // Hard to tell, or on a scale a number that the key of an option spells.
            _ => return Ok(None),
        };
        let (text, number) = comparison.value();
        match (comparison.operator(), number) {
            (Operator::Greater, Some(number)) => self.leave_numbers(at, Some(number), None).map(|()| None),
            (Operator::Less, Some(number)) => self.leave_numbers(at, None, Some(number)).map(|()| None),
            (Operator::NotEqual, _) => self.leave_out(at, value_of(text, number)).map(|()| None),
            (Operator::Equal, _) => self.admit(text, number).map(|()| {
                only(match number {
                    Some(number) if self.words == Words::Never => Some(Answer::Number(number)),
                    _ => Some(Answer::Text(text.into())),
                })
            }),
            _ => Ok(None),
        }
    }

    /// Rules out that nothing is answered.
    fn leave_answered(&mut self, at: usize) -> Result<(), usize> {
        if self.words != Words::Left
            && let Some(by) = numbers_gone(self.low, self.high, &self.without)
        {
            return Err(by.max(self.words_gone()));
        }
        self.answered.get_or_insert(at);
        Ok(())
    }

    /// Leaves only numbers above `low` and below `high`.
    fn leave_numbers(&mut self, at: usize, low: Option<f64>, high: Option<f64>) -> Result<(), usize> {
        let bound = |number| Bound {
            number,
            is_open: true,
            by: Some(at),
        };
        let low = low.map(bound).filter(|low| low.number >= self.low.number);
        let high = high.map(bound).filter(|high| high.number <= self.high.number);
        let (low, high) = (low.unwrap_or(self.low), high.unwrap_or(self.high));
        if let Some(by) = numbers_gone(low, high, &self.without) {
            return Err(by);
        }
        (self.low, self.high) = (low, high);
        if self.words == Words::Left {
            self.words = Words::Gone(at);
        }
        self.answered.get_or_insert(at);
        Ok(())
    }

    fn leave_out(&mut self, at: usize, value: Value) -> Result<(), usize> {
        let is_last = self.words != Words::Left && self.low.value() == value && self.high.value() == value;
        if let Some(by) = self.answered.filter(|_| is_last) {
            return Err(by.max(self.words_gone()));
        }
        self.without.get_or_insert_with(value, || at);
        Ok(())
    }

    /// Finds out whether this value is left.
    fn admit(&self, text: &str, number: Option<f64>) -> Result<(), usize> {
        let without = self.without.get(&value_of(text, number)).copied();
        let gone = match (number, self.words) {
            (None, Words::Gone(by)) => Some(by),
            (None, _) => None,
            (Some(number), _) => {
                let point = Bound {
                    number,
                    is_open: false,
                    by: None,
                };
                let none = OrderedMap::default();
                numbers_gone(self.low, point, &none).or_else(|| numbers_gone(point, self.high, &none))
            }
        };
        without.or(gone).map_or(Ok(()), Err)
    }

    fn words_gone(&self) -> usize {
        match self.words {
            Words::Gone(by) => by,
            _ => 0,
        }
    }
}

impl Bound {
    fn value(self) -> Value {
        value_of("", Some(self.number))
    }
}

/// Returns the rule that leaves no number between two bounds; `None` if there is one.
fn numbers_gone(low: Bound, high: Bound, without: &OrderedMap<Value, usize>) -> Option<usize> {
    let is_point = low.value() == high.value();
    if high.number < low.number || is_point && (high.is_open || low.is_open) {
        // The other one is the rule in question.
        return low.by.into_iter().chain(high.by).min();
    }
    is_point.then(|| without.get(&low.value()).copied()).flatten()
}

fn value_of(text: &str, number: Option<f64>) -> Value {
    // The zero below zero is the same number.
    number.map_or_else(
        || Value::Word(text.into()),
        |number| Value::Number((number + 0.0).to_bits()),
    )
}

#[cfg(test)]
mod tests {
    use crate::{check_flow, native};
    use serde_json::json;

    /// Returns which of these rules about one question are reported, each with the rule that it names.
    fn contradicting(question: &str, rules: &[(&str, &str)]) -> Vec<(usize, usize)> {
        let mut question: serde_json::Value = serde_json::from_str(question).unwrap();
        question["id"] = json!("q");
        let rules: Vec<_> = rules
            .iter()
            .map(|(operator, value)| json!({"elementId": "e", "operator": operator, "value": value}))
            .collect();
        let flow = json!({"id": "f", "states": [{"id": "s", "elements": [
            {"id": "e", "type": "question", "question": question}]}],
            "transitions": [{"fromStateId": "s", "rules": rules}]});
        let number = |pointer: &str| pointer.rsplit('/').next().unwrap().parse().unwrap();
        let found = check_flow(&flow.to_string(), native());
        let found = found
            .iter()
            .filter(|found| found.code.name == "contradicting-rules");
        found
            .map(|found| {
                (
                    number(&found.pointer),
                    number(found.params.get(&"other").unwrap()),
                )
            })
            .collect()
    }

    #[test]
    fn rules_are_found_that_no_answer_satisfies_with_those_before() {
        let (score, number, text) = (
            r#"{"style": "score"}"#,
            r#"{"style": "numeric", "lowerLimit": 0, "upperLimit": 100}"#,
            r#"{"style": "text"}"#,
        );
        let radio = r#"{"style": "radio", "options": [{"id": "a", "key": "a"}, {"id": "b", "key": "b"}]}"#;
        for (question, rules, expected) in [
            (score, &[("greater", "8"), ("less", "5")][..], &[(1, 0)][..]),
            // The numbers of a scale are whole.
            (
                score,
                &[("greater", "3"), ("less", "5"), ("not_equal", "4")],
                &[(2, 1)],
            ),
            (score, &[("greater", "3"), ("less", "6"), ("not_equal", "4")], &[]),
            (score, &[("not_equal", "4"), ("not_answered", "")], &[]),
            // What is reported rules out nothing.
            (
                score,
                &[("equal", "1"), ("equal", "2"), ("equal", "1")],
                &[(1, 0)],
            ),
            (
                number,
                &[("greater", "3"), ("less", "4"), ("not_equal", "3.5")],
                &[],
            ),
            (number, &[("greater", "4"), ("less", "4")], &[(1, 0)]),
            (
                number,
                &[("less", "4"), ("equal", "5"), ("equal", "3")],
                &[(1, 0)],
            ),
            (number, &[("not_equal", "5"), ("equal", "5.0")], &[(1, 0)]),
            (number, &[("equal", "5"), ("not_equal", "5")], &[(1, 0)]),
            (number, &[("equal", "5"), ("not_answered", "")], &[(1, 0)]),
            (number, &[("greater", "5"), ("not_answered", "")], &[(1, 0)]),
            (
                number,
                &[("contains", "7"), ("greater", "50"), ("answered", "")],
                &[],
            ),
            (text, &[("equal", "yes"), ("equal", "no")], &[(1, 0)]),
            (
                text,
                &[("not_equal", "yes"), ("not_equal", "no"), ("equal", "no")],
                &[(2, 1)],
            ),
            (text, &[("greater", "5"), ("equal", "yes")], &[(1, 0)]),
            (
                text,
                &[("greater", "5"), ("equal", "6.0"), ("not_equal", "6")],
                &[(2, 1)],
            ),
            (text, &[("answered", ""), ("not_answered", "")], &[(1, 0)]),
            (text, &[("contains", "yes"), ("not_contains", "yes")], &[]),
            (radio, &[("equal", "a"), ("not_equal", "a")], &[(1, 0)]),
            (
                radio,
                &[("not_equal", "a"), ("not_equal", "b"), ("answered", "")],
                &[(2, 1)],
            ),
        ] {
            assert_eq!(contradicting(question, rules), expected, "{question} {rules:?}");
        }
    }
}
