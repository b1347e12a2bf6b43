//! The list of unsubscriptions for staff.

use crate::database::QueryBuilder;
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use crate::visitors::unsubscriptions::UnsubscribableChannel;
use base::time::Millis;
use sqlx::FromRow;

/// A stored unsubscription.
#[derive(Debug, FromRow)]
pub struct UnsubscriptionRow {
    /// The order in which they came.
    pub seq: i64,
    pub node_id: String,
    pub channel: UnsubscribableChannel,
    /// A JSON object.
    pub tracking: String,
    pub device_id: Option<String>,
    pub created_at: Millis,
}

/// Which unsubscriptions a list contains; no channel means any.
#[derive(Debug, Clone, Copy)]
pub struct UnsubscriptionFilter<'a> {
    pub nodes: &'a NodeScope,
    pub channel: Option<UnsubscribableChannel>,
}

impl Store {
    /// Returns at most `limit` unsubscriptions that came before number `before`, the newest first.
    pub async fn newest_unsubscriptions(
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
