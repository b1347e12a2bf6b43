//! The jobs of one transaction.

use super::job::{Job, Jobs};
use super::kind::{JobKind, JobResult, WriteTransaction};
use crate::store::chat_status::StatusChange;
use crate::store::customers::NewCustomer;
use crate::store::error::StoreError;
use crate::store::messages::NewMessage;
use crate::store::submissions::CheckedSubmission;
use sqlx::SqlitePool;
use std::collections::BTreeSet;
use tracing::error;

/// Jobs by kind, each kind in its order. The order of kinds is free: nobody has a reply to one of these jobs yet.
#[derive(Default)]
pub(super) struct Group {
    submissions: Jobs<CheckedSubmission>,
    customers: Jobs<NewCustomer>,
    messages: Jobs<NewMessage>,
    status_changes: Jobs<StatusChange>,
}

/// The result of a committed group.
struct Committed {
    submissions: Vec<JobResult<CheckedSubmission>>,
    customers: Vec<JobResult<NewCustomer>>,
    messages: Vec<JobResult<NewMessage>>,
    status_changes: Vec<JobResult<StatusChange>>,
    changed_chats: BTreeSet<String>,
}

impl FromIterator<Job> for Group {
    fn from_iter<I: IntoIterator<Item = Job>>(jobs: I) -> Self {
        let mut group = Self::default();
        for job in jobs {
            match job {
                Job::Submission(queued) => group.submissions.push(*queued),
                Job::Customer(queued) => group.customers.push(queued),
                Job::Message(queued) => group.messages.push(queued),
                Job::StatusChange(queued) => group.status_changes.push(queued),
            }
        }
        group
    }
}

impl Group {
    /// Writes all jobs in one transaction. If that fails, writes each in a transaction of its own, so that one that
    /// cannot be written does not take the others with it.
    pub(super) async fn write(self, pool: &SqlitePool, on_chat_changed: &(dyn Fn(&str) + Send + Sync)) {
        match self.commit(pool).await {
            Ok(committed) => self.finish(committed, on_chat_changed),
            Err(error) => {
                error!(%error, "a group of jobs could not be written; writing them one by one");
                for group in self.split() {
                    match group.commit(pool).await {
                        Ok(committed) => group.finish(committed, on_chat_changed),
                        Err(error) => {
                            error!(%error, "a job could not be written");
                            group.fail();
                        }
                    }
                }
            }
        }
    }

    async fn commit(&self, pool: &SqlitePool) -> Result<Committed, StoreError> {
        let mut transaction = WriteTransaction::begin(pool).await?;
        Ok(Committed {
            submissions: JobKind::run(&mut transaction, &self.submissions.jobs).await?,
            customers: JobKind::run(&mut transaction, &self.customers.jobs).await?,
            messages: JobKind::run(&mut transaction, &self.messages.jobs).await?,
            status_changes: JobKind::run(&mut transaction, &self.status_changes.jobs).await?,
            changed_chats: transaction.commit().await?,
        })
    }

    /// Announces the changed chats, then replies to each job. The announcement does not depend on a requester that is
    /// still there.
    fn finish(self, committed: Committed, on_chat_changed: &(dyn Fn(&str) + Send + Sync)) {
        for feedback_id in &committed.changed_chats {
            on_chat_changed(feedback_id);
        }
        self.submissions.reply(committed.submissions);
        self.customers.reply(committed.customers);
        self.messages.reply(committed.messages);
        self.status_changes.reply(committed.status_changes);
    }

    fn fail(self) {
        self.submissions.fail();
        self.customers.fail();
        self.messages.fail();
        self.status_changes.fail();
    }

    fn split(self) -> impl Iterator<Item = Self> {
        let submissions = self.submissions.into_queued().map(Job::from);
        let customers = self.customers.into_queued().map(Job::from);
        let messages = self.messages.into_queued().map(Job::from);
        let status_changes = self.status_changes.into_queued().map(Job::from);
        let jobs = submissions.chain(customers).chain(messages).chain(status_changes);
        jobs.map(|job| std::iter::once(job).collect())
    }
}
