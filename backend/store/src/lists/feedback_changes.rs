//! The lists of feedback for staff and the index, the earliest change first (docs/staff.md#changes-since-a-time).

use crate::database::{Db, QueryBuilder, query};
use crate::error::StoreError;
use crate::feedback::feedback_filter::FeedbackFilter;
use crate::handle::Store;
use crate::list_cursor::ListCursor;
use crate::lists::feedback_list::{FeedbackPart, MOST_LOOKED_AT, TEXT_BYTES, fitting, rows_of};
use crate::lists::feedback_search::CANDIDATES_ONLY;
use crate::lists::feedback_source::Source;
use crate::node_scope::NodeScope;
use base::time::Millis;

impl Store {
    /// Returns the last change of all feedback, after which [`Store::changed_feedbacks`] has what changes from now on.
    pub async fn last_changed_feedback(&self) -> Result<ListCursor, StoreError> {
        let last: Option<(Millis, String)> =
            query("SELECT updated_at, id FROM feedbacks ORDER BY updated_at DESC, id DESC LIMIT 1")
                .fetch_optional(&self.db)
                .await?;
        Ok(last.map_or(ListCursor::START, |(place, feedback_id)| ListCursor {
            place,
            feedback_id,
        }))
    }

    /// Returns at most `limit` feedbacks that changed at or after `since` and come after the cursor, the earliest change
    /// first.
    pub async fn changed_feedbacks(
        &self,
        filter: &FeedbackFilter,
        since: Millis,
        after: Option<&ListCursor>,
        limit: u32,
    ) -> Result<FeedbackPart<ListCursor>, StoreError> {
        let is_postgres = matches!(self.db, Db::Pg(..));
        // The indexes have the changes of all nodes, and of one.
        let node_id = match &filter.nodes {
            NodeScope::Only(nodes) if nodes.len() == 1 => nodes.first(),
            _ => None,
        };
        let is_served = Source::Feedbacks.has_only(filter)
            && filter.status.is_none()
            && (node_id.is_some() || filter.nodes == NodeScope::All);
        let looked_at = if is_served {
            limit
        } else {
            limit.max(MOST_LOOKED_AT)
        };
        let push_candidates = |query: &mut QueryBuilder| {
            query.push("SELECT seq, updated_at, id FROM feedbacks WHERE updated_at >= ");
            query.push_bind(since);
            if let Some(after) = after {
                query.push(" AND (updated_at, id) > (");
                query.push_bind(after.place).push(", ");
                query.push_bind(&after.feedback_id).push(")");
            }
            if let Some(node_id) = node_id {
                query.push(" AND node_id = ").push_bind(node_id);
            }
            query.push(" ORDER BY updated_at, id LIMIT ").push_bind(looked_at);
        };
        let mut snapshot = self.db.begin_snapshot().await?;
        let mut select = QueryBuilder::new("SELECT feedbacks.seq, feedbacks.updated_at, feedbacks.id, ");
        select.push(TEXT_BYTES).push(" FROM (");
        push_candidates(&mut select);
        select.push(CANDIDATES_ONLY);
        filter.push_to(&mut select, is_postgres);
        select
            .push(" ORDER BY feedbacks.updated_at, feedbacks.id LIMIT ")
            .push_bind(limit);
        let mut found: Vec<(i64, Millis, String, i64)> = select.build().fetch_all(&mut snapshot).await?;
        let mut looked_at_until = None;
        if !is_served && found.len() < limit as usize {
            let mut last = QueryBuilder::new("SELECT updated_at, id FROM (");
            push_candidates(&mut last);
            last.push(") AS candidates ORDER BY updated_at DESC, id DESC LIMIT 1");
            let end: Option<(Millis, String)> = last.build().fetch_optional(&mut snapshot).await?;
            let mut count = QueryBuilder::new("SELECT COUNT(*) FROM (");
            push_candidates(&mut count);
            count.push(") AS candidates");
            let count: i64 = count.build().scalar(&mut snapshot).await?;
            looked_at_until = end
                .filter(|_| count >= i64::from(looked_at))
                .map(|(place, feedback_id)| ListCursor { place, feedback_id });
        }
        let fitting = fitting(found.iter().map(|(_, _, _, bytes)| *bytes));
        if fitting < found.len() {
            found.truncate(fitting);
            looked_at_until = found.last().map(|(_, place, id, _)| ListCursor {
                place: *place,
                feedback_id: id.clone(),
            });
        }
        let seqs: Vec<i64> = found.into_iter().map(|(seq, ..)| seq).collect();
        let rows = rows_of(&mut snapshot, &seqs, " ORDER BY updated_at, id").await?;
        snapshot.commit().await?;
        Ok(FeedbackPart {
            rows,
            looked_at_until,
        })
    }
}
