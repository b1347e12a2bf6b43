//! The jobs of one transaction.

use super::jobs_by_kind::{Job, JobsByKind, ResultsByKind};
use super::kind::{Failure, OnChatChanged, WriteTransaction};
use crate::store::chats::chat_changes::ChatChanges;
use crate::store::database::Db;
use crate::store::error::StoreError;
use tracing::error;

/// What became of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The database works; single jobs may have been refused or have failed.
    Committed,
    /// The database is locked, full, down or does not respond.
    Unavailable,
}

/// The jobs of one transaction. The order of kinds is free: nobody has a reply to one of these jobs yet.
pub(super) struct Group(JobsByKind);

/// The result of a committed group.
struct Committed {
    results: ResultsByKind,
    changed_chats: ChatChanges,
}

impl FromIterator<Job> for Group {
    fn from_iter<I: IntoIterator<Item = Job>>(jobs: I) -> Self {
        Self(jobs.into_iter().collect())
    }
}

impl Group {
    /// Writes all jobs in one transaction. If that fails because of one of them, writes each in a transaction of its own,
    /// so that one that cannot be written does not take the others with it. If the database is unavailable, all fail at
    /// once, because one after the other would wait for it.
    pub(super) async fn write(self, db: &Db, on_chat_changed: &OnChatChanged) -> Outcome {
        match self.commit_within_limit(db).await {
            Ok(committed) => {
                self.finish(committed, on_chat_changed);
                Outcome::Committed
            }
            Err(error) if error.is_unavailable() => {
                error!(%error, "database unavailable; refusing queued jobs");
                self.fail(Failure::Unavailable);
                Outcome::Unavailable
            }
            Err(error) => {
                error!(%error, "group commit failed; writing jobs one by one");
                self.write_one_by_one(db, on_chat_changed).await
            }
        }
    }

    async fn write_one_by_one(self, db: &Db, on_chat_changed: &OnChatChanged) -> Outcome {
        let mut outcome = Outcome::Committed;
        for group in self.split() {
            if outcome == Outcome::Unavailable {
                group.fail(Failure::Unavailable);
                continue;
            }
            match group.commit_within_limit(db).await {
                Ok(committed) => group.finish(committed, on_chat_changed),
                Err(error) => {
                    error!(%error, "writing a job failed");
                    let failure = if error.is_unavailable() {
                        outcome = Outcome::Unavailable;
                        Failure::Unavailable
                    } else {
                        Failure::Unwritable
                    };
                    group.fail(failure);
                }
            }
        }
        outcome
    }

    /// Commits within the limit on PostgreSQL, behind a network that may fail. A commit on the disk of this machine is not
    /// given up.
    async fn commit_within_limit(&self, db: &Db) -> Result<Committed, StoreError> {
        match db {
            Db::Sqlite(_) => self.commit(db).await,
            Db::Pg(_, patience) => match tokio::time::timeout(patience.transaction, self.commit(db)).await {
                Ok(result) => result,
                Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
            },
        }
    }

    async fn commit(&self, db: &Db) -> Result<Committed, StoreError> {
        let mut transaction = WriteTransaction::begin(db).await?;
        Ok(Committed {
            results: self.0.run(&mut transaction).await?,
            changed_chats: transaction.commit().await?,
        })
    }

    /// Announces the changed chats, then replies to each job. The announcement does not depend on a requester that is
    /// still there.
    fn finish(self, committed: Committed, on_chat_changed: &OnChatChanged) {
        for (feedback_id, change) in &committed.changed_chats {
            on_chat_changed(feedback_id, *change);
        }
        self.0.reply(committed.results);
    }

    /// Tells each requester that nothing was written.
    pub(super) fn fail(self, failure: Failure) {
        self.0.fail(failure);
    }

    fn split(self) -> impl Iterator<Item = Self> {
        let jobs = self.0.into_jobs().into_iter();
        jobs.map(|job| std::iter::once(job).collect())
    }
}
