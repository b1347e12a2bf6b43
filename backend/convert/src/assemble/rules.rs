//! Conditions in the words of rules.

use super::comparison::{Comparison, in_rule};
use super::places::{Place, Places};
use crate::condition::Condition;
use crate::draft::Draft;

/// What one rule requires of the answer to a question, which is named as in the source.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rule {
    pub(super) question: String,
    pub(super) row: Option<String>,
    pub(super) comparison: Comparison,
}

/// Returns the ways in which a condition holds, or does not, as rules: all rules of one way must hold.
///
/// `None` if rules cannot say it, or if it depends on a question that is not asked before `place`.
pub(super) fn ways(
    draft: &Draft,
    places: &Places,
    condition: &Condition,
    holds: bool,
    place: Place,
) -> Option<Vec<Vec<Rule>>> {
    let rule = |literal: &crate::condition::Literal| {
        let (asked, question) = places.find(draft, &literal.test.question)?;
        let comparison = in_rule(literal, question).filter(|_| asked < place)?;
        Some(Rule {
            question: literal.test.question.clone(),
            row: literal.test.row.clone(),
            comparison,
        })
    };
    let ways = condition.ways(holds)?;
    ways.iter().map(|way| way.iter().map(rule).collect()).collect()
}
