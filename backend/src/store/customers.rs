//! The job that stores a customer: an id that the server gave out, with the device that asked for it.

use super::database::QueryBuilder;
use super::error::StoreError;
use super::writer::{JobKind, JobResult, WriteTransaction};
use crate::time::Millis;
use std::convert::Infallible;

/// A customer of whom only the device is known.
#[derive(Debug)]
pub(super) struct NewCustomer {
    pub(super) id: String,
    pub(super) node_id: String,
    pub(super) device_id: Option<String>,
    pub(super) created_at: Millis,
}

impl JobKind for NewCustomer {
    type Reply = ();
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        self.id.len() + self.node_id.len() + self.device_id.as_ref().map_or(0, String::len)
    }

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        let mut insert = QueryBuilder::new("INSERT INTO customers (id, node_id, device_id, created_at) ");
        insert.push_values(jobs, |row, customer| {
            row.push_bind(customer.id.clone());
            row.push_bind(customer.node_id.clone());
            row.push_bind(customer.device_id.clone());
            row.push_bind(customer.created_at);
        });
        insert.build().execute(transaction.connection()).await?;
        Ok(vec![Ok(()); jobs.len()])
    }
}
