//! Conditions in the words of rules.

use super::comparison::{Comparison, in_rules, of_score};
use super::places::{Place, Places};
use crate::condition::{Condition, Literal};
use crate::draft::Draft;

/// What one rule, or a group of them, requires of the answer to a question or of a score, which is named as in the source.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rule {
    pub(super) subject: String,
    pub(super) row: Option<String>,
    /// One of these must hold.
    pub(super) any: Vec<Comparison>,
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
    let rules = |literal: &Literal| {
        let all = if let Some(score) = draft.score_named(&literal.test.question) {
            vec![of_score(literal, score.starts_at)?]
        } else {
            let (asked, question) = places.find(draft, &literal.test.question)?;
            in_rules(literal, question).filter(|_| asked < place)?
        };
        let rule = |any| Rule {
            subject: literal.test.question.clone(),
            row: literal.test.row.clone(),
            any,
        };
        Some(all.into_iter().map(rule).collect::<Vec<_>>())
    };
    let way = |way: &Vec<Literal>| Some(way.iter().map(rules).collect::<Option<Vec<_>>>()?.concat());
    condition.ways(holds)?.iter().map(way).collect()
}
