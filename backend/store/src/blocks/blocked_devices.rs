//! Devices whose feedback and messages a node refuses (docs/staff.md#blocked-devices), by the hashes that staff see.

use crate::database::{Executor, QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use crate::staff_audit::{self, ActBy, StaffAct};
use base::time::Millis;
use sqlx::FromRow;
use std::collections::BTreeSet;

/// Most blocked devices of a node.
const MOST_BLOCKED: i64 = 10_000;

/// Blocks a device at a node, or lets it in again.
#[derive(Debug, Clone)]
pub struct DeviceBlock {
    pub node_id: String,
    pub device_hash: String,
    pub is_blocked: bool,
    pub by: ActBy,
}

/// The node has as many blocked devices as it may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyBlocked;

/// A blocked device.
#[derive(Debug, FromRow)]
pub struct BlockedDeviceRow {
    /// The order in which they were blocked.
    pub seq: i64,
    pub node_id: String,
    pub device_hash: String,
    pub blocked_by: String,
    pub blocked_at: Millis,
}

impl Job for DeviceBlock {
    type Reply = ();
    type Refusal = TooManyBlocked;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<TooManyBlocked>> {
        let connection = transaction.connection();
        let (has_changed, act) = if self.is_blocked {
            let blocked = block(connection, &self.node_id, &self.device_hash, &self.by).await?;
            (
                blocked.ok_or(JobError::Refused(TooManyBlocked))?,
                StaffAct::BlockDevice,
            )
        } else {
            let removed = query("DELETE FROM blocked_devices WHERE node_id = $1 AND device_hash = $2")
                .bind(&self.node_id)
                .bind(&self.device_hash)
                .execute(&mut *connection)
                .await?;
            (removed > 0, StaffAct::UnblockDevice)
        };
        if has_changed {
            let node_id = Some(self.node_id.as_str());
            staff_audit::add_for_node(connection, &self.by, act, node_id, &self.device_hash).await?;
        }
        Ok(())
    }
}

/// Blocks a device; returns whether it was not blocked before, or `None` if the node has too many.
pub(crate) async fn block(
    connection: &mut Transaction,
    node_id: &str,
    device_hash: &str,
    by: &ActBy,
) -> Result<Option<bool>, StoreError> {
    let known = blocked_among(&mut *connection, &[(node_id, device_hash)]).await?;
    if !known.is_empty() {
        return Ok(Some(false));
    }
    let blocked = query(
        "INSERT INTO blocked_devices (node_id, device_hash, blocked_by, blocked_at)
         SELECT $1, $2, $3, $4 WHERE (SELECT COUNT(*) FROM blocked_devices WHERE node_id = $1) < $5",
    )
    .bind(node_id)
    .bind(device_hash)
    .bind(&by.staff)
    .bind(by.at)
    .bind(MOST_BLOCKED)
    .execute(connection)
    .await?;
    Ok((blocked > 0).then_some(true))
}

/// Returns which of these pairs of a node and the hash of a device are blocked.
pub(crate) async fn blocked_among(
    executor: impl Into<Executor<'_>>,
    pairs: &[(&str, &str)],
) -> Result<BTreeSet<(String, String)>, StoreError> {
    if pairs.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut select = QueryBuilder::new("SELECT node_id, device_hash FROM (");
    select.push_values(pairs, |row, (node_id, device_hash)| {
        row.push_bind((*node_id).to_owned());
        row.push_bind((*device_hash).to_owned());
    });
    select.push(
        ") AS listed JOIN blocked_devices
             ON blocked_devices.node_id = listed.column1 AND blocked_devices.device_hash = listed.column2",
    );
    let rows: Vec<(String, String)> = select.build().fetch_all(executor).await?;
    Ok(rows.into_iter().collect())
}
