//! The jobs of one transaction.

use super::job::{Job, Jobs};
use super::kind::{JobKind, JobResult, WriteTransaction};
use crate::store::bindings::Binding;
use crate::store::chat_status::StatusChange;
use crate::store::customers::NewCustomer;
use crate::store::database::Db;
use crate::store::error::StoreError;
use crate::store::heartbeats::Heartbeat;
use crate::store::messages::NewMessage;
use crate::store::phone_verifications::{CodeAttempt, NewVerification};
use crate::store::submissions::CheckedSubmission;
use crate::store::uploads::UploadChange;
use std::collections::BTreeSet;
use std::time::Duration;
use tracing::error;

/// How long a group may take on PostgreSQL. Whoever comes in the meantime waits as long, too, so this is within the two
/// seconds in which everybody gets a response.
const LIMIT: Duration = Duration::from_millis(1_800);

/// What became of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The database works; single jobs may have been refused or have failed.
    Committed,
    /// The database is locked, full, down or does not respond.
    Unavailable,
}

/// Jobs by kind, each kind in its order. The order of kinds is free: nobody has a reply to one of these jobs yet.
#[derive(Default)]
pub(super) struct Group {
    submissions: Jobs<CheckedSubmission>,
    customers: Jobs<NewCustomer>,
    bindings: Jobs<Binding>,
    messages: Jobs<NewMessage>,
    status_changes: Jobs<StatusChange>,
    uploads: Jobs<UploadChange>,
    verifications: Jobs<NewVerification>,
    code_attempts: Jobs<CodeAttempt>,
    heartbeats: Jobs<Heartbeat>,
}

/// The result of a committed group.
struct Committed {
    submissions: Vec<JobResult<CheckedSubmission>>,
    customers: Vec<JobResult<NewCustomer>>,
    bindings: Vec<JobResult<Binding>>,
    messages: Vec<JobResult<NewMessage>>,
    status_changes: Vec<JobResult<StatusChange>>,
    uploads: Vec<JobResult<UploadChange>>,
    verifications: Vec<JobResult<NewVerification>>,
    code_attempts: Vec<JobResult<CodeAttempt>>,
    heartbeats: Vec<JobResult<Heartbeat>>,
    changed_chats: BTreeSet<String>,
}

impl FromIterator<Job> for Group {
    fn from_iter<I: IntoIterator<Item = Job>>(jobs: I) -> Self {
        let mut group = Self::default();
        for job in jobs {
            match job {
                Job::Submission(queued) => group.submissions.push(*queued),
                Job::Customer(queued) => group.customers.push(queued),
                Job::Binding(queued) => group.bindings.push(queued),
                Job::Message(queued) => group.messages.push(queued),
                Job::StatusChange(queued) => group.status_changes.push(queued),
                Job::Upload(queued) => group.uploads.push(*queued),
                Job::Verification(queued) => group.verifications.push(*queued),
                Job::CodeAttempt(queued) => group.code_attempts.push(queued),
                Job::Heartbeat(queued) => group.heartbeats.push(queued),
            }
        }
        group
    }
}

impl Group {
    /// Writes all jobs in one transaction. If that fails because of one of them, writes each in a transaction of its own,
    /// so that one that cannot be written does not take the others with it. If the database is unavailable, all fail at
    /// once, because one after the other would wait for it.
    pub(super) async fn write(self, db: &Db, on_chat_changed: &(dyn Fn(&str) + Send + Sync)) -> Outcome {
        match self.commit_within_limit(db).await {
            Ok(committed) => {
                self.finish(committed, on_chat_changed);
                Outcome::Committed
            }
            Err(error) if error.is_unavailable() => {
                error!(%error, "the database is unavailable; the waiting jobs are refused");
                self.fail();
                Outcome::Unavailable
            }
            Err(error) => {
                error!(%error, "a group of jobs could not be written; writing them one by one");
                self.write_one_by_one(db, on_chat_changed).await
            }
        }
    }

    async fn write_one_by_one(self, db: &Db, on_chat_changed: &(dyn Fn(&str) + Send + Sync)) -> Outcome {
        let mut outcome = Outcome::Committed;
        for group in self.split() {
            if outcome == Outcome::Unavailable {
                group.fail();
                continue;
            }
            match group.commit_within_limit(db).await {
                Ok(committed) => group.finish(committed, on_chat_changed),
                Err(error) => {
                    error!(%error, "a job could not be written");
                    if error.is_unavailable() {
                        outcome = Outcome::Unavailable;
                    }
                    group.fail();
                }
            }
        }
        outcome
    }

    /// Commits within [`LIMIT`] on PostgreSQL, behind a network that may fail. A commit on the disk of this machine is not
    /// given up.
    async fn commit_within_limit(&self, db: &Db) -> Result<Committed, StoreError> {
        match db {
            Db::Sqlite(_) => self.commit(db).await,
            Db::Pg(_) => match tokio::time::timeout(LIMIT, self.commit(db)).await {
                Ok(result) => result,
                Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
            },
        }
    }

    async fn commit(&self, db: &Db) -> Result<Committed, StoreError> {
        let mut transaction = WriteTransaction::begin(db).await?;
        Ok(Committed {
            submissions: JobKind::run(&mut transaction, &self.submissions.jobs).await?,
            customers: JobKind::run(&mut transaction, &self.customers.jobs).await?,
            bindings: JobKind::run(&mut transaction, &self.bindings.jobs).await?,
            messages: JobKind::run(&mut transaction, &self.messages.jobs).await?,
            status_changes: JobKind::run(&mut transaction, &self.status_changes.jobs).await?,
            uploads: JobKind::run(&mut transaction, &self.uploads.jobs).await?,
            verifications: JobKind::run(&mut transaction, &self.verifications.jobs).await?,
            code_attempts: JobKind::run(&mut transaction, &self.code_attempts.jobs).await?,
            heartbeats: JobKind::run(&mut transaction, &self.heartbeats.jobs).await?,
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
        self.bindings.reply(committed.bindings);
        self.messages.reply(committed.messages);
        self.status_changes.reply(committed.status_changes);
        self.uploads.reply(committed.uploads);
        self.verifications.reply(committed.verifications);
        self.code_attempts.reply(committed.code_attempts);
        self.heartbeats.reply(committed.heartbeats);
    }

    /// Tells each requester that nothing was written.
    pub(super) fn fail(self) {
        self.submissions.fail();
        self.customers.fail();
        self.bindings.fail();
        self.messages.fail();
        self.status_changes.fail();
        self.uploads.fail();
        self.verifications.fail();
        self.code_attempts.fail();
        self.heartbeats.fail();
    }

    fn split(self) -> impl Iterator<Item = Self> {
        let submissions = self.submissions.into_queued().map(Job::from);
        let customers = self.customers.into_queued().map(Job::from);
        let bindings = self.bindings.into_queued().map(Job::from);
        let messages = self.messages.into_queued().map(Job::from);
        let status_changes = self.status_changes.into_queued().map(Job::from);
        let uploads = self.uploads.into_queued().map(Job::from);
        let verifications = self.verifications.into_queued().map(Job::from);
        let code_attempts = self.code_attempts.into_queued().map(Job::from);
        let heartbeats = self.heartbeats.into_queued().map(Job::from);
        let jobs = submissions
            .chain(customers)
            .chain(bindings)
            .chain(messages)
            .chain(status_changes)
            .chain(uploads)
            .chain(verifications)
            .chain(code_attempts)
            .chain(heartbeats);
        jobs.map(|job| std::iter::once(job).collect())
    }
}
