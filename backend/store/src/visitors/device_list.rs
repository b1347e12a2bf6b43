//! The list of kiosks for staff, and how long they are in it.

use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use crate::node_scope::NodeScope;
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::{DAY, Millis};
use sqlx::FromRow;
use std::convert::Infallible;

/// How long a silent device is remembered.
const SILENCE: Millis = 90 * DAY;

/// A kiosk as it has reported last.
#[derive(Debug, FromRow)]
pub struct DeviceRow {
    /// The order in which devices have reported first.
    pub seq: i64,
    pub node_id: String,
    pub device_id: String,
    pub waiting: i64,
    pub refused: i64,
    pub last_sync_at: Option<Millis>,
    pub version: String,
    pub first_seen_at: Millis,
    pub seen_at: Millis,
}

impl Store {
    /// Returns at most `limit` devices, of these nodes, that have reported first before number `before`, the newest first.
    pub async fn newest_devices(
        &self,
        nodes: &NodeScope,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<DeviceRow>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT seq, node_id, device_id, waiting, refused, last_sync_at, version, first_seen_at, seen_at
             FROM devices WHERE ",
        );
        query.push("seq < ").push_bind(before.unwrap_or(i64::MAX));
        nodes.push_to(&mut query, " AND node_id");
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }

    /// Forgets the devices that have been silent for long.
    pub(crate) async fn remove_silent_devices(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let part =
            query("DELETE FROM devices WHERE seq IN (SELECT seq FROM devices WHERE seen_at <= $1 LIMIT $2)");
        self.sweep(part.bind(now - SILENCE).bind(SWEPT_AT_ONCE)).await
    }
}
