//! What is counted of the feedback of a flow (docs/results.md#summaries).

use crate::database::QueryBuilder;
use crate::error::StoreError;
use crate::feedback::feedback_filter::{FeedbackFilter, pattern};
use crate::feedback::feedback_rows::FeedbackStatus;
use crate::feedback::scores::Scores;
use crate::feedback::state_times::StateTimes;
use crate::handle::Store;
use crate::results::result_counts::{CountRow, Countable, Counts, Direction};
use crate::{AnswerRow, FeedbackRow};
use base::json::to_text;
use base::time::DAY;
use sqlx::FromRow;
use std::collections::BTreeMap;

/// Counts of a summary.
#[derive(Debug, Default)]
pub struct SummaryCounts {
    pub complete: Counts,
    pub partial: Counts,
    /// By days since 1970 (UTC): feedback that was first stored then, and how much of it is complete.
    pub days: BTreeMap<i64, DayCount>,
}

/// The feedback of a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayCount {
    pub feedbacks: i64,
    pub complete: i64,
}

/// A stored count of a day.
#[derive(FromRow)]
struct DayRow {
    first_day: i64,
    #[sqlx(flatten)]
    counted: CountRow,
}

impl SummaryCounts {
    /// Counts one more feedback.
    pub fn count(&mut self, row: &FeedbackRow, answers: &[AnswerRow]) {
        let feedback = Countable {
            seconds: row.time_spent_in_seconds.into(),
            state_times: &StateTimes::from_json(row.state_times_in_ms.as_deref()),
            scores: &Scores::from_json(row.scores.as_deref()),
            answers,
        };
        self.of(row.status).count(feedback, Direction::In);
        self.count_day(row.received_at.div_euclid(DAY), row.status, 1);
    }

    fn of(&mut self, status: FeedbackStatus) -> &mut Counts {
        match status {
            FeedbackStatus::Complete => &mut self.complete,
            FeedbackStatus::Partial => &mut self.partial,
        }
    }

    fn count_day(&mut self, day: i64, status: FeedbackStatus, times: i64) {
        let count = self.days.entry(day).or_default();
        count.feedbacks += times;
        if status == FeedbackStatus::Complete {
            count.complete += times;
        }
    }
}

impl Store {
    /// Returns the numbers of a flow's revisions, the newest first.
    pub async fn revisions_of(&self, flow_id: &str) -> Result<Vec<u32>, StoreError> {
        let mut select = QueryBuilder::new("SELECT revision FROM flow_revisions WHERE flow_id = ");
        select.push_bind(flow_id).push(" ORDER BY revision DESC");
        let revisions: Vec<(i64,)> = select.build().fetch_all(&self.db).await?;
        // Revisions are counted in 32 bits from 1.
        Ok(revisions
            .into_iter()
            .filter_map(|(revision,)| revision.try_into().ok())
            .collect())
    }

    /// Returns the revisions whose definition has a text as a value, such as the key of a question, the newest import first: of one
    /// flow or all, and of one number or all.
    pub async fn revisions_with_text(
        &self,
        text: &str,
        flow_id: Option<&str>,
        revision: Option<u32>,
    ) -> Result<Vec<(String, u32)>, StoreError> {
        let mut select =
            QueryBuilder::new("SELECT flow_id, revision FROM flow_revisions WHERE definition LIKE ");
        select.push_bind(pattern(&to_text(&text))).push(" ESCAPE '!'");
        if let Some(flow_id) = flow_id {
            select.push(" AND flow_id = ").push_bind(flow_id);
        }
        if let Some(revision) = revision {
            select.push(" AND revision = ").push_bind(revision);
        }
        select.push(" ORDER BY imported_at DESC, revision DESC, flow_id");
        let revisions: Vec<(String, i64)> = select.build().fetch_all(&self.db).await?;
        let numbered = revisions.into_iter();
        Ok(numbered
            .filter_map(|(flow_id, revision)| Some((flow_id, revision.try_into().ok()?)))
            .collect())
    }

    /// Returns what the index has counted of the answers to one question in all feedback that fits a filter by groups
    /// ([`FeedbackFilter::push_groups`]).
    pub async fn rolled_up_question(
        &self,
        filter: &FeedbackFilter,
        question_id: &str,
    ) -> Result<Counts, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT status, kind, subject, value, CAST(SUM(count) AS BIGINT) AS count, SUM(total) AS total
             FROM result_groups JOIN result_counts ON result_counts.group_id = result_groups.id WHERE subject = ",
        );
        select.push_bind(question_id);
        filter.push_groups(&mut select);
        filter.days().push_periods(&mut select);
        select.push(" GROUP BY status, kind, subject, value");
        let rows: Vec<CountRow> = select.build().fetch_all(&self.db).await?;
        let mut counts = Counts::default();
        for row in rows {
            counts.add_row(row);
        }
        Ok(counts)
    }

    /// Returns what the index has counted of the answers to these questions or rows on each day since 1970 (UTC), in the feedback that
    /// fits a filter, which the roll-ups must serve ([`FeedbackFilter::is_rolled_up`]).
    pub async fn rolled_up_days(
        &self,
        filter: &FeedbackFilter,
        question_ids: &[String],
    ) -> Result<BTreeMap<i64, Counts>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT first_day, status, kind, subject, value, CAST(SUM(count) AS BIGINT) AS count, SUM(total) AS total
             FROM result_groups JOIN result_counts ON result_counts.group_id = result_groups.id
             WHERE kind IN ('answered', 'option', 'number') AND subject IN (",
        );
        select.push_choice(question_ids).push(")");
        filter.push_groups(&mut select);
        filter.days().push_each_day(&mut select);
        select.push(" GROUP BY first_day, status, kind, subject, value");
        let rows: Vec<DayRow> = select.build().fetch_all(&self.db).await?;
        let mut days: BTreeMap<i64, Counts> = BTreeMap::new();
        for row in rows {
            days.entry(row.first_day).or_default().add_row(row.counted);
        }
        Ok(days)
    }

    /// Returns what the index has counted of the feedback that fits a filter, which the roll-ups must serve
    /// ([`FeedbackFilter::is_rolled_up`]).
    pub async fn rolled_up_counts(&self, filter: &FeedbackFilter) -> Result<SummaryCounts, StoreError> {
        let mut summary = SummaryCounts::default();
        let mut snapshot = self.db.begin_snapshot().await?;
        let mut select = QueryBuilder::new(
            "SELECT status, kind, subject, value, CAST(SUM(count) AS BIGINT) AS count, SUM(total) AS total
             FROM result_groups JOIN result_counts ON result_counts.group_id = result_groups.id WHERE TRUE",
        );
        filter.push_groups(&mut select);
        filter.days().push_periods(&mut select);
        select.push(" GROUP BY status, kind, subject, value");
        let rows: Vec<CountRow> = select.build().fetch_all(&mut snapshot).await?;
        for row in rows {
            summary.of(row.status).add_row(row);
        }
        let mut select = QueryBuilder::new(
            "SELECT first_day, status, CAST(SUM(count) AS BIGINT) AS count
             FROM result_groups JOIN result_counts ON result_counts.group_id = result_groups.id
             WHERE kind = 'feedback'",
        );
        filter.push_groups(&mut select);
        filter.days().push_each_day(&mut select);
        select.push(" GROUP BY first_day, status");
        let days: Vec<(i64, FeedbackStatus, i64)> = select.build().fetch_all(&mut snapshot).await?;
        for (day, status, count) in days {
            summary.count_day(day, status, count);
        }
        snapshot.commit().await?;
        Ok(summary)
    }
}
