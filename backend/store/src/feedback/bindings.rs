//! The job that stores what was looked up for an answer, until the feedback with this answer has a copy
//! (docs/connectors.md#binding-data).

use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::job::{BatchedJob, JobResult, WriteTransaction};
use base::time::{DAY, Millis, now};
use sqlx::FromRow;
use std::convert::Infallible;

/// How long binding data waits for its feedback (docs/constants.md#delays).
const LIFETIME: Millis = DAY;

/// Most expired rows that are removed with one insertion: more than one adds.
const SWEEP_ROWS: i64 = 1_000;

/// Binding data, and the one answer that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Binding {
    /// 128 random bits.
    pub id: String,
    pub device_id: String,
    pub node_id: String,
    pub flow_id: String,
    pub question_id: String,
    /// Of the answer's text, which may be personal.
    pub answer_hash: String,
    /// A JSON object.
    pub data: String,
}

impl BatchedJob for Binding {
    type Reply = ();
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        let ids = [
            &self.id,
            &self.device_id,
            &self.node_id,
            &self.flow_id,
            &self.question_id,
            &self.answer_hash,
        ];
        ids.into_iter().map(String::len).sum::<usize>() + self.data.len()
    }

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        let now = now();
        query("DELETE FROM bindings WHERE id IN (SELECT id FROM bindings WHERE expires_at <= $1 LIMIT $2)")
            .bind(now)
            .bind(SWEEP_ROWS)
            .execute(transaction.connection())
            .await?;
        let mut insert = QueryBuilder::new(
            "INSERT INTO bindings (id, device_id, node_id, flow_id, question_id, answer_hash, data, expires_at) ",
        );
        insert.push_values(jobs, |row, binding| {
            row.push_bind(binding.id.clone());
            row.push_bind(binding.device_id.clone());
            row.push_bind(binding.node_id.clone());
            row.push_bind(binding.flow_id.clone());
            row.push_bind(binding.question_id.clone());
            row.push_bind(binding.answer_hash.clone());
            row.push_bind(binding.data.clone());
            row.push_bind(now + LIFETIME);
        });
        insert.build().execute(transaction.connection()).await?;
        Ok(vec![Ok(()); jobs.len()])
    }
}
