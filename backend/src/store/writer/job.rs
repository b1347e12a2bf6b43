//! Queued jobs of one kind.

use super::kind::{Failure, JobKind, JobResult, WriteError};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// A job of one kind, with the channel on which its result is awaited.
pub(in crate::store) struct Queued<J: JobKind> {
    pub(super) job: J,
    pub(super) reply_to: ReplyTo<J>,
    pub(super) room: Room,
}

/// The room that a job takes among those that wait or are being written. Dropping it frees the room.
pub(super) type Room = OwnedSemaphorePermit;

/// The channel on which the result of a job is awaited.
pub(super) type ReplyTo<J> =
    oneshot::Sender<Result<<J as JobKind>::Reply, WriteError<<J as JobKind>::Refusal>>>;

/// The jobs of one kind in a group, each with its channel.
pub(super) struct Jobs<J: JobKind> {
    pub(super) jobs: Vec<J>,
    waiting: Vec<(ReplyTo<J>, Room)>,
}

impl<J: JobKind> Jobs<J> {
    pub(super) fn push(&mut self, queued: Queued<J>) {
        self.jobs.push(queued.job);
        self.waiting.push((queued.reply_to, queued.room));
    }

    /// Takes the jobs apart again.
    pub(super) fn into_queued(self) -> impl Iterator<Item = Queued<J>> {
        let pairs = self.jobs.into_iter().zip(self.waiting);
        pairs.map(|(job, (reply_to, room))| Queued { job, reply_to, room })
    }

    /// Sends each job its result; `results` are in the order of the jobs.
    pub(super) fn reply(self, results: Vec<JobResult<J>>) {
        for ((waiting, _), result) in self.waiting.into_iter().zip(results) {
            // Fails if the requester is gone. The commit stands, and a repeat gets the same result.
            let _ = waiting.send(result.map_err(WriteError::Refused));
        }
    }

    /// Tells each requester that nothing was written.
    pub(super) fn fail(self, failure: Failure) {
        for (waiting, _) in self.waiting {
            // Fails if the requester is gone.
            let _ = waiting.send(Err(failure.into()));
        }
    }
}

impl<J: JobKind> Default for Jobs<J> {
    fn default() -> Self {
        Self {
            jobs: Vec::new(),
            waiting: Vec::new(),
        }
    }
}
