//! What a source requires of answers, before it becomes rules or triggers.

/// A condition. Sources whose language says more report the rest.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Condition {
    Test(Test),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// What is required of the answer to one question, or of a variable. It does not hold while that question is unanswered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Test {
    /// The name of the question or the variable in the draft.
    pub(crate) question: String,
    /// The name of a matrix row.
    pub(crate) row: Option<String>,
    pub(crate) is: Is,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Is {
    Answered,
    /// The text, the number or the key of the selected option.
    Equal(String),
    /// Part of the text, or one of the selected options.
    Containing(String),
    StartingWith(String),
    EndingWith(String),
    Above(f64),
    Below(f64),
}

/// A test, or its opposite.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Literal {
    pub(crate) holds: bool,
    pub(crate) test: Test,
}

/// The most ways in which a condition may hold, and the most tests of one of them.
const MAX_WAYS: usize = 64;

impl Condition {
    pub(crate) fn test(question: impl Into<String>, is: Is) -> Self {
        Self::Test(Test {
            question: question.into(),
            row: None,
            is,
        })
    }

    pub(crate) fn not(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// At least this number.
    pub(crate) fn at_least(question: &str, number: f64) -> Self {
        let equal = Is::Equal(crate::node::shortest(number));
        Self::Any(vec![
            Self::test(question, Is::Above(number)),
            Self::test(question, equal),
        ])
    }

    /// At most this number.
    pub(crate) fn at_most(question: &str, number: f64) -> Self {
        let equal = Is::Equal(crate::node::shortest(number));
        Self::Any(vec![
            Self::test(question, Is::Below(number)),
            Self::test(question, equal),
        ])
    }

    /// Returns the ways in which the condition, or its opposite, holds: in each of them, all tests do. `None` if there are too many.
    pub(crate) fn ways(&self, holds: bool) -> Option<Vec<Vec<Literal>>> {
        match (self, holds) {
            (Self::Test(test), _) => {
                let test = test.clone();
                Some(vec![vec![Literal { holds, test }]])
            }
            (Self::Not(inner), _) => inner.ways(!holds),
            (Self::Any(parts), true) | (Self::All(parts), false) => {
                let mut ways = Vec::new();
                for part in parts {
                    ways.extend(part.ways(holds)?);
                    if ways.len() > MAX_WAYS {
                        return None;
                    }
                }
                Some(ways)
            }
            (Self::All(parts), true) | (Self::Any(parts), false) => {
                let mut ways = vec![Vec::new()];
                for part in parts {
                    ways = crossed(&ways, &part.ways(holds)?)?;
                }
                Some(ways)
            }
        }
    }

    /// Returns the names of all questions and variables that it depends on.
    pub(crate) fn questions(&self) -> Vec<&str> {
        match self {
            Self::Test(test) => vec![&test.question],
            Self::Not(inner) => inner.questions(),
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::questions).collect(),
        }
    }
}

fn crossed(ways: &[Vec<Literal>], others: &[Vec<Literal>]) -> Option<Vec<Vec<Literal>>> {
    let mut all = Vec::new();
    for way in ways {
        for other in others {
            let both: Vec<Literal> = way.iter().chain(other).cloned().collect();
            if both.len() > MAX_WAYS || all.len() > MAX_WAYS {
                return None;
            }
            all.push(both);
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(question: &str) -> Condition {
        Condition::test(question, Is::Answered)
    }

    fn names(condition: &Condition, holds: bool) -> Vec<String> {
        let name = |literal: &Literal| {
            format!(
                "{}{}",
                if literal.holds { "" } else { "!" },
                literal.test.question
            )
        };
        let ways = condition.ways(holds).unwrap_or_default();
        ways.iter()
            .map(|way| way.iter().map(name).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn gives_the_ways_in_which_a_condition_holds_and_does_not() {
        let either = Condition::Any(vec![test("b"), test("c")]);
        let condition = Condition::All(vec![test("a"), either, test("d").not()]);
        assert_eq!(names(&condition, true), ["a b !d", "a c !d"]);
        assert_eq!(names(&condition, false), ["!a", "!b !c", "d"]);
    }

    #[test]
    fn refuses_conditions_that_hold_in_too_many_ways() {
        let either = || Condition::Any((0..9).map(|n| test(&n.to_string())).collect());
        assert_eq!(
            Condition::All(vec![either(), either(), either()]).ways(true),
            None
        );
    }
}
