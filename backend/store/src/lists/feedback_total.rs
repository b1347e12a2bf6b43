//! How many feedbacks a list has (docs/staff.md#totals).

use crate::database::{Db, QueryBuilder, Transaction};
use crate::error::StoreError;
use crate::feedback::feedback_filter::FeedbackFilter;
use crate::handle::Store;
use crate::list_cursor::ListCursor;
use crate::list_total::{ListTotal, MOST_LOOKED_AT_FOR_TOTAL};
use crate::lists::feedback_search::FeedbackSearch;
use crate::results::index_progress::{IndexState, MOST_MISSING, index_state};

impl Store {
    /// Counts the feedback that fits a filter. What the roll-ups serve is exact, however much it is; else it is looked through.
    pub async fn feedback_total(&self, filter: &FeedbackFilter) -> Result<ListTotal, StoreError> {
        let is_postgres = matches!(self.db, Db::Pg(..));
        let mut snapshot = self.db.begin_snapshot().await?;
        let index = index_state(&mut snapshot).await?;
        let total = if filter.is_rolled_up() && index.missing <= MOST_MISSING {
            let mut count = rolled_up(filter, &mut snapshot).await?;
            if index.missing > 0 {
                count += gained(filter, &index.last, is_postgres, &mut snapshot).await?;
            }
            ListTotal {
                count,
                is_capped: false,
            }
        } else {
            looked_through(filter, &index, is_postgres, &mut snapshot).await?
        };
        snapshot.commit().await?;
        Ok(total)
    }
}

async fn rolled_up(filter: &FeedbackFilter, snapshot: &mut Transaction) -> Result<i64, StoreError> {
    let mut select = QueryBuilder::new(
        "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT)
         FROM result_groups JOIN result_counts ON result_counts.group_id = result_groups.id
         WHERE kind = 'feedback'",
    );
    filter.push_groups(&mut select);
    filter.days().push_periods(&mut select);
    Ok(select.build().scalar(snapshot).await?)
}

/// Returns how many more feedbacks fit the filter than the index has counted: of those that changed since `last` the ones that fit
/// now, less the ones that fit as they were.
async fn gained(
    filter: &FeedbackFilter,
    last: &ListCursor,
    is_postgres: bool,
    snapshot: &mut Transaction,
) -> Result<i64, StoreError> {
    let push_last = |query: &mut QueryBuilder| {
        query.push_bind(last.place).push(", ");
        query.push_bind(&last.feedback_id).push(")");
    };
    let mut now =
        QueryBuilder::new("SELECT COUNT(*) FROM feedbacks WHERE (feedbacks.updated_at, feedbacks.id) > (");
    push_last(&mut now);
    filter.push_to(&mut now, is_postgres);
    let now: i64 = now.build().scalar(&mut *snapshot).await?;
    let mut before =
        QueryBuilder::new("SELECT COUNT(*) FROM (SELECT seq FROM feedbacks WHERE (updated_at, id) > (");
    push_last(&mut before);
    before.push(
        ") AS missing CROSS JOIN indexed_feedbacks CROSS JOIN result_groups
         WHERE feedback_seq = missing.seq AND result_groups.id = day_group_id",
    );
    filter.push_groups(&mut before);
    filter.days().push_each_day(&mut before);
    let before: i64 = before.build().scalar(snapshot).await?;
    Ok(now - before)
}

async fn looked_through(
    filter: &FeedbackFilter,
    index: &IndexState,
    is_postgres: bool,
    snapshot: &mut Transaction,
) -> Result<ListTotal, StoreError> {
    let most = MOST_LOOKED_AT_FOR_TOTAL;
    let search = FeedbackSearch::choose(filter, index, None, is_postgres, snapshot).await?;
    let mut select = QueryBuilder::new("SELECT COUNT(*) FROM (SELECT DISTINCT feedbacks.seq");
    search.push_found(&mut select, most, most);
    select.push(") AS found");
    Ok(ListTotal {
        count: select.build().scalar(&mut *snapshot).await?,
        is_capped: search.looked_at(most, snapshot).await?.until.is_some(),
    })
}
