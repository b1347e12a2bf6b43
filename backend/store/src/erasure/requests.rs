//! Orders to erase: kept until they are carried out, so that they go on after a restart (docs/deletion.md#erasing).

use crate::database::{Executor, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{self, ActBy};
use base::time::Millis;
use sqlx::FromRow;
use std::convert::Infallible;
use utoipa::ToSchema;

/// What is erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErasureSubject {
    /// One feedback, by its id.
    Feedback(String),
    /// All that a device has sent: its id, or the hash by which staff know it.
    Device(String),
    /// What belongs to a customer, by the id that visits got.
    Customer(String),
    /// What belongs to a person, by the `external_id` that signatures prove.
    ExternalId(String),
}

/// An order to erase.
#[derive(Debug)]
pub struct NewErasure {
    /// The id of the order if it becomes a new one.
    pub new_id: String,
    pub subject: ErasureSubject,
    pub nodes: NodeScope,
    pub by: ActBy,
}

/// A stored order.
#[derive(Debug, Clone)]
pub struct Erasure {
    pub id: String,
    pub kind: ErasureKind,
    /// `None` once everything is erased.
    pub subject: Option<String>,
    /// The device, once the hash in `subject` is resolved.
    pub device_id: Option<String>,
    pub nodes: NodeScope,
    /// The last customer that was looked at.
    pub(super) customer_cursor: String,
    pub requested_by: String,
    pub requested_at: Millis,
    /// How many feedbacks are erased.
    pub feedbacks: i64,
    /// When the last row and the last file was deleted.
    pub erased_at: Option<Millis>,
    /// When what was deleted had left the files of the database (docs/deletion.md#wiping-deleted-data).
    pub wiped_at: Option<Millis>,
}

/// Whose data an order erases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ErasureKind {
    Feedback,
    Device,
    Customer,
    ExternalId,
}

impl ErasureSubject {
    fn parts(&self) -> (ErasureKind, &str) {
        match self {
            Self::Feedback(id) => (ErasureKind::Feedback, id),
            Self::Device(id) => (ErasureKind::Device, id),
            Self::Customer(id) => (ErasureKind::Customer, id),
            Self::ExternalId(id) => (ErasureKind::ExternalId, id),
        }
    }
}

impl Job for NewErasure {
    /// The id of the order.
    type Reply = String;
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<String, JobError<Infallible>> {
        let connection = transaction.connection();
        if let Some(id) = under_way(&mut *connection, &self.subject, &self.nodes).await? {
            return Ok(id);
        }
        let (kind, subject) = self.subject.parts();
        query(
            "INSERT INTO erasures (id, kind, subject, nodes, requested_by, requested_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&self.new_id)
        .bind(kind.into_str())
        .bind(subject)
        .bind(self.nodes.to_document())
        .bind(&self.by.staff)
        .bind(self.by.at)
        .execute(&mut *connection)
        .await?;
        let feedback_id = (kind == ErasureKind::Feedback).then_some(subject);
        let by = &self.by;
        staff_audit::add_erasure(connection, by, self.nodes.single(), feedback_id, &self.new_id).await?;
        Ok(self.new_id.clone())
    }
}

/// Returns the order about the same at the same nodes that is not carried out yet.
pub(super) async fn under_way(
    executor: impl Into<Executor<'_>>,
    subject: &ErasureSubject,
    nodes: &NodeScope,
) -> Result<Option<String>, StoreError> {
    let (kind, subject) = subject.parts();
    let id = query(
        "SELECT id FROM erasures WHERE wiped_at IS NULL AND erased_at IS NULL AND kind = $1 AND subject = $2
             AND COALESCE(nodes, '') = COALESCE($3, '')",
    )
    .bind(kind.into_str())
    .bind(subject)
    .bind(nodes.to_document())
    .scalar_optional(executor)
    .await?;
    Ok(id)
}

/// A row, as both databases hold it.
#[derive(FromRow)]
struct Row {
    id: String,
    kind: ErasureKind,
    subject: Option<String>,
    device_id: Option<String>,
    nodes: Option<String>,
    customer_cursor: String,
    requested_by: String,
    requested_at: Millis,
    feedbacks: i64,
    erased_at: Option<Millis>,
    wiped_at: Option<Millis>,
}

impl TryFrom<Row> for Erasure {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let nodes = NodeScope::from_document(row.nodes.as_deref(), || {
            format!("the list of nodes of the erasure {}", row.id)
        })?;
        Ok(Self {
            id: row.id,
            kind: row.kind,
            subject: row.subject,
            device_id: row.device_id,
            nodes,
            customer_cursor: row.customer_cursor,
            requested_by: row.requested_by,
            requested_at: row.requested_at,
            feedbacks: row.feedbacks,
            erased_at: row.erased_at,
            wiped_at: row.wiped_at,
        })
    }
}

const SELECT: &str =
    "SELECT id, kind, subject, device_id, nodes, customer_cursor, requested_by, requested_at, feedbacks,
         erased_at, wiped_at FROM erasures WHERE id = $1";

/// Reads an order.
pub(super) async fn load(executor: impl Into<Executor<'_>>, id: &str) -> Result<Option<Erasure>, StoreError> {
    let row: Option<Row> = query(SELECT).bind(id).fetch_optional(executor).await?;
    row.map(Erasure::try_from).transpose()
}
