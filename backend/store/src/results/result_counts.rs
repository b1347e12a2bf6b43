//! What is counted of answers (docs/results.md#what-is-counted): the same for the roll-ups that the index keeps, and for feedback
//! that is counted when a summary asks for it.

use crate::database::bind_by_name;
use crate::feedback::feedback_rows::FeedbackStatus;
use crate::feedback::scores::Scores;
use crate::feedback::state_times::StateTimes;
use crate::results::answer_rows::AnswerRow;
use sqlx::FromRow;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers beyond this are left out: their totals would be exact no more.
const LARGEST_NUMBER: f64 = 1e12;

/// Significant digits of the numbers that are told apart, and of the times of states, which hardly ever repeat: of those there
/// are at most 700 then.
const NUMBER_DIGITS: usize = 3;
const TIME_DIGITS: usize = 2;

/// What occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::Type, strum::IntoStaticStr)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum CountKind {
    /// A feedback.
    Feedback,
    /// The seconds that were spent on one.
    TimeSpent,
    /// A question that was answered.
    Answered,
    /// An option of a question. The total is that of the places that a ranking gave it.
    Option,
    /// A number that a question was answered with.
    Number,
    /// A state with an answer.
    State,
    /// A state with the last answer of a feedback.
    LastState,
    /// The milliseconds for which a state was shown.
    StateTime,
    /// A score.
    Score,
}

bind_by_name!(CountKind);

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountKey {
    pub kind: CountKind,
    /// The id of a question, of a row of a matrix, or of a state, or the key of a score; else empty.
    pub subject: String,
    /// The id of an option, or a number; else empty.
    pub value: String,
}

impl CountKey {
    fn new(kind: CountKind, subject: &str, value: &str) -> Self {
        Self {
            kind,
            subject: subject.to_owned(),
            value: value.to_owned(),
        }
    }
}

/// How often, and the total of the numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    pub count: i64,
    pub total: f64,
}

/// Counts of some feedback.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counts(pub BTreeMap<CountKey, Tally>);

/// A stored count.
#[derive(Debug, FromRow)]
pub(crate) struct CountRow {
    /// Of the feedback.
    pub(crate) status: FeedbackStatus,
    pub(crate) kind: CountKind,
    pub(crate) subject: String,
    pub(crate) value: String,
    pub(crate) count: i64,
    pub(crate) total: f64,
}

/// What is counted of a feedback.
#[derive(Debug, Clone, Copy)]
pub struct Countable<'a> {
    /// That were spent on it.
    pub seconds: i64,
    pub state_times: &'a StateTimes,
    pub scores: &'a Scores,
    /// In their order.
    pub answers: &'a [AnswerRow],
}

/// Whether a feedback is counted, or was counted and is no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

impl Direction {
    fn sign(self) -> i64 {
        match self {
            Self::In => 1,
            Self::Out => -1,
        }
    }
}

impl Counts {
    /// Counts a feedback.
    pub fn count(&mut self, feedback: Countable<'_>, direction: Direction) {
        let Countable {
            seconds,
            state_times,
            scores,
            answers,
        } = feedback;
        let sign = direction.sign();
        self.add(CountKind::Feedback, "", "", sign, 0.0);
        let spent = seconds as f64;
        self.add(
            CountKind::TimeSpent,
            "",
            &rounded(spent, NUMBER_DIGITS),
            sign,
            spent,
        );
        for (state_id, time) in &state_times.0 {
            let time = f64::from(*time);
            self.add(
                CountKind::StateTime,
                state_id,
                &rounded(time, TIME_DIGITS),
                sign,
                time,
            );
        }
        for (key, score) in scores.0.iter().filter(|(_, score)| score.abs() <= LARGEST_NUMBER) {
            self.add(CountKind::Score, key, &number_value(*score), sign, *score);
        }
        self.count_answers(answers, direction);
        let states: BTreeSet<_> = answers
            .iter()
            .filter_map(|answer| answer.state_id.as_deref())
            .collect();
        for state_id in states {
            self.add(CountKind::State, state_id, "", sign, 0.0);
        }
        if let Some(state_id) = answers.iter().rev().find_map(|answer| answer.state_id.as_deref()) {
            self.add(CountKind::LastState, state_id, "", sign, 0.0);
        }
    }

    /// Counts nothing of a feedback but these of its answers.
    pub fn count_answers(&mut self, answers: &[AnswerRow], direction: Direction) {
        let sign = direction.sign();
        let mut answered = BTreeSet::new();
        for answer in answers {
            answered.insert(answer.question_id.as_str());
            answered.extend(answer.matrix_id.as_deref());
            if let Some(option_id) = &answer.option_id {
                let place = answer.ranking.and_then(|place| i32::try_from(place).ok());
                let place = place.map_or(0.0, f64::from);
                self.add(CountKind::Option, &answer.question_id, option_id, sign, place);
            }
            if let Some(number) = answer.number.filter(|number| number.abs() <= LARGEST_NUMBER) {
                self.add(
                    CountKind::Number,
                    &answer.question_id,
                    &number_value(number),
                    sign,
                    number,
                );
            }
        }
        for question_id in answered {
            self.add(CountKind::Answered, question_id, "", sign, 0.0);
        }
    }

    /// Adds what the database has counted.
    pub(crate) fn add_row(&mut self, row: CountRow) {
        let key = CountKey {
            kind: row.kind,
            subject: row.subject,
            value: row.value,
        };
        let tally = self.0.entry(key).or_default();
        tally.count += row.count;
        tally.total += row.total;
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Self) {
        for (key, more) in &other.0 {
            let tally = self.0.entry(key.clone()).or_default();
            tally.count += more.count;
            tally.total += more.total;
        }
    }

    /// Returns how often something occurs, and the total of its numbers.
    pub fn tally_of(&self, kind: CountKind, subject: &str, value: &str) -> Tally {
        self.0
            .get(&CountKey::new(kind, subject, value))
            .copied()
            .unwrap_or_default()
    }

    /// Returns how often something occurs.
    pub fn count_of(&self, kind: CountKind, subject: &str, value: &str) -> i64 {
        self.tally_of(kind, subject, value).count
    }

    /// Returns all values of a subject.
    pub fn values_of<'a>(
        &'a self,
        kind: CountKind,
        subject: &'a str,
    ) -> impl Iterator<Item = (&'a str, Tally)> {
        self.0
            .range(CountKey::new(kind, subject, "")..)
            .take_while(move |(key, _)| key.kind == kind && key.subject == subject)
            .map(|(key, tally)| (key.value.as_str(), *tally))
    }

    fn add(&mut self, kind: CountKind, subject: &str, value: &str, times: i64, number: f64) {
        let key = CountKey::new(kind, subject, value);
        let total = number * times as f64;
        let tally = self.0.entry(key).or_default();
        tally.count += times;
        tally.total += total;
    }
}

/// Returns the value under which a number that answers a question, or a score, is counted.
#[must_use]
pub fn number_value(number: f64) -> String {
    rounded(number, NUMBER_DIGITS)
}

/// Writes a number with so many significant digits, so that numbers that hardly ever repeat do not make as many counts as there
/// are answers.
fn rounded(number: f64, digits: usize) -> String {
    // Through decimal text: no power of ten is exact in binary.
    let decimals = digits - 1;
    let rounded: f64 = format!("{number:.decimals$e}").parse().unwrap_or(number);
    // Not "-0".
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (9.0, "9"),
            (3.5, "3.5"),
            (1234.0, "1230"),
            (0.012_345, "0.0123"),
            (-99.96, "-100"),
            (1e12, "1000000000000"),
        ] {
            assert_eq!(rounded(number, NUMBER_DIGITS), text);
        }
        assert_eq!(rounded(86_399_999.0, TIME_DIGITS), "86000000");
    }

    #[test]
    fn removed_feedback_leaves_no_counts() {
        let answers = [AnswerRow::of_option("q", "a"), AnswerRow::of_number("n", 7.25)];
        let mut counts = Counts::default();
        let state_times = StateTimes(BTreeMap::from([("s".into(), 1_234)]));
        let feedback = Countable {
            seconds: 12,
            state_times: &state_times,
            scores: &Scores(BTreeMap::from([("fit".into(), 7.25)])),
            answers: &answers,
        };
        counts.count(feedback, Direction::In);
        assert_eq!(
            counts.tally_of(CountKind::StateTime, "s", "1200"),
            Tally {
                count: 1,
                total: 1_234.0
            }
        );
        counts.count(feedback, Direction::Out);
        assert!(counts.0.values().all(|tally| *tally == Tally::default()));
        assert_eq!(counts.0.len(), 10);
    }

    proptest! {
        /// What is counted in and out in any order is what is there in the end: so roll-ups stay true.
        #[test]
        fn counts_match_the_feedback_that_remains(
            feedbacks in proptest::collection::vec((0_u8..4, 0_i64..400, any::<bool>()), 0..30),
        ) {
            let answers = |option: u8, seconds: i64| {
                [AnswerRow::of_option("q", &option.to_string()), AnswerRow::of_number("n", seconds as f64 / 8.0)]
            };
            let count = |counts: &mut Counts, option: u8, seconds: i64, direction| {
                let state_times = StateTimes(BTreeMap::from([(option.to_string(), 37 * u32::from(option))]));
                let answers = answers(option, seconds);
                let scores = Scores(BTreeMap::from([("fit".into(), f64::from(option) / 4.0)]));
                let feedback = Countable { seconds, state_times: &state_times, scores: &scores, answers: &answers };
                counts.count(feedback, direction);
            };
            let (mut kept, mut expected) = (Counts::default(), Counts::default());
            for (option, seconds, _) in &feedbacks {
                count(&mut kept, *option, *seconds, Direction::In);
            }
            for (option, seconds, stays) in &feedbacks {
                if *stays {
                    count(&mut expected, *option, *seconds, Direction::In);
                } else {
                    count(&mut kept, *option, *seconds, Direction::Out);
                }
            }
            kept.0.retain(|_, tally| *tally != Tally::default());
            prop_assert_eq!(kept, expected);
        }
    }
}
