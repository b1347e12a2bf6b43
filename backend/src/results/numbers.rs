//! What is known about numbers of which many are the same (docs/results.md#formulas).

use serde::Serialize;
use store::Tally;
use utoipa::ToSchema;

/// Most different values that are listed.
const MOST_LISTED: usize = 1_000;

/// Numbers, at least one.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct Numbers {
    count: i64,
    mean: f64,
    median: f64,
    min: f64,
    max: f64,
    /// How often each occurs, in their order; empty if they are too many.
    values: Vec<NumberCount>,
}

/// How long something took, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct Times {
    count: i64,
    mean: f64,
    median: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
struct NumberCount {
    value: f64,
    count: i64,
}

impl Numbers {
    /// Takes values as texts with how often they occur; `None` if there are none.
    pub(super) fn of<'a>(tallies: impl Iterator<Item = (&'a str, Tally)>) -> Option<Self> {
        let mut total = 0.0;
        let mut values: Vec<NumberCount> = tallies
            .filter(|(_, tally)| tally.count > 0)
            .filter_map(|(value, tally)| {
                total += tally.total;
                Some(NumberCount {
                    value: value.parse().ok()?,
                    count: tally.count,
                })
            })
            .collect();
        values.sort_by(|one, other| one.value.total_cmp(&other.value));
        let count: i64 = values.iter().map(|value| value.count).sum();
        let (first, last) = (values.first()?.value, values.last()?.value);
        // Of an even number the two in the middle.
        let median = (at(&values, (count - 1) / 2)? + at(&values, count / 2)?) / 2.0;
        if values.len() > MOST_LISTED {
            values.clear();
        }
        Some(Self {
            count,
            mean: total / count as f64,
            median,
            min: first,
            max: last,
            values,
        })
    }

    /// Returns what is known about milliseconds.
    pub(super) fn times(&self) -> Times {
        Times {
            count: self.count,
            mean: self.mean / 1_000.0,
            median: self.median / 1_000.0,
        }
    }

    pub(super) fn count(&self) -> i64 {
        self.count
    }

    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    pub(super) fn median(&self) -> f64 {
        self.median
    }

    /// Returns how many are 9 and 10, and how many 0 to 6, on a scale from 0 to 10.
    pub(super) fn promoters_and_detractors(&self) -> (i64, i64) {
        (
            self.count_of(|value| value >= 9.0),
            self.count_of(|value| value <= 6.0),
        )
    }

    /// Returns the percentage of 9 and 10 less that of 0 to 6, on a scale from 0 to 10.
    pub(super) fn net_promoter_score(&self) -> f64 {
        let (promoters, detractors) = self.promoters_and_detractors();
        self.percentage(promoters) - self.percentage(detractors)
    }

    /// Returns the percentage of 4 and 5, on a scale from 1 to 5.
    pub(super) fn satisfaction(&self) -> f64 {
        self.percentage(self.count_of(|value| value >= 4.0))
    }

    fn count_of(&self, counts: impl Fn(f64) -> bool) -> i64 {
        let counted = self.values.iter().filter(|value| counts(value.value));
        counted.map(|value| value.count).sum()
    }

    fn percentage(&self, counted: i64) -> f64 {
        100.0 * counted as f64 / self.count as f64
    }
}

/// Returns the value at a place among all, in their order.
fn at(values: &[NumberCount], place: i64) -> Option<f64> {
    let mut before = 0;
    let value = values.iter().find(|value| {
        before += value.count;
        before > place
    });
    value.map(|value| value.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(numbers: &[u8]) -> Option<Numbers> {
        let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
        let one = |text| (text, ());
        let tallies = texts.iter().map(String::as_str).map(one).map(|(text, ())| {
            let total = text.parse().unwrap();
            (text, Tally { count: 1, total })
        });
        Numbers::of(tallies)
    }

    proptest! {
        #[test]
        fn agree_with_a_naive_computation(numbers in proptest::collection::vec(0_u8..=10, 0..40)) {
            let Some(found) = of(&numbers) else {
                prop_assert!(numbers.is_empty());
                return Ok(());
            };
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            let half = sorted.len() / 2;
            let median = match sorted.len() % 2 {
                0 => (f64::from(sorted[half - 1]) + f64::from(sorted[half])) / 2.0,
                _ => f64::from(sorted[half]),
            };
            prop_assert!((found.median - median).abs() < 1e-9);
            let share = |counts: fn(&&u8) -> bool| {
                100.0 * numbers.iter().filter(counts).count() as f64 / numbers.len() as f64
            };
            let score = share(|number| **number >= 9) - share(|number| **number <= 6);
            prop_assert!((found.net_promoter_score() - score).abs() < 1e-9);
            let mean = numbers.iter().map(|number| f64::from(*number)).sum::<f64>() / numbers.len() as f64;
            prop_assert!((found.mean - mean).abs() < 1e-9);
        }
    }
}
