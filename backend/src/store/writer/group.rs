//! What one transaction writes.

use super::{Job, Outcome, WriteError, Written};
use crate::store::StoreError;
use crate::store::chat_writes::{self, ChatOutcome, ChatWrite};
use crate::store::customers::{self, NewCustomer};
use crate::store::submissions::{self, NewFeedback};
use sqlx::SqlitePool;
use tracing::error;

/// Jobs by their kind, each kind in its order.
#[derive(Default)]
pub(super) struct Group {
    pub(super) feedbacks: Vec<NewFeedback>,
    pub(super) customers: Vec<NewCustomer>,
    pub(super) chats: Vec<ChatWrite>,
}

/// What became of the jobs, in the same orders.
pub(super) struct Outcomes {
    pub(super) feedbacks: Vec<Result<Written, WriteError>>,
    pub(super) customers: Vec<Result<(), WriteError>>,
    pub(super) chats: Vec<Result<ChatOutcome, WriteError>>,
}

/// Who waits for what became of them.
#[derive(Default)]
struct Waiting {
    feedbacks: Vec<Outcome<Written>>,
    customers: Vec<Outcome<()>>,
    chats: Vec<Outcome<ChatOutcome>>,
}

/// Writes jobs together; where that fails, each by itself, so that one that cannot be written does not take the others
/// with it. Then answers each.
pub(super) async fn write(pool: &SqlitePool, jobs: Vec<Job>) {
    let mut group = Group::default();
    let mut waiting = Waiting::default();
    let number = jobs.len();
    for job in jobs {
        match job {
            Job::Feedback(feedback, outcome) => {
                group.feedbacks.push(*feedback);
                waiting.feedbacks.push(outcome);
            }
            Job::Customer(customer, outcome) => {
                group.customers.push(customer);
                waiting.customers.push(outcome);
            }
            Job::Chat(write, outcome) => {
                group.chats.push(*write);
                waiting.chats.push(outcome);
            }
        }
    }
    let outcomes = match commit(pool, &group).await {
        Ok(outcomes) => outcomes,
        Err(error) => {
            error!(%error, jobs = number, "a group could not be written");
            one_by_one(pool, group).await
        }
    };
    answer(waiting.feedbacks, outcomes.feedbacks);
    answer(waiting.customers, outcomes.customers);
    answer(waiting.chats, outcomes.chats);
}

fn answer<T>(waiting: Vec<Outcome<T>>, outcomes: Vec<Result<T, WriteError>>) {
    for (waiting, outcome) in waiting.into_iter().zip(outcomes) {
        // A receiver that is gone has hung up: what was committed stays, and a repeat gets the same answer.
        let _ = waiting.send(outcome);
    }
}

/// Writes each job in a transaction of its own.
pub(super) async fn one_by_one(pool: &SqlitePool, group: Group) -> Outcomes {
    let mut outcomes = Outcomes {
        feedbacks: Vec::new(),
        customers: Vec::new(),
        chats: Vec::new(),
    };
    for feedback in group.feedbacks {
        let feedbacks = vec![feedback];
        let one = Group {
            feedbacks,
            ..Group::default()
        };
        outcomes
            .feedbacks
            .push(alone(pool, one, |done| done.feedbacks).await);
    }
    for customer in group.customers {
        let customers = vec![customer];
        let one = Group {
            customers,
            ..Group::default()
        };
        outcomes
            .customers
            .push(alone(pool, one, |done| done.customers).await);
    }
    for write in group.chats {
        let chats = vec![write];
        let one = Group {
            chats,
            ..Group::default()
        };
        outcomes.chats.push(alone(pool, one, |done| done.chats).await);
    }
    outcomes
}

async fn alone<T>(
    pool: &SqlitePool,
    job: Group,
    outcome: impl FnOnce(Outcomes) -> Vec<Result<T, WriteError>>,
) -> Result<T, WriteError> {
    match commit(pool, &job).await {
        Ok(outcomes) => outcome(outcomes).pop().unwrap_or(Err(WriteError::Failed)),
        Err(error) => {
            error!(%error, "a job could not be written");
            Err(WriteError::Failed)
        }
    }
}

/// One transaction. `IMMEDIATE` takes the write lock at once, so what is looked up in it stays true until the commit.
pub(super) async fn commit(pool: &SqlitePool, group: &Group) -> Result<Outcomes, StoreError> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let feedbacks = submissions::write(&mut transaction, &group.feedbacks).await?;
    customers::write(&mut transaction, &group.customers).await?;
    let chats = chat_writes::write(&mut transaction, &group.chats).await?;
    transaction.commit().await?;
    Ok(Outcomes {
        feedbacks: feedbacks.into_iter().map(Ok).collect(),
        customers: vec![Ok(()); group.customers.len()],
        chats: chats.into_iter().map(Ok).collect(),
    })
}
