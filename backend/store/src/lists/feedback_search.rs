//! How the newest feedback that fits a filter is looked for: for lists, and for what is counted of them (docs/results.md#lists).

use crate::database::{QueryBuilder, Transaction};
use crate::error::StoreError;
use crate::feedback::feedback_filter::FeedbackFilter;
use crate::lists::feedback_source::{SeqRange, Source};
use crate::results::index_progress::{EVERYTHING, IndexState, received_range};

/// SQLite joins in this order if it is told to: else it may read all feedback of a node, and look for candidates among that.
pub(crate) const CANDIDATES_ONLY: &str =
    ") AS candidates CROSS JOIN feedbacks WHERE feedbacks.seq = candidates.seq";

/// A filter, and where its feedback is.
pub(crate) struct FeedbackSearch<'a> {
    filter: &'a FeedbackFilter,
    source: Source<'a>,
    range: SeqRange,
    is_postgres: bool,
}

/// What a search has looked at.
pub(crate) struct LookedAt {
    pub(crate) count: i64,
    /// The number of the last feedback, before which the search continues; `None` if there are no more.
    pub(crate) until: Option<i64>,
}

impl<'a> FeedbackSearch<'a> {
    /// Chooses where to look for the feedback that was first stored before number `before`.
    pub(crate) async fn choose(
        filter: &'a FeedbackFilter,
        index: &IndexState,
        before: Option<i64>,
        is_postgres: bool,
        snapshot: &mut Transaction,
    ) -> Result<Self, StoreError> {
        let source = Source::choose(filter, index, snapshot).await?;
        let knows_days = index.missing == 0 || matches!(source, Source::Groups { .. });
        let range = SeqRange {
            received: if knows_days {
                received_range(snapshot, filter.received).await?
            } else {
                EVERYTHING
            },
            before: before.unwrap_or(i64::MAX),
        };
        Ok(Self {
            filter,
            source,
            range,
            is_postgres,
        })
    }

    /// Returns whether everything that is looked at fits the filter.
    pub(crate) fn has_only(&self) -> bool {
        self.source.has_only(self.filter)
    }

    /// Adds to a statement that selects columns of `feedbacks`, with `DISTINCT`, where they come from: at most `limit` of the newest
    /// `looked_at`, the newest first.
    pub(crate) fn push_found(&self, select: &mut QueryBuilder, looked_at: u32, limit: u32) {
        select.push(" FROM (");
        self.push_candidates(select, looked_at);
        select.push(CANDIDATES_ONLY);
        self.filter.push_to(select, self.is_postgres);
        select
            .push(" ORDER BY feedbacks.seq DESC LIMIT ")
            .push_bind(limit);
    }

    /// Returns how many feedbacks there are to look at, at most so many, and where the search continues after them.
    pub(crate) async fn looked_at(
        &self,
        most: u32,
        snapshot: &mut Transaction,
    ) -> Result<LookedAt, StoreError> {
        let mut last = QueryBuilder::new("SELECT COUNT(*), MIN(seq) FROM (");
        self.push_candidates(&mut last, most);
        last.push(") AS candidates");
        let (count, least): (i64, Option<i64>) = last.build().fetch_one(snapshot).await?;
        Ok(LookedAt {
            count,
            until: least.filter(|_| count >= i64::from(most)),
        })
    }

    fn push_candidates(&self, query: &mut QueryBuilder, looked_at: u32) {
        self.source
            .push_to(query, self.filter, self.range, looked_at, self.is_postgres);
    }
}
