//! Counts the answers to a question in each bucket of a trend: days in UTC that are whole in a bucket by the roll-ups, the others
//! feedback by feedback (docs/results.md#trends).

use super::trend_buckets::TrendBuckets;
use crate::flows::LoadedFlow;
use base::time::{DAY, Millis};
use engine::Question;
use std::sync::Arc;
use store::{Counts, Direction, FeedbackFilter, Store, StoreError, TimeRange};

/// Most feedbacks that are looked at one by one while somebody waits.
const MOST_LOOKED_AT: i64 = 200_000;

/// Feedbacks that are looked at in one read.
const PART_LENGTH: u32 = 5_000;

/// Days whose roll-ups are read at once, so that they take a bounded memory.
const DAYS_AT_ONCE: Millis = 100;

/// What was answered in each bucket.
pub(super) struct TrendCounts {
    pub(super) buckets: Vec<Counts>,
    /// False: earlier feedback that fits was not counted.
    pub(super) is_complete: bool,
}

/// Returns the ids under which answers to a question are counted: its own, and those of the rows that it has in all revisions.
pub(super) fn question_ids(question: &Question, flows: &[Arc<LoadedFlow>]) -> Vec<String> {
    let same = flows.iter().filter_map(|flow| flow.flow.question(&question.id));
    let rows = same.flat_map(|question| &question.statements).map(|row| &row.id);
    let mut ids: Vec<String> = rows.map(ToString::to_string).collect();
    ids.push(question.id.to_string());
    ids.sort_unstable();
    ids.dedup();
    ids
}

impl TrendCounts {
    /// Counts the answers to these questions or rows in the feedback that fits a filter, within the buckets.
    pub(super) async fn load(
        store: &Store,
        filter: &FeedbackFilter,
        question_ids: &[String],
        buckets: &TrendBuckets,
    ) -> Result<Self, StoreError> {
        let mut counts = Self {
            buckets: vec![Counts::default(); buckets.len()],
            is_complete: true,
        };
        let of_any_time = received(filter, TimeRange::default());
        let range = buckets.range();
        let one_by_one = if of_any_time.is_rolled_up() {
            let split = buckets.split_days();
            counts
                .add_days(store, &of_any_time, question_ids, (buckets, &split))
                .await?;
            split
        } else {
            vec![range]
        };
        let mut left = MOST_LOOKED_AT;
        for time in one_by_one {
            counts
                .add_each(store, &received(filter, time), question_ids, buckets, &mut left)
                .await?;
        }
        Ok(counts)
    }

    /// Returns what was answered in all of them.
    pub(super) fn total(&self) -> Counts {
        let mut total = Counts::default();
        for counts in &self.buckets {
            total.merge(counts);
        }
        total
    }

    /// Adds the days of the buckets but for those that are split.
    async fn add_days(
        &mut self,
        store: &Store,
        filter: &FeedbackFilter,
        question_ids: &[String],
        (buckets, split): (&TrendBuckets, &[TimeRange]),
    ) -> Result<(), StoreError> {
        let TimeRange {
            from: Some(from),
            to: Some(to),
        } = buckets.range()
        else {
            return Ok(());
        };
        let is_split = |midnight: Millis| {
            split.iter().any(|time| {
                time.from.is_some_and(|from| from <= midnight) && time.to.is_some_and(|to| midnight < to)
            })
        };
        let (mut from, to) = (from + (-from).rem_euclid(DAY), to - to.rem_euclid(DAY));
        while from < to {
            let end = (from + DAYS_AT_ONCE * DAY).min(to);
            let time = TimeRange {
                from: Some(from),
                to: Some(end),
            };
            let days = store
                .rolled_up_days(&received(filter, time), question_ids)
                .await?;
            for (day, counts) in days {
                let midnight = day * DAY;
                if !is_split(midnight)
                    && let Some(bucket) = self.buckets.get_mut(buckets.position(midnight))
                {
                    bucket.merge(&counts);
                }
            }
            from = end;
        }
        Ok(())
    }

    /// Adds feedback by feedback, the newest first, as long as some may be looked at.
    async fn add_each(
        &mut self,
        store: &Store,
        filter: &FeedbackFilter,
        question_ids: &[String],
        buckets: &TrendBuckets,
        left: &mut i64,
    ) -> Result<(), StoreError> {
        let mut before = None;
        while self.is_complete {
            if *left <= 0 {
                self.is_complete = false;
                break;
            }
            let part = store
                .answered_feedbacks(filter, question_ids, before, PART_LENGTH)
                .await?;
            for feedback in part.feedbacks {
                if let Some(bucket) = self.buckets.get_mut(buckets.position(feedback.received_at)) {
                    bucket.count_answers(&feedback.answers, Direction::In);
                }
            }
            *left -= part.looked_at;
            before = part.looked_at_until;
            if before.is_none() {
                break;
            }
        }
        Ok(())
    }
}

/// Returns the filter for feedback that was received in a time.
fn received(filter: &FeedbackFilter, received: TimeRange) -> FeedbackFilter {
    FeedbackFilter {
        received,
        ..filter.clone()
    }
}
