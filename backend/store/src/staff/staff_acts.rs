//! The job of what staff do with a chat beside writing in it (docs/staff.md#acts).
//!
//! Each act is one conditional statement. One that changes nothing, because its result holds already, is answered with that
//! and leaves no trace, so that a repeat does no harm.

use crate::blocks::{blocked_addresses, blocked_devices};
use crate::chats::chat_queue::announce_moving_up;
use crate::database::{Query, Transaction, query};
use crate::error::StoreError;
use crate::job::chat_status::ChatStatus;
use crate::job::webhook_outbox::Event;
use crate::job::{Job, JobError, WriteTransaction};
use crate::staff_audit::{self, ActBy, StaffAct};
use base::time::{Millis, to_rfc3339};
use serde::{Serialize, Serializer};
use sqlx::FromRow;
use utoipa::ToSchema;

/// What a member of staff does with a chat.
#[derive(Debug, Clone)]
pub struct ChatAct {
    pub feedback_id: String,
    pub by: ActBy,
    pub kind: ChatActKind,
}

/// What staff do with a chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatActKind {
    /// Staff have read it up to a position.
    Read { position: i64 },
    /// Takes a chat that nobody has.
    Claim,
    /// Gives it to a member of staff, or to nobody.
    Assign { to: Option<String> },
    /// Opens a queued chat.
    Accept,
    /// Ends a chat that is open or queued.
    Close,
    /// Opens a chat that is queued or over.
    Reopen,
    /// Makes the tokens of an epoch worthless.
    RevokeToken { epoch: i64 },
    /// Refuses what the chat's device sends to the node from now on.
    BlockDevice { device_hash: String },
    /// Puts it off until a time, or no longer.
    Snooze { until: Option<Millis> },
    /// Ends a chat, and refuses what its device, and for some time what its address sends to the node.
    BlockSender { device_hash: String },
}

/// What is written down: the act, and what it was about beside the chat.
type Change = (StaffAct, Option<String>);

/// A chat as staff have it, after an act.
#[derive(Debug, Clone, PartialEq, Eq, FromRow, Serialize, ToSchema)]
pub struct StaffChatState {
    pub feedback_id: String,
    pub status: ChatStatus,
    #[serde(skip)]
    pub position: i64,
    /// Names of members of staff.
    #[schema(required = true)]
    pub assigned_to: Option<String>,
    #[schema(required = true)]
    pub accepted_by: Option<String>,
    #[schema(required = true)]
    pub closed_by: Option<String>,
    /// Up to where staff have read it.
    #[sqlx(rename = "staff_read_position")]
    pub read_position: i64,
    /// The epoch of the customer's tokens.
    #[schema(required = true)]
    pub token_epoch: Option<i64>,
    /// Until when staff put it off.
    #[serde(serialize_with = "serialize_time")]
    #[schema(required = true, value_type = Option<String>)]
    pub snoozed_until: Option<Millis>,
}

fn serialize_time<S: Serializer>(at: &Option<Millis>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(to_rfc3339).serialize(serializer)
}

/// Why an act was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatActRefusal {
    /// There is no such chat.
    UnknownChat,
    /// The chat has a status that does not allow it.
    WrongStatus(ChatStatus),
    /// Somebody else has the chat.
    AssignedTo(String),
    /// The node has as many blocked devices as it may have.
    TooManyBlockedDevices,
}

impl Job for ChatAct {
    type Reply = StaffChatState;
    type Refusal = ChatActRefusal;

    fn bytes(&self) -> usize {
        let more = match &self.kind {
            ChatActKind::Assign { to } => to.as_ref().map_or(0, String::len),
            ChatActKind::BlockDevice { device_hash } | ChatActKind::BlockSender { device_hash } => {
                device_hash.len()
            }
            _ => 0,
        };
        self.feedback_id.len() + self.by.staff.len() + more
    }

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<StaffChatState, JobError<ChatActRefusal>> {
        let connection = transaction.connection();
        let before = staff_chat_state(connection, &self.feedback_id).await?;
        let before = before.ok_or(JobError::Refused(ChatActRefusal::UnknownChat))?;
        if before.status == ChatStatus::Queued && self.kind.ends_waiting() {
            announce_moving_up(transaction, &self.feedback_id).await?;
        }
        let connection = transaction.connection();
        let changes = self.change(connection, &before).await?;
        if changes.is_empty() {
            return Ok(before);
        }
        for (act, subject) in changes {
            staff_audit::add_for_chat(connection, &self.by, act, &self.feedback_id, subject).await?;
        }
        let after = staff_chat_state(connection, &self.feedback_id).await?;
        let after = after.ok_or(JobError::Refused(ChatActRefusal::UnknownChat))?;
        if after.status != before.status {
            let (id, status) = (&self.feedback_id, after.status);
            transaction.note_event(Event::of_status(id, status, after.position, self.by.at));
        }
        if after.token_epoch != before.token_epoch {
            transaction.mark_access_ended(&self.feedback_id);
        } else if after.position == before.position {
            transaction.mark_inbox_changed(&self.feedback_id);
        } else {
            transaction.mark_chat_changed(&self.feedback_id, after.position);
        }
        Ok(after)
    }
}

impl ChatAct {
    /// Carries the act out; returns what is written down, nothing where nothing has changed. What is decided here is still true in
    /// the statement: the transaction has the write lock.
    async fn change(
        &self,
        connection: &mut Transaction,
        chat: &StaffChatState,
    ) -> Result<Vec<Change>, JobError<ChatActRefusal>> {
        use ChatStatus::{Archived, Closed, Open, Queued};
        let statement = match (&self.kind, chat.status) {
            (ChatActKind::Read { position }, _) => {
                let position = (*position).min(chat.position);
                let changed = self.read(position).execute(connection).await?;
                let change = (StaffAct::Read, Some(position.to_string()));
                return Ok((changed > 0).then_some(change).into_iter().collect());
            }
            (ChatActKind::Claim, _) => match &chat.assigned_to {
                None => self.assign(Some(self.by.staff.clone())),
                Some(name) if *name == self.by.staff => return Ok(Vec::new()),
                Some(name) => return Err(JobError::Refused(ChatActRefusal::AssignedTo(name.clone()))),
            },
            (ChatActKind::Assign { to }, _) if *to == chat.assigned_to => return Ok(Vec::new()),
            (ChatActKind::Assign { to }, _) => self.assign(to.clone()),
            (ChatActKind::Accept, Queued) | (ChatActKind::Reopen, Queued) => self.accept(),
            (ChatActKind::Accept | ChatActKind::Reopen, Open) | (ChatActKind::Close, Closed) => {
                return Ok(Vec::new());
            }
            (ChatActKind::Reopen, Closed | Archived) => self.reopen(),
            (ChatActKind::Close, Open | Queued) => self.close(),
            (ChatActKind::Accept | ChatActKind::Close, status) => {
                return Err(JobError::Refused(ChatActRefusal::WrongStatus(status)));
            }
            (ChatActKind::RevokeToken { epoch }, _) => {
                query("UPDATE feedbacks SET chat_epoch = chat_epoch + 1 WHERE id = $1 AND chat_epoch = $2")
                    .bind(&self.feedback_id)
                    .bind(*epoch)
            }
            (ChatActKind::Snooze { until }, _) if *until == chat.snoozed_until => return Ok(Vec::new()),
            (ChatActKind::Snooze { until: Some(_) }, Closed | Archived) => {
                return Err(JobError::Refused(ChatActRefusal::WrongStatus(chat.status)));
            }
            (ChatActKind::Snooze { until }, _) => {
                query("UPDATE chats SET snoozed_until = $2 WHERE feedback_id = $1")
                    .bind(&self.feedback_id)
                    .bind(*until)
            }
            (ChatActKind::BlockDevice { device_hash }, _) => {
                let has_changed = self.block_device(connection, device_hash).await?;
                return Ok(self.changes_if(has_changed));
            }
            (ChatActKind::BlockSender { device_hash }, status) => {
                return self.block_sender(connection, status, device_hash).await;
            }
        };
        let changed = statement.execute(connection).await?;
        Ok(self.changes_if(changed > 0))
    }

    fn changes_if(&self, has_changed: bool) -> Vec<Change> {
        let change = self.kind.audited().filter(|_| has_changed);
        change.into_iter().collect()
    }

    /// Never goes back.
    fn read(&self, position: i64) -> Query {
        query("UPDATE chats SET staff_read_position = $2 WHERE feedback_id = $1 AND staff_read_position < $2")
            .bind(&self.feedback_id)
            .bind(position)
    }

    fn assign(&self, to: Option<String>) -> Query {
        query("UPDATE chats SET assigned_to = $2 WHERE feedback_id = $1")
            .bind(&self.feedback_id)
            .bind(to)
    }

    /// Anyone who accepts a chat has it, unless somebody has it already.
    fn accept(&self) -> Query {
        self.with_status(
            "UPDATE chats SET status = 'open', queued_at = NULL, accepted_by = $3,
                 assigned_to = COALESCE(assigned_to, $3), position = position + 1,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END WHERE feedback_id = $1",
        )
    }

    fn close(&self) -> Query {
        self.with_status(
            "UPDATE chats SET status = 'closed', queued_at = NULL, snoozed_until = NULL, over_since = $2, closed_by = $3, position = position + 1,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END WHERE feedback_id = $1",
        )
    }

    fn reopen(&self) -> Query {
        query(
            "UPDATE chats SET status = 'open', over_since = NULL, closed_by = NULL, position = position + 1,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END WHERE feedback_id = $1",
        )
        .bind(&self.feedback_id)
        .bind(self.by.at)
    }

    fn with_status(&self, sql: &'static str) -> Query {
        query(sql)
            .bind(&self.feedback_id)
            .bind(self.by.at)
            .bind(&self.by.staff)
    }

    async fn block_device(
        &self,
        connection: &mut Transaction,
        device_hash: &str,
    ) -> Result<bool, JobError<ChatActRefusal>> {
        let (node_id, _) = self.origin(connection).await?;
        let blocked = blocked_devices::block(connection, &node_id, device_hash, &self.by).await?;
        blocked.ok_or(JobError::Refused(ChatActRefusal::TooManyBlockedDevices))
    }

    /// Blocks first: what is refused must leave nothing behind.
    async fn block_sender(
        &self,
        connection: &mut Transaction,
        status: ChatStatus,
        device_hash: &str,
    ) -> Result<Vec<Change>, JobError<ChatActRefusal>> {
        let mut changes = Vec::new();
        if self.block_device(connection, device_hash).await? {
            changes.push((StaffAct::BlockDevice, Some(device_hash.to_owned())));
        }
        let (node_id, address_hash) = self.origin(connection).await?;
        if let Some(hash) = address_hash
            && blocked_addresses::block(connection, &node_id, &hash, &self.by).await?
        {
            changes.push((StaffAct::BlockAddress, Some(hash)));
        }
        if matches!(status, ChatStatus::Open | ChatStatus::Queued) {
            self.close().execute(connection).await?;
            changes.push((StaffAct::Close, None));
        }
        Ok(changes)
    }

    /// Returns the node of the chat, and the hash of the address that it began from.
    async fn origin(&self, connection: &mut Transaction) -> Result<(String, Option<String>), StoreError> {
        let origin = query("SELECT node_id, address_hash FROM chats WHERE feedback_id = $1")
            .bind(&self.feedback_id)
            .fetch_one(connection)
            .await?;
        Ok(origin)
    }
}

impl ChatActKind {
    /// Returns whether a queued chat leaves the queue.
    fn ends_waiting(&self) -> bool {
        matches!(
            self,
            Self::Accept | Self::Close | Self::Reopen | Self::BlockSender { .. }
        )
    }

    /// Returns what is written down of an act that is one change.
    fn audited(&self) -> Option<Change> {
        Some(match self {
            Self::Claim => (StaffAct::Claim, None),
            Self::Assign { to } => (StaffAct::Assign, to.clone()),
            Self::Accept => (StaffAct::Accept, None),
            Self::Close => (StaffAct::Close, None),
            Self::Reopen => (StaffAct::Reopen, None),
            Self::RevokeToken { .. } => (StaffAct::RevokeToken, None),
            Self::Snooze { until } => (StaffAct::Snooze, until.map(to_rfc3339)),
            Self::BlockDevice { device_hash } => (StaffAct::BlockDevice, Some(device_hash.clone())),
            Self::Read { .. } | Self::BlockSender { .. } => return None,
        })
    }
}

async fn staff_chat_state(
    connection: &mut Transaction,
    feedback_id: &str,
) -> Result<Option<StaffChatState>, StoreError> {
    Ok(select_staff_chat_state(feedback_id)
        .fetch_optional(connection)
        .await?)
}

/// Reads a chat as staff have it.
pub(crate) fn select_staff_chat_state(feedback_id: &str) -> Query {
    query(
        "SELECT chats.feedback_id, chats.status, chats.position, assigned_to, accepted_by, closed_by, staff_read_position,
             chat_epoch AS token_epoch, snoozed_until
         FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id WHERE chats.feedback_id = $1",
    )
    .bind(feedback_id)
}
