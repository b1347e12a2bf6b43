//! The job of every change of an account: one statement decides whether it happens, others follow it in the transaction.

use crate::database::Query;
use crate::job::{Job, JobError, WriteTransaction};
use crate::staff_audit::{self, ActBy, StaffAct};
use std::convert::Infallible;

/// Statements that are carried out if the first one changes a row.
pub(super) struct Guarded {
    guard: Query,
    then: Vec<Query>,
    audited: Option<(StaffAct, ActBy, String)>,
}

impl Guarded {
    pub(super) fn by(guard: Query) -> Self {
        Self {
            guard,
            then: Vec::new(),
            audited: None,
        }
    }

    pub(super) fn then(mut self, statement: Query) -> Self {
        self.then.push(statement);
        self
    }

    /// Writes down who did it, and with what beside themselves: the name of a person, or nothing.
    pub(super) fn audited(mut self, act: StaffAct, by: &ActBy, subject: &str) -> Self {
        self.audited = Some((act, by.clone(), subject.to_owned()));
        self
    }
}

impl Job for Guarded {
    /// Whether it was carried out.
    type Reply = bool;
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        self.guard.bytes() + self.then.iter().map(Query::bytes).sum::<usize>()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<bool, JobError<Infallible>> {
        let connection = transaction.connection();
        if self.guard.clone().execute(&mut *connection).await? == 0 {
            return Ok(false);
        }
        for statement in &self.then {
            statement.clone().execute(&mut *connection).await?;
        }
        if let Some((act, by, subject)) = &self.audited {
            staff_audit::add_for_node(connection, by, *act, None, subject).await?;
        }
        Ok(true)
    }
}
