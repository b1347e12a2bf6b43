//! Statements as jobs of the writer.

use crate::database::Query;
use crate::job::{Job, JobError, WriteTransaction};
use std::convert::Infallible;

impl Job for Query {
    /// How many rows it has changed.
    type Reply = u64;
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        self.bytes()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<u64, JobError<Infallible>> {
        Ok(self.clone().execute(transaction.connection()).await?)
    }
}
