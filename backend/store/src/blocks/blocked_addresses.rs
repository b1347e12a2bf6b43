//! Addresses whose feedback and messages a node refuses for some time (docs/staff.md#blocked-addresses), by the hashes that staff
//! see. An address is not a person: it may belong to somebody else next month, so each block ends.

use crate::database::{Executor, Query, QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use crate::staff_audit::{self, ActBy, StaffAct};
use base::time::{DAY, Millis};
use sqlx::FromRow;
use std::collections::BTreeSet;
use std::convert::Infallible;

/// How long an address is blocked.
const LIFE: Millis = 30 * DAY;

/// Most blocked addresses of a node; one more ends the oldest block.
const MOST_BLOCKED: i64 = 10_000;

/// A blocked address.
#[derive(Debug, FromRow)]
pub struct BlockedAddressRow {
    /// The order in which they were blocked.
    pub seq: i64,
    pub node_id: String,
    pub address_hash: String,
    pub blocked_by: String,
    pub blocked_at: Millis,
    pub ends_at: Millis,
}

/// Lets an address in again.
#[derive(Debug, Clone)]
pub struct AddressUnblock {
    pub node_id: String,
    pub address_hash: String,
    pub by: ActBy,
}

impl Job for AddressUnblock {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        let connection = transaction.connection();
        let removed = query("DELETE FROM blocked_addresses WHERE node_id = $1 AND address_hash = $2")
            .bind(&self.node_id)
            .bind(&self.address_hash)
            .execute(&mut *connection)
            .await?;
        if removed > 0 {
            let node_id = Some(self.node_id.as_str());
            let act = StaffAct::UnblockAddress;
            staff_audit::add_for_node(connection, &self.by, act, node_id, &self.address_hash).await?;
        }
        Ok(())
    }
}

/// Blocks an address from now on; returns whether it was not blocked before.
pub(crate) async fn block(
    connection: &mut Transaction,
    node_id: &str,
    address_hash: &str,
    by: &ActBy,
) -> Result<bool, StoreError> {
    let known = blocked_among(&mut *connection, &[(node_id, address_hash)], by.at).await?;
    if !known.is_empty() {
        return Ok(false);
    }
    query(
        "DELETE FROM blocked_addresses WHERE node_id = $1 AND (address_hash = $2 OR seq <= (SELECT seq FROM blocked_addresses
             WHERE node_id = $1 ORDER BY seq DESC LIMIT 1 OFFSET $3))",
    )
    .bind(node_id)
    .bind(address_hash)
    .bind(MOST_BLOCKED - 1)
    .execute(&mut *connection)
    .await?;
    query(
        "INSERT INTO blocked_addresses (node_id, address_hash, blocked_by, blocked_at, ends_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(node_id)
    .bind(address_hash)
    .bind(&by.staff)
    .bind(by.at)
    .bind(by.at + LIFE)
    .execute(connection)
    .await?;
    Ok(true)
}

/// Returns which of these pairs of a node and the hash of an address are blocked at a moment.
pub(crate) async fn blocked_among(
    executor: impl Into<Executor<'_>>,
    pairs: &[(&str, &str)],
    at: Millis,
) -> Result<BTreeSet<(String, String)>, StoreError> {
    if pairs.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut select = QueryBuilder::new("SELECT node_id, address_hash FROM (");
    select.push_values(pairs, |row, (node_id, address_hash)| {
        row.push_bind((*node_id).to_owned());
        row.push_bind((*address_hash).to_owned());
    });
    select.push(
        ") AS listed JOIN blocked_addresses
             ON blocked_addresses.node_id = listed.column1 AND blocked_addresses.address_hash = listed.column2
         WHERE ends_at > ",
    );
    select.push_bind(at);
    let rows: Vec<(String, String)> = select.build().fetch_all(executor).await?;
    Ok(rows.into_iter().collect())
}

/// Returns the statement that removes blocks that have ended: at most so many of them.
pub(crate) fn remove_ended(now: Millis, at_once: i64) -> Query {
    query(
        "DELETE FROM blocked_addresses WHERE seq IN
             (SELECT seq FROM blocked_addresses WHERE ends_at <= $1 LIMIT $2)",
    )
    .bind(now)
    .bind(at_once)
}
