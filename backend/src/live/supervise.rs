//! Tasks that run for as long as the server does.

use base::panics::TaskError;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tracing::error;

/// How long a task rests after a panic, so that one that panics at once does not use up a processor.
const REST: Duration = Duration::from_secs(1);

/// Runs a task until it returns. One that panics is logged and runs again.
pub(super) async fn supervise<F>(name: &'static str, run: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    supervise_with(name, REST, run).await;
}

async fn supervise_with<F>(name: &'static str, rest: Duration, run: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    loop {
        // Dropping this future ends the task.
        let mut task = JoinSet::new();
        task.spawn(run());
        let Some(Err(failure)) = task.join_next().await else {
            return;
        };
        error!(task = name, error = %TaskError::from(failure), "task failed; restarting it");
        sleep(rest).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn a_task_that_panics_runs_again() {
        let runs = Arc::new(AtomicUsize::new(0));
        supervise_with("test", Duration::ZERO, || {
            let runs = Arc::clone(&runs);
            async move { assert_ne!(runs.fetch_add(1, Ordering::Relaxed), 0) }
        })
        .await;
        assert_eq!(runs.load(Ordering::Relaxed), 2);
    }
}
