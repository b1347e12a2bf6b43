//! Scores: named numbers that answers add points to, for rules and texts (docs/flows.md#scores).

use crate::answer::Answer;
use crate::json::{Reader, Result};
use crate::question::Question;
use crate::sorted_map::SortedMap;

/// The most points that an option adds, or an answered number is multiplied by, in both directions.
const MAX_POINTS: f64 = 1e6;

/// The most points that one answered number adds, in both directions.
const MAX_ADDED: f64 = 1e9;

/// What a sum is rounded to: six decimals.
const PARTS: f64 = 1e6;

/// Points by the key of their score, in document order.
#[derive(Debug, Default)]
pub struct Points(pub(crate) Vec<(Box<str>, f64)>);

impl Points {
    /// Returns the points for the score with this key; 0 if there are none.
    #[cfg(feature = "native")]
    #[must_use]
    pub fn of(&self, score: &str) -> f64 {
        let mut points = self.0.iter();
        points
            .find(|(key, _)| **key == *score)
            .map_or(0.0, |(_, points)| *points)
    }

    pub(crate) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut points = Vec::new();
        r.object(&mut |r, key| {
            let number = r.number()?;
            if number.abs() > MAX_POINTS {
                return Err(r.error(reason!("points are between -1,000,000 and 1,000,000")));
            }
            points.push((key.into(), number));
            Ok(())
        })?;
        Ok(Self(points))
    }
}

/// Sums of points, each in the order in which answers are added: that of the document, so that browser and server agree.
pub(crate) struct Sums<'a> {
    /// The keys of the flow's scores.
    keys: &'a [Box<str>],
    sums: Vec<f64>,
}

impl<'a> Sums<'a> {
    pub(crate) fn new(keys: &'a [Box<str>]) -> Self {
        Self {
            keys,
            sums: vec![0.0; keys.len()],
        }
    }

    /// Adds the points of an answer: those of its options, or its number multiplied by those of the question.
    pub(crate) fn add_answer(&mut self, question: &Question, answer: &Answer) {
        match answer {
            Answer::Number(number) => self.add(&question.points, *number),
            Answer::Options(options, _) => {
                for option in options.iter().filter_map(|at| question.option(*at)) {
                    self.add(&option.points, 1.0);
                }
            }
            Answer::Matrix(cells) => {
                for (row, option) in cells {
                    let row = question.statements.get(*row as usize);
                    let option = row.and_then(|row| question.options_of(row).get(*option as usize));
                    if let Some(option) = option {
                        self.add(&option.points, 1.0);
                    }
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, points: &Points, factor: f64) {
        for (key, points) in &points.0 {
            let at = self.keys.iter().position(|known| known == key);
            if let Some(sum) = at.and_then(|at| self.sums.get_mut(at)) {
                *sum += (points * factor).clamp(-MAX_ADDED, MAX_ADDED);
            }
        }
    }

    /// Returns the score at a position, rounded: what decimals add to must be equal to what authors write.
    pub(crate) fn score(&self, at: u32) -> f64 {
        let sum = self.sums.get(at as usize).copied().unwrap_or_default();
        // Not "-0".
        (sum * PARTS).round_ties_even() / PARTS + 0.0
    }

    /// Returns all scores by their keys.
    pub(crate) fn by_key(&self) -> SortedMap<f64> {
        let mut scores = SortedMap::new();
        for (at, key) in (0..).zip(self.keys) {
            scores.insert(key, self.score(at));
        }
        scores
    }
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;
    use crate::question::QuestionOption;

    fn points(points: &[(&str, f64)]) -> Points {
        Points(
            points
                .iter()
                .map(|(key, number)| ((*key).into(), *number))
                .collect(),
        )
    }

    #[test]
    fn decimals_add_up_to_what_people_expect() {
        let option = |number| QuestionOption {
            points: points(&[("fit", number)]),
            ..QuestionOption::default()
        };
        let mut question = Question::default();
        question.options = vec![option(0.1), option(0.2), option(-0.3)];
        let keys = ["fit".into()];
        let score = |options: &[u32]| {
            let mut sums = Sums::new(&keys);
            sums.add_answer(&question, &Answer::Options(options.into(), Box::default()));
            sums.score(0)
        };
        assert_eq!(score(&[0, 1]).to_bits(), 0.3_f64.to_bits());
        assert_eq!(score(&[0, 1, 2]), 0.0);
        assert_eq!(score(&[]), 0.0);
    }

    #[test]
    fn a_huge_number_adds_no_more_than_a_bound() {
        let mut question = Question::default();
        question.points = points(&[("fit", -1e6), ("other", 0.0)]);
        let keys = ["fit".into(), "other".into()];
        let mut sums = Sums::new(&keys);
        sums.add_answer(&question, &Answer::Number(1e308));
        assert_eq!((sums.score(0), sums.score(1)), (-1e9, 0.0));
    }
}
