//! What staff have done: when, who, what and on what, without contents (docs/staff.md#audit).

use super::database::{Db, Transaction, Value, query};
use super::error::StoreError;
use super::node_scope::NodeScope;
use crate::time::{DAY, Millis};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// How long an act is remembered.
const LIFE: Millis = 365 * DAY;

/// Most acts that are remembered.
const MOST: i64 = 1_000_000;

/// What a member of staff has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub(crate) enum StaffAct {
    Reply,
    Note,
    Read,
    Claim,
    Assign,
    Accept,
    Close,
    Reopen,
    RevokeToken,
    BlockDevice,
    UnblockDevice,
    PutCannedReply,
    DeleteCannedReply,
}

impl From<StaffAct> for Value {
    fn from(act: StaffAct) -> Self {
        match act {
            StaffAct::Reply => "reply",
            StaffAct::Note => "note",
            StaffAct::Read => "read",
            StaffAct::Claim => "claim",
            StaffAct::Assign => "assign",
            StaffAct::Accept => "accept",
            StaffAct::Close => "close",
            StaffAct::Reopen => "reopen",
            StaffAct::RevokeToken => "revoke_token",
            StaffAct::BlockDevice => "block_device",
            StaffAct::UnblockDevice => "unblock_device",
            StaffAct::PutCannedReply => "put_canned_reply",
            StaffAct::DeleteCannedReply => "delete_canned_reply",
        }
        .into()
    }
}

/// Who does something, and when.
#[derive(Debug, Clone)]
pub(crate) struct ActBy {
    /// The name of the token.
    pub(crate) staff: String,
    /// By the server's clock.
    pub(crate) at: Millis,
}

/// A stored act.
#[derive(Debug, FromRow)]
pub(crate) struct AuditRow {
    /// The order in which it was done.
    pub(crate) seq: i64,
    pub(crate) at: Millis,
    pub(crate) staff: String,
    pub(crate) act: StaffAct,
    pub(crate) node_id: Option<String>,
    pub(crate) feedback_id: Option<String>,
    /// The id or name of what else it was about.
    pub(crate) subject: Option<String>,
}

/// Which acts a list contains; `None` means any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AuditFilter<'a> {
    pub(crate) nodes: &'a NodeScope,
    pub(crate) feedback_id: Option<&'a str>,
    pub(crate) staff: Option<&'a str>,
    pub(crate) act: Option<StaffAct>,
}

/// Writes down what was done with a chat, in the transaction that does it.
pub(super) async fn add_for_chat(
    transaction: &mut Transaction,
    by: &ActBy,
    act: StaffAct,
    feedback_id: &str,
    subject: Option<String>,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO staff_audit (at, staff, act, node_id, feedback_id, subject)
         SELECT $1, $2, $3, node_id, feedback_id, $4 FROM chats WHERE feedback_id = $5",
    )
    .bind(by.at)
    .bind(&by.staff)
    .bind(act)
    .bind(subject)
    .bind(feedback_id)
    .execute(transaction)
    .await?;
    Ok(())
}

/// Writes down what was done for a node, or for all.
pub(super) async fn add_for_node(
    transaction: &mut Transaction,
    by: &ActBy,
    act: StaffAct,
    node_id: Option<&str>,
    subject: &str,
) -> Result<(), StoreError> {
    query("INSERT INTO staff_audit (at, staff, act, node_id, subject) VALUES ($1, $2, $3, $4, $5)")
        .bind(by.at)
        .bind(&by.staff)
        .bind(act)
        .bind(node_id.map(str::to_owned))
        .bind(subject)
        .execute(transaction)
        .await?;
    Ok(())
}

/// Forgets acts that are old, or too many.
pub(super) async fn remove_old(db: &Db, now: Millis) -> Result<(), StoreError> {
    query("DELETE FROM staff_audit WHERE at <= $1 OR seq <= (SELECT MAX(seq) FROM staff_audit) - $2")
        .bind(now - LIFE)
        .bind(MOST)
        .execute(db)
        .await?;
    Ok(())
}
