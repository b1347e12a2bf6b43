//! What takes a processor for long: reading, checking, converting and changing a record of some megabytes.

use base::panics::TaskError;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tracing::error;

/// How many records are worked on at once. Each may take a second of a processor, and 200 MB.
const AT_ONCE: usize = 2;

/// How long one waits for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Places for work on records.
pub(crate) struct RecordWork {
    places: Arc<Semaphore>,
}

/// Why work on a record has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordWorkError {
    /// There was no place in time.
    Busy,
    /// The log has the reason.
    Failed,
}

impl RecordWork {
    pub(crate) fn new() -> Self {
        Self {
            places: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Does work outside of the threads that answer requests.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RecordWorkError> {
        let place = timeout(LONGEST_WAIT, Arc::clone(&self.places).acquire_owned());
        let Ok(Ok(place)) = place.await else {
            return Err(RecordWorkError::Busy);
        };
        let done = spawn_blocking(move || {
            // Until the work is done, also if nobody waits for it any more.
            let _place = place;
            work()
        });
        done.await.map_err(|error| {
            error!(error = %TaskError::from(error), "work on a record failed");
            RecordWorkError::Failed
        })
    }
}
