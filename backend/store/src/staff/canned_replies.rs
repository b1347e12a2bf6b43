//! Texts that staff have at hand (docs/staff.md#canned-replies).

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use crate::staff_audit::{self, ActBy, StaffAct};
use base::time::Millis;
use sqlx::FromRow;

/// Most canned replies of one node, and of those that are for all.
const MOST_REPLIES: i64 = 500;

/// A canned reply.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct CannedReply {
    pub id: String,
    /// `None`: for all nodes.
    pub node_id: Option<String>,
    pub title: String,
    pub body: String,
    pub updated_by: String,
    pub updated_at: Millis,
}

/// Stores a canned reply, or deletes one.
#[derive(Debug, Clone)]
pub enum CannedReplyChange {
    Put(CannedReply),
    Delete { id: String, by: ActBy },
}

/// There are as many canned replies as there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyReplies;

impl Job for CannedReplyChange {
    type Reply = ();
    type Refusal = TooManyReplies;

    fn bytes(&self) -> usize {
        match self {
            Self::Put(reply) => reply.id.len() + reply.title.len() + reply.body.len(),
            Self::Delete { id, .. } => id.len(),
        }
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<TooManyReplies>> {
        let connection = transaction.connection();
        match self {
            Self::Put(reply) => put(connection, reply).await,
            Self::Delete { id, by } => Ok(delete(connection, id, by).await?),
        }
    }
}

async fn put(connection: &mut Transaction, reply: &CannedReply) -> Result<(), JobError<TooManyReplies>> {
    // As many as there are without this one, so that a full list can still be changed.
    let stored = query(
        "INSERT INTO canned_replies (id, node_id, title, body, updated_by, updated_at)
         SELECT $1, $2, $3, $4, $5, $6
         WHERE (SELECT COUNT(*) FROM canned_replies WHERE id <> $1 AND node_id IS NOT DISTINCT FROM $2) < $7
         ON CONFLICT (id) DO UPDATE SET node_id = excluded.node_id, title = excluded.title, body = excluded.body,
             updated_by = excluded.updated_by, updated_at = excluded.updated_at
         WHERE canned_replies.node_id IS DISTINCT FROM excluded.node_id
             OR canned_replies.title <> excluded.title OR canned_replies.body <> excluded.body",
    )
    .bind(&reply.id)
    .bind(&reply.node_id)
    .bind(&reply.title)
    .bind(&reply.body)
    .bind(&reply.updated_by)
    .bind(reply.updated_at)
    .bind(MOST_REPLIES)
    .execute(&mut *connection)
    .await?;
    if stored == 0 {
        let is_there: Option<i64> = query("SELECT updated_at FROM canned_replies WHERE id = $1")
            .bind(&reply.id)
            .scalar_optional(connection)
            .await?;
        // A repeat, unless there was no room for it.
        return is_there.map(drop).ok_or(JobError::Refused(TooManyReplies));
    }
    let by = ActBy {
        staff: reply.updated_by.clone(),
        at: reply.updated_at,
    };
    let node_id = reply.node_id.as_deref();
    staff_audit::add_for_node(connection, &by, StaffAct::PutCannedReply, node_id, &reply.id).await?;
    Ok(())
}

async fn delete(connection: &mut Transaction, id: &str, by: &ActBy) -> Result<(), StoreError> {
    let node_id: Option<Option<String>> = query("DELETE FROM canned_replies WHERE id = $1 RETURNING node_id")
        .bind(id)
        .scalar_optional(&mut *connection)
        .await?;
    let Some(node_id) = node_id else { return Ok(()) };
    staff_audit::add_for_node(
        connection,
        by,
        StaffAct::DeleteCannedReply,
        node_id.as_deref(),
        id,
    )
    .await
}
