//! Tells whether imported records have changed, so that a server may keep them in memory (`record_cache`).
//!
//! Every import raises a number in its transaction, and every request asks for it. Requests that come while the number is
//! being read share the next read, as jobs share a transaction of the writer. So a server sees an import of any process at
//! once, and the reads cost little under load.

use crate::database::{Db, Transaction, query};
use crate::error::StoreError;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// The state of all imported records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordVersion(i64);

/// How many requests may wait to be noticed. Further ones wait as well, outside of this queue.
const QUEUE_LENGTH: usize = 1_024;

type Reply = oneshot::Sender<Result<RecordVersion, Arc<StoreError>>>;

/// The one reader of the number.
pub(crate) struct RecordVersions {
    requests: mpsc::Sender<Reply>,
}

impl RecordVersions {
    /// Starts the reader, which ends with the store.
    pub(crate) fn start(db: Db) -> Self {
        let (requests, queue) = mpsc::channel(QUEUE_LENGTH);
        tokio::spawn(run(db, queue));
        Self { requests }
    }

    /// Returns the state after every import that was committed before this call.
    pub(crate) async fn current(&self) -> Result<RecordVersion, StoreError> {
        let (reply_to, reply) = oneshot::channel();
        let closed = || StoreError::Database(sqlx::Error::PoolClosed);
        self.requests.send(reply_to).await.map_err(|_| closed())?;
        reply.await.map_err(|_| closed())?.map_err(StoreError::Shared)
    }
}

/// Raises the number, as part of an import.
pub(crate) async fn raise(transaction: &mut Transaction) -> Result<(), StoreError> {
    query("UPDATE record_changes SET number = number + 1 WHERE id = 1")
        .execute(transaction)
        .await?;
    Ok(())
}

async fn run(db: Db, mut queue: mpsc::Receiver<Reply>) {
    let mut waiting = Vec::new();
    while queue.recv_many(&mut waiting, QUEUE_LENGTH).await > 0 {
        let version = read(&db).await.map_err(Arc::new);
        if version.is_err() {
            // They have waited with the others, and would wait again.
            waiting.extend(std::iter::from_fn(|| queue.try_recv().ok()));
        }
        for reply_to in waiting.drain(..) {
            // Fails if the requester is gone.
            let _ = reply_to.send(version.clone());
        }
    }
}

async fn read(db: &Db) -> Result<RecordVersion, StoreError> {
    let number: i64 = query("SELECT number FROM record_changes WHERE id = 1")
        .scalar(db)
        .await?;
    Ok(RecordVersion(number))
}
