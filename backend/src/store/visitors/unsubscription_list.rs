//! The list of unsubscriptions for staff.

use crate::store::database::QueryBuilder;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::node_scope::NodeScope;
use crate::store::visitors::unsubscriptions::UnsubscribableChannel;
use crate::time::Millis;
use sqlx::FromRow;

/// A stored unsubscription.
#[derive(Debug, FromRow)]
pub(crate) struct UnsubscriptionRow {
    /// The order in which they came.
    pub(crate) seq: i64,
    pub(crate) node_id: String,
    pub(crate) channel: UnsubscribableChannel,
    /// A JSON object.
    pub(crate) tracking: String,
    pub(crate) device_id: Option<String>,
    pub(crate) created_at: Millis,
}

/// Which unsubscriptions a list contains; no channel means any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnsubscriptionFilter<'a> {
    pub(crate) nodes: &'a NodeScope,
    pub(crate) channel: Option<UnsubscribableChannel>,
}

impl Store {
    /// Returns at most `limit` unsubscriptions that came before number `before`, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn newest_unsubscriptions(
        &self,
        filter: UnsubscriptionFilter<'_>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<UnsubscriptionRow>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT seq, node_id, channel, tracking, device_id, created_at FROM unsubscriptions WHERE ",
        );
        query.push("seq < ").push_bind(before.unwrap_or(i64::MAX));
        filter.nodes.push_to(&mut query, " AND node_id");
        if let Some(channel) = filter.channel {
            query.push(" AND channel = ").push_bind(channel);
        }
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }
}
