//! The job that erases what is older than its node keeps it (docs/deletion.md#retention).

use super::removal::{FEEDBACKS_AT_ONCE, Removal, release_files, remove_chats, remove_feedbacks};
use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::{Job, JobError, WriteTransaction};
use base::time::Millis;
use std::convert::Infallible;

/// What a node keeps for some days only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aged {
    Feedback,
    Partial,
    Chat,
    File,
}

/// Erases some of what is older than a node keeps it.
#[derive(Debug)]
pub struct RetentionStep {
    pub node_id: String,
    pub what: Aged,
    /// What changed last before this time goes.
    pub before: Millis,
    pub at: Millis,
}

/// What a step has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionOutcome {
    /// Whether anything was erased.
    pub has_erased: bool,
    pub has_more: bool,
}

impl Aged {
    /// Selects what is too old: at most `$3` of node `$1` that is older than `$2`. Each has an index.
    fn select(self) -> &'static str {
        match self {
            // Whose chat continues is kept with it.
            Self::Feedback => {
                // What staff have reviewed has changed since, but is not kept for longer.
                "SELECT id FROM (
                     SELECT id FROM (SELECT id FROM feedbacks LEFT JOIN chats ON chats.feedback_id = feedbacks.id
                         WHERE feedbacks.node_id = $1 AND feedbacks.updated_at < $2
                             AND (chats.updated_at IS NULL OR chats.updated_at < $2)
                         ORDER BY feedbacks.updated_at, id LIMIT $3) AS unchanged
                     UNION SELECT id FROM (SELECT id FROM feedbacks LEFT JOIN chats ON chats.feedback_id = feedbacks.id
                         WHERE feedbacks.node_id = $1 AND given_at IS NOT NULL AND given_at < $2
                             AND (chats.updated_at IS NULL OR chats.updated_at < $2)
                         ORDER BY given_at LIMIT $3) AS reviewed) AS old
                 LIMIT $3"
            }
            Self::Partial => {
                "SELECT id FROM feedbacks WHERE status = 'partial' AND node_id = $1 AND COALESCE(given_at, updated_at) < $2
                 ORDER BY seq LIMIT $3"
            }
            Self::Chat => {
                "SELECT feedback_id FROM chats WHERE node_id = $1 AND updated_at < $2 ORDER BY updated_at LIMIT $3"
            }
            Self::File => {
                "SELECT id FROM uploads WHERE feedback_id IS NOT NULL AND node_id = $1 AND created_at < $2
                 ORDER BY created_at LIMIT $3"
            }
        }
    }
}

impl Job for RetentionStep {
    type Reply = RetentionOutcome;
    type Refusal = Infallible;

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<RetentionOutcome, JobError<Infallible>> {
        let ids = self.old(transaction.connection()).await?;
        let removal = match self.what {
            Aged::Feedback | Aged::Partial => remove_feedbacks(transaction, &ids, self.at).await?,
            Aged::Chat => remove_chats(transaction, &ids, self.at).await?,
            Aged::File => {
                release_files(transaction.connection(), &ids).await?;
                Removal::Complete
            }
        };
        Ok(RetentionOutcome {
            has_erased: !ids.is_empty(),
            has_more: removal == Removal::Partial || ids.len() >= FEEDBACKS_AT_ONCE as usize,
        })
    }
}

impl RetentionStep {
    async fn old(&self, connection: &mut Transaction) -> Result<Vec<String>, StoreError> {
        let ids: Vec<(String,)> = query(self.what.select())
            .bind(&self.node_id)
            .bind(self.before)
            .bind(FEEDBACKS_AT_ONCE)
            .fetch_all(connection)
            .await?;
        Ok(ids.into_iter().map(|(id,)| id).collect())
    }
}
