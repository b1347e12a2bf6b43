//! What staff have done: when, who, what and on what, without contents (docs/staff.md#audit).

use crate::database::{Query, QueryBuilder, Transaction, bind_by_name, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use crate::node_scope::NodeScope;
use base::time::{DAY, Millis};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use std::convert::Infallible;
use utoipa::ToSchema;

/// How long an act is remembered.
const LIFE: Millis = 365 * DAY;

/// Most acts that are remembered.
const MOST: i64 = 1_000_000;

/// How far apart failures of one person to sign in are remembered.
const FAILURES_APART: Millis = 60_000;

/// How far apart edits of one person in one draft are remembered.
const EDITS_APART: Millis = 10 * 60_000;

/// What a member of staff has done.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum StaffAct {
    Reply,
    Note,
    Read,
    Claim,
    Assign,
    Accept,
    Close,
    Reopen,
    RevokeToken,
    Snooze,
    BlockDevice,
    UnblockDevice,
    BlockAddress,
    UnblockAddress,
    PutCannedReply,
    DeleteCannedReply,
    /// Begins a draft of a flow, or gives it another text.
    PutDraft,
    /// Changes parts of a draft; at most once in ten minutes for a person.
    EditDraft,
    RemoveDraft,
    /// Makes a draft the newest revision of its flow.
    PublishDraft,
    Erase,
    PutWebhook,
    DeleteWebhook,
    RotateWebhookSecret,
    ReplayWebhook,
    SetReview,
    TagFeedback,
    NoteFeedback,
    Export,
    /// Has an export made that is kept.
    CreateExport,
    DownloadExport,
    RemoveExport,
    ExportCustomer,
    SignIn,
    /// A wrong password or code; at most once a minute for a person.
    FailSignIn,
    SignOut,
    /// Of other browsers than the own.
    EndSessions,
    UseLink,
    Rename,
    /// Of somebody else.
    RenameUser,
    ChangePassword,
    PutSecondFactor,
    RemoveSecondFactor,
    UseRecoveryCode,
    AddUser,
    ResetUser,
    DisableUser,
    EnableUser,
    ChangeRole,
    AddStaffToken,
    RevokeStaffToken,
    Import,
    PutRecord,
    RestoreRecord,
    ArchiveRecord,
}

bind_by_name!(StaffAct);

/// Who does something, and when.
#[derive(Debug, Clone)]
pub struct ActBy {
    /// The name of the person or the token.
    pub staff: String,
    /// By the server's clock.
    pub at: Millis,
}

/// An act that changes nothing.
#[derive(Debug, Clone)]
pub struct StaffNote {
    pub by: ActBy,
    pub act: StaffAct,
    /// For each of which it is written down; `None`: all nodes.
    pub nodes: Vec<Option<String>>,
    pub subject: String,
}

/// A stored act.
#[derive(Debug, FromRow)]
pub struct AuditRow {
    /// The order in which it was done.
    pub seq: i64,
    pub at: Millis,
    pub staff: String,
    pub act: StaffAct,
    pub node_id: Option<String>,
    pub feedback_id: Option<String>,
    /// The id or name of what else it was about.
    pub subject: Option<String>,
}

/// Which acts a list contains; `None` means any.
#[derive(Debug, Clone, Copy)]
pub struct AuditFilter<'a> {
    pub nodes: &'a NodeScope,
    pub feedback_id: Option<&'a str>,
    pub staff: Option<&'a str>,
    pub act: Option<StaffAct>,
}

impl Job for StaffNote {
    type Reply = ();
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        let nodes = self.nodes.iter().flatten().map(String::len);
        nodes.sum::<usize>() + self.by.staff.len() + self.subject.len()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        for node_id in &self.nodes {
            let connection = transaction.connection();
            add_for_node(connection, &self.by, self.act, node_id.as_deref(), &self.subject).await?;
        }
        Ok(())
    }
}

/// Writes down what was done with a chat, in the transaction that does it.
pub(crate) async fn add_for_chat(
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

/// Writes down what was done with a feedback, in the transaction that does it.
pub(crate) async fn add_for_feedback(
    transaction: &mut Transaction,
    by: &ActBy,
    act: StaffAct,
    feedback_id: &str,
    subject: Option<String>,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO staff_audit (at, staff, act, node_id, feedback_id, subject)
         SELECT $1, $2, $3, node_id, id, $4 FROM feedbacks WHERE id = $5",
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
pub(crate) async fn add_for_node(
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

/// Writes down what was done for some nodes, for each of them, or for all.
pub(crate) async fn add_for_nodes(
    transaction: &mut Transaction,
    by: &ActBy,
    act: StaffAct,
    nodes: &NodeScope,
    subject: &str,
) -> Result<(), StoreError> {
    match nodes {
        NodeScope::All => add_for_node(transaction, by, act, None, subject).await,
        NodeScope::Only(nodes) => {
            for node_id in nodes {
                add_for_node(transaction, by, act, Some(node_id), subject).await?;
            }
            Ok(())
        }
    }
}

/// Writes down that something is erased: a feedback, or what belongs to somebody, who is not named.
pub(crate) async fn add_erasure(
    transaction: &mut Transaction,
    by: &ActBy,
    node_id: Option<&str>,
    feedback_id: Option<&str>,
    erasure_id: &str,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO staff_audit (at, staff, act, node_id, feedback_id, subject) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(by.at)
    .bind(&by.staff)
    .bind(StaffAct::Erase)
    .bind(node_id.map(str::to_owned))
    .bind(feedback_id.map(str::to_owned))
    .bind(erasure_id)
    .execute(transaction)
    .await?;
    Ok(())
}

/// Removes the hash of a device from what was done about it.
pub(crate) async fn forget_device(
    transaction: &mut Transaction,
    device_hash: &str,
    nodes: &NodeScope,
) -> Result<(), StoreError> {
    let mut forget = QueryBuilder::new(
        "UPDATE staff_audit SET subject = NULL WHERE act IN ('block_device', 'unblock_device') AND subject = ",
    );
    forget.push_bind(device_hash);
    nodes.push_to(&mut forget, " AND node_id");
    forget.build().execute(transaction).await?;
    Ok(())
}

/// Returns the statement that writes down that somebody could not sign in, unless that was done within the last minute.
pub(crate) fn add_failed_sign_in(by: &ActBy) -> Query {
    query(
        "INSERT INTO staff_audit (at, staff, act) SELECT $1, $2, $3
         WHERE NOT EXISTS (SELECT 1 FROM staff_audit WHERE at > $4 AND staff = $2 AND act = $3)",
    )
    .bind(by.at)
    .bind(&by.staff)
    .bind(StaffAct::FailSignIn)
    .bind(by.at - FAILURES_APART)
}

/// Returns the statement that writes down that somebody has edited a draft, unless that was done within the last ten minutes.
pub(crate) fn add_edit(by: &ActBy, flow_id: &str) -> Query {
    query(
        "INSERT INTO staff_audit (at, staff, act, subject) SELECT $1, $2, $3, $5
         WHERE NOT EXISTS (SELECT 1 FROM staff_audit WHERE at > $4 AND staff = $2 AND act = $3 AND subject = $5)",
    )
    .bind(by.at)
    .bind(&by.staff)
    .bind(StaffAct::EditDraft)
    .bind(by.at - EDITS_APART)
    .bind(flow_id)
}

/// Returns the statement that forgets acts that are old, or too many: at most so many of them.
pub(crate) fn remove_old(now: Millis, at_once: i64) -> Query {
    query(
        "DELETE FROM staff_audit WHERE seq IN (SELECT seq FROM staff_audit
             WHERE at <= $1 OR seq <= (SELECT MAX(seq) FROM staff_audit) - $2 LIMIT $3)",
    )
    .bind(now - LIFE)
    .bind(MOST)
    .bind(at_once)
}
