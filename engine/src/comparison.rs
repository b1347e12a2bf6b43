//! Compares an answer's texts with a value, for rules and triggers alike (docs/flows.md#operators).

use crate::answer::Answer;
use crate::pattern;
use crate::platform::{Platform, parse_number};
use crate::question::Question;
use std::cmp::Ordering;

/// Maximum number of characters of an answer that are compared (docs/flows.md#operators). Anybody can send long answers, and a
/// flow may compare one with many values.
pub(crate) const MAX_COMPARED: usize = 4_000;

/// A comparison with a prepared value.
#[derive(Debug)]
pub struct Comparison {
    operator: Operator,
    /// Unchanged for `Contains` and `NotContains`, canonical for `Regex`, and otherwise trimmed.
    value: Box<str>,
    /// The value as a number, if it is one.
    number: Option<f64>,
}

/// The operators. All but `Regex` are case-sensitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    /// The texts are equal after trimming, or are the same number.
    Equal,
    /// No text is equal.
    NotEqual,
    /// The value occurs in a text.
    Contains,
    /// The value occurs in no text.
    NotContains,
    /// The pattern occurs in a text, ignoring case.
    Regex,
    /// A text is a number above the value.
    Greater,
    /// A text is a number below the value.
    Less,
}

impl Operator {
    /// Returns the operator with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "equal" => Self::Equal,
            "not_equal" => Self::NotEqual,
            "contains" => Self::Contains,
            "not_contains" => Self::NotContains,
            "regex" => Self::Regex,
            "greater" => Self::Greater,
            "less" => Self::Less,
            _ => return None,
        })
    }
}

impl Comparison {
    /// Prepares a comparison.
    ///
    /// # Errors
    /// Returns a message for the author of the flow if the operator cannot use the value.
    pub(crate) fn new(
        operator: Operator,
        value: &str,
        platform: &dyn Platform,
    ) -> Result<Self, &'static str> {
        let number = parse_number(value, platform);
        let value = match operator {
            Operator::Regex => pattern::canonical(value)?,
            Operator::Greater | Operator::Less if number.is_none() => {
                return Err(reason!("this operator compares with a number"));
            }
            Operator::Contains | Operator::NotContains if value.trim().is_empty() => {
                return Err(reason!("this operator needs a text that is not only white space"));
            }
            Operator::Contains | Operator::NotContains => value.into(),
            _ => value.trim().into(),
        };
        Ok(Self {
            operator,
            value,
            number,
        })
    }

    /// Returns whether the comparison holds for an answer.
    pub(crate) fn matches(&self, question: &Question, answer: &Answer, platform: &dyn Platform) -> bool {
        let any = answer.any_text(question, platform, &mut |text| {
            let text = beginning(text);
            match self.operator {
                Operator::Equal | Operator::NotEqual => self.equals(text, platform),
                Operator::Contains | Operator::NotContains => contains(text, &self.value),
                Operator::Regex => platform.is_match(&self.value, text),
                Operator::Greater => self.order(text, platform) == Some(Ordering::Greater),
                Operator::Less => self.order(text, platform) == Some(Ordering::Less),
            }
        });
        any != self.is_negative()
    }

    /// Returns whether the value is a number.
    pub(crate) fn has_number(&self) -> bool {
        self.number.is_some()
    }

    /// Returns whether the comparison holds for a number; only of operators that compare numbers.
    pub(crate) fn matches_number(&self, number: f64) -> bool {
        let order = self.number.and_then(|value| number.partial_cmp(&value));
        match self.operator {
            Operator::Greater => order == Some(Ordering::Greater),
            Operator::Less => order == Some(Ordering::Less),
            operator => (order == Some(Ordering::Equal)) == (operator == Operator::Equal),
        }
    }

    /// Returns whether the comparison holds for an unanswered question, which contains nothing and equals nothing.
    pub(crate) fn matches_unanswered(&self) -> bool {
        self.is_negative()
    }

    fn is_negative(&self) -> bool {
        matches!(self.operator, Operator::NotEqual | Operator::NotContains)
    }

    fn equals(&self, text: &str, platform: &dyn Platform) -> bool {
        *text == *self.value || self.order(text, platform) == Some(Ordering::Equal)
    }

    /// Orders the text and the value as numbers, if both are numbers.
    fn order(&self, text: &str, platform: &dyn Platform) -> Option<Ordering> {
        let value = self.number?;
        parse_number(text, platform)?.partial_cmp(&value)
    }
}

/// What only the check of a flow asks of a comparison.
#[cfg(feature = "check")]
impl Comparison {
    /// Returns the value, and it as a number if it is one.
    pub(crate) fn value(&self) -> (&str, Option<f64>) {
        (&self.value, self.number)
    }

    pub(crate) fn operator(&self) -> Operator {
        self.operator
    }

    /// Returns whether it looks for a part of a text.
    pub(crate) fn compares_parts(&self) -> bool {
        matches!(
            self.operator,
            Operator::Contains | Operator::NotContains | Operator::Regex
        )
    }

    /// Returns whether it compares numbers by their order.
    pub(crate) fn compares_order(&self) -> bool {
        matches!(self.operator, Operator::Greater | Operator::Less)
    }
}

/// Returns the part of an answer's text that is compared.
fn beginning(text: &str) -> &str {
    if text.len() <= MAX_COMPARED {
        return text;
    }
    let end = text.char_indices().nth(MAX_COMPARED);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// Searches a substring without the standard library's searcher, which takes 2 KB in WebAssembly.
fn contains(text: &str, value: &str) -> bool {
    text.as_bytes()
        .windows(value.len().max(1))
        .any(|window| window == value.as_bytes())
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;

    #[test]
    fn compares_texts_and_numbers() {
        let question = Question::default();
        for (name, value, text, expected) in [
            ("equal", "7", "7.0", true),
            ("equal", " a ", "a", true),
            ("equal", "A", "a", false),
            ("not_equal", "7", "07", false),
            ("contains", "bc", "abcd", true),
            ("contains", "BC", "abcd", false),
            ("contains", " bc", "a bcd", true),
            ("contains", " bc", "abcd", false),
            ("not_contains", "x", "abcd", true),
            ("not_contains", " no ", "nothing", true),
            ("not_contains", " no ", "by no means", false),
            ("regex", "^ab", "ABC", true),
            ("greater", "7", "7.5", true),
            ("greater", "7", "many", false),
            ("less", "7", "-1e3", true),
        ] {
            let comparison =
                Comparison::new(Operator::from_name(name).unwrap(), value, crate::native()).unwrap();
            let matches = comparison.matches(&question, &Answer::Text(text.into()), crate::native());
            assert_eq!(matches, expected, "{text:?} {name} {value:?}");
        }
    }

    #[test]
    fn only_the_beginning_of_a_long_text_is_compared() {
        let matches = |name: &str, value: &str, text: String| {
            let operator = Operator::from_name(name).unwrap();
            let comparison = Comparison::new(operator, value, crate::native()).unwrap();
            comparison.matches(&Question::default(), &Answer::Text(text.into()), crate::native())
        };
        for letter in ["a", "ş", "😀"] {
            let at_the_end = letter.repeat(MAX_COMPARED - 1) + "x";
            let beyond = letter.repeat(MAX_COMPARED) + "x";
            for (name, value) in [("contains", "x"), ("regex", "x$")] {
                assert!(matches(name, value, at_the_end.clone()), "{letter} {name}");
                assert!(!matches(name, value, beyond.clone()), "{letter} {name}");
            }
            assert!(matches("not_contains", "x", beyond));
        }
    }

    #[test]
    fn rejects_values_that_the_operator_cannot_use() {
        for (operator, value) in [
            (Operator::Less, "few"),
            (Operator::Contains, ""),
            (Operator::NotContains, " \u{a0}\t"),
            (Operator::Regex, "("),
        ] {
            assert!(
                Comparison::new(operator, value, crate::native()).is_err(),
                "{operator:?} {value:?}"
            );
        }
    }
}
