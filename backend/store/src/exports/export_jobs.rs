//! The life of exports, shared by all servers: one is claimed for a while, and continues with another server if that passes.
//!
//! A claim has a number: a server whose export was claimed again or removed since learns so from its next job, and ends.

use super::export_parts::release_parts;
use super::export_rows::ExportProblem;
use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{ActBy, StaffAct, add_for_nodes};
use base::time::Millis;
use sqlx::FromRow;
use std::convert::Infallible;

/// Most exports of one owner.
pub const MOST_EXPORTS: i64 = 20;

/// An export to make.
#[derive(Debug)]
pub struct NewExport {
    pub id: String,
    pub owner: String,
    pub by: ActBy,
    pub nodes: NodeScope,
    pub format: &'static str,
    pub parameters: String,
    /// What it is made by.
    pub work: String,
    pub expires_at: Millis,
}

/// The owner has as many exports as they may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyExports;

impl Job for NewExport {
    type Reply = ();
    type Refusal = TooManyExports;

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.parameters.len() + self.work.len()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<TooManyExports>> {
        let connection = transaction.connection();
        let added = query(
            "INSERT INTO exports (id, owner, requested_by, requested_at, nodes, format, parameters, work, state, expires_at)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9
             WHERE (SELECT COUNT(*) FROM exports WHERE owner = $2 AND expires_at > $4) < $10",
        )
        .bind(&self.id)
        .bind(&self.owner)
        .bind(&self.by.staff)
        .bind(self.by.at)
        .bind(self.nodes.to_document())
        .bind(self.format)
        .bind(&self.parameters)
        .bind(&self.work)
        .bind(self.expires_at)
        .bind(MOST_EXPORTS)
        .execute(&mut *connection)
        .await?;
        if added == 0 {
            return Err(JobError::Refused(TooManyExports));
        }
        add_for_nodes(
            connection,
            &self.by,
            StaffAct::CreateExport,
            &self.nodes,
            &self.id,
        )
        .await?;
        Ok(())
    }
}

/// Takes the export that has waited longest, for the server that makes it. None while an order to erase has something left: what it
/// erases next must not be in a new file.
#[derive(Debug)]
pub struct ExportClaim {
    pub now: Millis,
    /// When it is due again, unless its server says before that it still makes it.
    pub until: Millis,
}

/// An export that a server is to make.
#[derive(Debug, Clone, FromRow)]
pub struct ClaimedExport {
    pub id: String,
    /// With this one.
    pub attempts: i64,
    pub work: String,
}

impl Job for ExportClaim {
    type Reply = Option<ClaimedExport>;
    type Refusal = Infallible;

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<Option<ClaimedExport>, JobError<Infallible>> {
        let connection = transaction.connection();
        let claimed: Option<ClaimedExport> = query(
            "UPDATE exports SET state = 'running', attempts = attempts + 1, leased_until = $2, feedbacks = 0, bytes = 0
             WHERE id = (SELECT id FROM exports
                     WHERE state IN ('queued', 'running') AND leased_until <= $1 AND expires_at > $1
                     ORDER BY leased_until, id LIMIT 1)
                 AND NOT EXISTS (SELECT 1 FROM erasures WHERE wiped_at IS NULL AND erased_at IS NULL)
             RETURNING id, attempts, work",
        )
        .bind(self.now)
        .bind(self.until)
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(export) = &claimed {
            release_parts(connection, &export.id, None).await?;
        }
        Ok(claimed)
    }
}

/// Says how far a claimed export is, and perhaps that a part of its file is about to be stored.
#[derive(Debug)]
pub struct ExportProgress {
    pub export: ClaimedExport,
    pub now: Millis,
    pub until: Millis,
    pub feedbacks: u64,
    /// With the part.
    pub bytes: u64,
    pub part: Option<NewExportPart>,
}

/// A part of a file that is about to be stored.
#[derive(Debug)]
pub struct NewExportPart {
    pub storage_key: String,
    /// The first has 0.
    pub position: u32,
    pub size: u64,
}

impl Job for ExportProgress {
    /// Whether the server still has the export.
    type Reply = bool;
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<bool, JobError<Infallible>> {
        let connection = transaction.connection();
        let changed = query(
            "UPDATE exports SET leased_until = $3, feedbacks = $4, bytes = $5
             WHERE id = $1 AND attempts = $2 AND state = 'running'",
        )
        .bind(&self.export.id)
        .bind(self.export.attempts)
        .bind(self.until)
        .bind(signed(self.feedbacks))
        .bind(signed(self.bytes))
        .execute(&mut *connection)
        .await?;
        if changed == 0 {
            return Ok(false);
        }
        if let Some(part) = &self.part {
            query(
                "INSERT INTO export_parts (storage_key, export_id, position, size, created_at) VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(&part.storage_key)
            .bind(&self.export.id)
            .bind(part.position)
            .bind(signed(part.size))
            .bind(self.now)
            .execute(connection)
            .await?;
        }
        Ok(true)
    }
}

/// Stores the result of a claimed export. Nothing if it was claimed again since, or removed.
#[derive(Debug)]
pub struct ExportOutcome {
    pub export: ClaimedExport,
    pub now: Millis,
    pub result: ExportResult,
}

/// The result of a claimed export.
#[derive(Debug, Clone, Copy)]
pub enum ExportResult {
    Done {
        feedbacks: u64,
        bytes: u64,
        expires_at: Millis,
    },
    Failed(ExportProblem),
    /// It is made once more, from this time on.
    Again {
        at: Millis,
    },
}

impl Job for ExportOutcome {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        Ok(self.note(transaction.connection()).await?)
    }
}

impl ExportOutcome {
    async fn note(&self, connection: &mut Transaction) -> Result<(), StoreError> {
        let change = match self.result {
            ExportResult::Done {
                feedbacks,
                bytes,
                expires_at,
            } => query(
                "UPDATE exports SET state = 'done', leased_until = 0, finished_at = $3, feedbacks = $4, bytes = $5,
                     expires_at = $6
                 WHERE id = $1 AND attempts = $2 AND state = 'running'",
            )
            .bind(&self.export.id)
            .bind(self.export.attempts)
            .bind(self.now)
            .bind(signed(feedbacks))
            .bind(signed(bytes))
            .bind(expires_at),
            ExportResult::Failed(problem) => query(
                "UPDATE exports SET state = 'failed', leased_until = 0, finished_at = $3, feedbacks = 0, bytes = 0, problem = $4
                 WHERE id = $1 AND attempts = $2 AND state = 'running'",
            )
            .bind(&self.export.id)
            .bind(self.export.attempts)
            .bind(self.now)
            .bind(problem),
            ExportResult::Again { at } => query(
                "UPDATE exports SET state = 'queued', leased_until = $3, feedbacks = 0, bytes = 0
                 WHERE id = $1 AND attempts = $2 AND state = 'running'",
            )
            .bind(&self.export.id)
            .bind(self.export.attempts)
            .bind(at),
        };
        let changed = change.execute(&mut *connection).await?;
        if changed > 0 && !matches!(self.result, ExportResult::Done { .. }) {
            release_parts(connection, &self.export.id, None).await?;
        }
        Ok(())
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Store {
    /// Takes an order to make an export.
    pub async fn begin_export(&self, export: NewExport) -> Result<(), WriteError<TooManyExports>> {
        self.writer.write(export).await
    }

    /// Takes an export that is due; `None` if there is none now.
    pub async fn claim_export(
        &self,
        claim: ExportClaim,
    ) -> Result<Option<ClaimedExport>, WriteError<Infallible>> {
        self.writer.write(claim).await
    }

    /// Says how far an export is; returns whether it is still the server's.
    pub async fn note_export_progress(
        &self,
        progress: ExportProgress,
    ) -> Result<bool, WriteError<Infallible>> {
        self.writer.write(progress).await
    }

    /// Stores the result of an export.
    pub async fn end_export(&self, outcome: ExportOutcome) -> Result<(), WriteError<Infallible>> {
        self.writer.write(outcome).await
    }
}
