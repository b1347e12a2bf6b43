//! The lists of feedback for staff.

use super::database::QueryBuilder;
use super::error::StoreError;
use super::feedback_rows::FeedbackStatus;
use super::handle::Store;
use super::list_cursor::ListCursor;
use super::node_scope::NodeScope;
use crate::time::Millis;
use sqlx::FromRow;

/// A stored feedback.
#[derive(Debug, FromRow)]
pub(crate) struct FeedbackRow {
    /// The order in which feedback was first stored.
    pub(crate) seq: i64,
    pub(crate) id: String,
    pub(crate) status: FeedbackStatus,
    pub(crate) device_id: String,
    pub(crate) node_id: String,
    pub(crate) flow_id: String,
    #[sqlx(try_from = "i64")]
    pub(crate) flow_revision: u32,
    pub(crate) user_id: Option<String>,
    pub(crate) language_id: Option<String>,
    pub(crate) origin_url: Option<String>,
    pub(crate) created_at: Option<Millis>,
    pub(crate) created_offline: bool,
    #[sqlx(try_from = "i64")]
    pub(crate) time_spent_in_seconds: u32,
    pub(crate) received_at: Millis,
    pub(crate) updated_at: Millis,
    pub(crate) completed_at: Option<Millis>,
    /// A JSON list.
    pub(crate) responses: String,
    /// A JSON object.
    pub(crate) customer: Option<String>,
    /// Whether a signature proves fields of the customer.
    pub(crate) customer_verified: bool,
    /// Whether the host's server has signed the custom attributes.
    pub(crate) attributes_verified: bool,
    /// A JSON object.
    pub(crate) tracking: Option<String>,
}

/// Which feedback a list contains; no status means any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FeedbackFilter<'a> {
    pub(crate) nodes: &'a NodeScope,
    pub(crate) status: Option<FeedbackStatus>,
}

const SELECT: &str = "SELECT seq, id, status, device_id, node_id, flow_id, flow_revision, user_id, language_id,
         origin_url, created_at, created_offline, time_spent_in_seconds, received_at, updated_at, completed_at,
         responses, customer, customer_verified, attributes_verified, tracking
     FROM feedbacks WHERE ";

impl Store {
    /// Returns at most `limit` feedbacks that were first stored before number `before`, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn newest_feedbacks(
        &self,
        filter: FeedbackFilter<'_>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<FeedbackRow>, StoreError> {
        let mut query = QueryBuilder::new(SELECT);
        query.push("seq < ").push_bind(before.unwrap_or(i64::MAX));
        filter.push_to(&mut query);
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }

    /// Returns at most `limit` feedbacks that changed at or after `since` and come after the cursor, the earliest change
    /// first.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn changed_feedbacks(
        &self,
        filter: FeedbackFilter<'_>,
        since: Millis,
        after: Option<&ListCursor>,
        limit: u32,
    ) -> Result<Vec<FeedbackRow>, StoreError> {
        let mut query = QueryBuilder::new(SELECT);
        query.push("updated_at >= ").push_bind(since);
        if let Some(after) = after {
            query.push(" AND (updated_at, id) > (");
            query.push_bind(after.place).push(", ");
            query.push_bind(after.feedback_id.clone()).push(")");
        }
        filter.push_to(&mut query);
        query
            .push(" ORDER BY updated_at, id LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }
}

impl FeedbackFilter<'_> {
    fn push_to(self, query: &mut QueryBuilder) {
        self.nodes.push_to(query, " AND node_id");
        // In the text: an index that holds only partial feedback does not serve a parameter.
        match self.status {
            Some(FeedbackStatus::Partial) => query.push(" AND status = 'partial'"),
            Some(FeedbackStatus::Complete) => query.push(" AND status = 'complete'"),
            None => query,
        };
    }
}
