//! The jobs of one transaction.

use super::queued::{AnyJob, JobList};
use crate::database::Db;
use crate::error::StoreError;
use crate::job::chat_changes::{ChatChanges, OnChatChanged};
use crate::job::{Failure, WriteTransaction};
use tracing::error;

/// What became of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The database works; single jobs may have been refused or have failed.
    Committed,
    /// The database is locked, full, down or does not respond.
    Unavailable,
}

/// The jobs of one transaction by kind, each kind in its order. The order of kinds is free: nobody has a reply to one of these jobs
/// yet.
#[derive(Default)]
pub(super) struct Group(Vec<Box<dyn JobList>>);

impl FromIterator<AnyJob> for Group {
    fn from_iter<I: IntoIterator<Item = AnyJob>>(jobs: I) -> Self {
        let mut group = Self::default();
        for job in jobs {
            group.add(job);
        }
        group
    }
}

impl Group {
    fn add(&mut self, mut job: AnyJob) {
        for list in &mut self.0 {
            match list.push(job) {
                None => return,
                Some(of_other_kind) => job = of_other_kind,
            }
        }
        self.0.push(job.into_list());
    }

    /// Writes all jobs in one transaction. If that fails because of one of them, writes each in a transaction of its own,
    /// so that one that cannot be written does not take the others with it. If the database is unavailable, all fail at
    /// once, because one after the other would wait for it.
    pub(super) async fn write(mut self, db: &Db, on_chat_changed: &OnChatChanged) -> Outcome {
        match self.commit_within_limit(db).await {
            Ok(changed_chats) => {
                self.finish(&changed_chats, on_chat_changed);
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
        for mut group in self.split() {
            if outcome == Outcome::Unavailable {
                group.fail(Failure::Unavailable);
                continue;
            }
            match group.commit_within_limit(db).await {
                Ok(changed_chats) => group.finish(&changed_chats, on_chat_changed),
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
    async fn commit_within_limit(&mut self, db: &Db) -> Result<ChatChanges, StoreError> {
        match db {
            Db::Sqlite(_) => self.commit(db).await,
            Db::Pg(_, timeouts) => match tokio::time::timeout(timeouts.transaction, self.commit(db)).await {
                Ok(result) => result,
                Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
            },
        }
    }

    /// Commits, and returns the chats that changed.
    async fn commit(&mut self, db: &Db) -> Result<ChatChanges, StoreError> {
        let mut transaction = WriteTransaction::begin(db).await?;
        for list in &mut self.0 {
            list.run(&mut transaction).await?;
        }
        transaction.commit().await
    }

    /// Announces the changed chats, then replies to each job. The announcement does not depend on a requester that is
    /// still there.
    fn finish(self, changed_chats: &ChatChanges, on_chat_changed: &OnChatChanged) {
        for (feedback_id, change) in changed_chats {
            on_chat_changed(feedback_id, *change);
        }
        for list in self.0 {
            list.reply();
        }
    }

    /// Tells each requester that nothing was written.
    pub(super) fn fail(self, failure: Failure) {
        for list in self.0 {
            list.fail(failure);
        }
    }

    fn split(self) -> impl Iterator<Item = Self> {
        let jobs = self.0.into_iter().flat_map(|list| list.into_jobs());
        jobs.map(|job| std::iter::once(job).collect())
    }
}
