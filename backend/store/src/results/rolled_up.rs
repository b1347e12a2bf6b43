//! What filters ask for of the groups in which feedback is counted (docs/results.md#index).

use crate::database::{QueryBuilder, Transaction};
use crate::error::StoreError;
use crate::feedback::feedback_filter::{FeedbackFilter, TimeRange};
use crate::results::result_periods::{DayRange, Span};
use base::time::DAY;

/// Returns the ids of the groups of all time with the feedback that fits a filter, but for what they do not tell apart; `None` if
/// there are more than `most`.
pub(crate) async fn all_time_groups(
    filter: &FeedbackFilter,
    most: usize,
    snapshot: &mut Transaction,
) -> Result<Option<Vec<i64>>, StoreError> {
    let mut select = QueryBuilder::new("SELECT id FROM result_groups WHERE span = ");
    select.push_bind(Span::All);
    filter.push_groups(&mut select);
    let groups: Vec<(i64,)> = select.build().fetch_all(snapshot).await?;
    let groups: Vec<i64> = groups.into_iter().map(|(id,)| id).collect();
    Ok(Some(groups).filter(|groups| groups.len() <= most))
}

impl FeedbackFilter {
    /// Returns whether the roll-ups serve the filter: it asks for no more than they tell apart.
    pub fn is_rolled_up(&self) -> bool {
        let Self {
            nodes: _,
            status: _,
            flow_id: _,
            flow_revision: _,
            language_id: _,
            received,
            created,
            device_hash,
            customers,
            is_verified: _,
            reference,
            answer,
            words,
            review,
            tag,
        } = self;
        let is_midnight = |time: Option<i64>| time.is_none_or(|time| time.rem_euclid(DAY) == 0);
        is_midnight(received.from)
            && is_midnight(received.to)
            && *created == TimeRange::default()
            && device_hash.is_none()
            && customers.is_empty()
            && reference.is_none()
            && answer.is_none()
            && words.is_none()
            && review.is_none()
            && tag.is_none()
    }

    /// Adds the conditions on the table `result_groups` but for its periods, each beginning with ` AND `.
    pub(crate) fn push_groups(&self, query: &mut QueryBuilder) {
        self.nodes.push_to(query, " AND node_id");
        if let Some(status) = self.status {
            query.push(" AND status = ").push_bind(status);
        }
        if let Some(flow_id) = &self.flow_id {
            query.push(" AND flow_id = ").push_bind(flow_id);
        }
        if let Some(revision) = self.flow_revision {
            query.push(" AND flow_revision = ").push_bind(revision);
        }
        if let Some(language_id) = &self.language_id {
            query.push(" AND language_id = ").push_bind(language_id);
        }
        if let Some(is_verified) = self.is_verified {
            query.push(" AND customer_verified = ").push_bind(is_verified);
        }
    }

    /// Returns the days on which the feedback was first stored, which the roll-ups serve if the filter begins and ends with whole
    /// ones.
    pub(crate) fn days(&self) -> DayRange {
        DayRange {
            from: self.received.from.map(|from| from.div_euclid(DAY)),
            to: self.received.to.map(|to| to.div_euclid(DAY)),
        }
    }
}
