//! Work that is done beside requests for as long as the server runs: in rounds, with pauses between them.
//!
//! A round that fails is logged, and the next one follows after a pause that grows. One that panics ends no other.

use backon::{BackoffBuilder, ExponentialBuilder};
use base::panics::TaskError;
use base::telemetry::background_round;
use std::fmt::Display;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, warn};

/// The pauses after a failure, from the first to the longest: a database that is unavailable is not in the log all the time.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// How long a task rests after a panic, so that one that panics at once does not use up a processor.
const REST_AFTER_PANIC: Duration = Duration::from_secs(1);

/// The background tasks of a server.
#[derive(Default)]
pub(crate) struct Background {
    stopping: CancellationToken,
    tasks: Vec<Running>,
}

struct Running {
    name: &'static str,
    stop_limit: Option<Duration>,
    jobs: TaskTracker,
    aborted: CancellationToken,
    rounds: JoinHandle<()>,
}

/// A kind of background work.
pub(crate) struct Task {
    /// Its name in logs and metrics.
    pub(crate) name: &'static str,
    /// Begins the next round before its pause is over.
    pub(crate) wake: Arc<Notify>,
    /// How long its round and jobs may still take when the server stops; without one, until they end.
    pub(crate) stop_limit: Option<Duration>,
}

/// What a round may use of its task.
#[derive(Clone)]
pub(crate) struct Round {
    /// Cancelled when the server stops: the round should end soon.
    pub(crate) stopping: CancellationToken,
    jobs: TaskTracker,
    aborted: CancellationToken,
    name: &'static str,
}

impl Background {
    /// Starts a task. Its first round begins at once, the next ones each after the pause that the one before returns.
    pub(crate) fn start<F, E>(&mut self, task: Task, round: impl Fn(Round) -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<Duration, E>> + Send + 'static,
        E: Display + Send + 'static,
    {
        let Task {
            name,
            wake,
            stop_limit,
        } = task;
        let (jobs, aborted) = (TaskTracker::new(), CancellationToken::new());
        let context = Round {
            stopping: self.stopping.clone(),
            jobs: jobs.clone(),
            aborted: aborted.clone(),
            name,
        };
        let round = Arc::new(round);
        let rounds = tokio::spawn(supervise(name, move || {
            run_rounds(context.clone(), Arc::clone(&wake), Arc::clone(&round))
        }));
        self.tasks.push(Running {
            name,
            stop_limit,
            jobs,
            aborted,
            rounds,
        });
    }

    /// Ends all tasks, each after what it has under way or after its limit.
    pub(crate) async fn stop(self) {
        self.stopping.cancel();
        let mut stops = JoinSet::new();
        for task in self.tasks {
            stops.spawn(task.stop());
        }
        stops.join_all().await;
    }
}

impl Running {
    async fn stop(mut self) {
        self.jobs.close();
        let end = async {
            let _ = (&mut self.rounds).await;
            self.jobs.wait().await;
        };
        match self.stop_limit {
            None => end.await,
            Some(limit) => {
                if timeout(limit, end).await.is_err() {
                    self.rounds.abort();
                    self.aborted.cancel();
                    if !limit.is_zero() {
                        warn!(
                            task = self.name,
                            "shutdown timeout: background work is still in progress and may be repeated after the next start"
                        );
                    }
                }
            }
        }
    }
}

impl Round {
    /// Starts a job that the rounds do not wait for. A stopping server does.
    pub(crate) fn spawn(&self, job: impl Future<Output = ()> + Send + 'static) {
        let (name, aborted) = (self.name, self.aborted.clone());
        self.jobs.spawn(async move {
            // Dropping it ends the job.
            let mut task = JoinSet::new();
            task.spawn(job);
            let ended = aborted.run_until_cancelled(task.join_next()).await;
            if let Some(Some(Err(failure))) = ended {
                error!(task = name, error = %TaskError::from(failure), "background job failed");
            }
        });
    }
}

async fn run_rounds<F, E>(context: Round, wake: Arc<Notify>, round: Arc<impl Fn(Round) -> F>)
where
    F: Future<Output = Result<Duration, E>>,
    E: Display,
{
    let Round { name, stopping, .. } = context.clone();
    let retries = || {
        ExponentialBuilder::default()
            .with_min_delay(FIRST_RETRY)
            .with_max_delay(LONGEST_RETRY)
            .with_jitter()
            .without_max_times()
            .build()
    };
    let mut retry = retries();
    while !stopping.is_cancelled() {
        let begun = Instant::now();
        let result = round(context.clone()).await;
        background_round(name, result.is_ok(), begun.elapsed());
        let pause = match result {
            Ok(pause) => {
                retry = retries();
                pause
            }
            Err(error) => {
                let pause = retry.next().unwrap_or(LONGEST_RETRY);
                warn!(task = name, %error, retry_in_seconds = pause.as_secs(), "background task failed; will retry");
                pause
            }
        };
        tokio::select! {
            () = sleep(pause) => {}
            () = wake.notified() => {}
            () = stopping.cancelled() => {}
        }
    }
}

/// Runs a task until it returns. One that panics is logged and runs again.
pub(crate) async fn supervise<F>(name: &'static str, run: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    supervise_with(name, REST_AFTER_PANIC, run).await;
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
    use std::future::pending;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::oneshot;

    const FOREVER: Duration = Duration::from_hours(24);

    fn task(wake: &Arc<Notify>, stop_limit: Option<Duration>) -> Task {
        Task {
            name: "test",
            wake: Arc::clone(wake),
            stop_limit,
        }
    }

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

    #[tokio::test]
    async fn rounds_follow_a_failure_and_a_pause_and_a_wake_begins_them_at_once() {
        let (wake, ended, rounds) = (Arc::default(), Arc::new(Notify::new()), AtomicUsize::new(0));
        let mut background = Background::default();
        let end = Arc::clone(&ended);
        background.start(task(&wake, None), move |_| {
            let (round, end) = (rounds.fetch_add(1, Ordering::Relaxed), Arc::clone(&end));
            async move {
                end.notify_one();
                if round == 0 {
                    Err("no database")
                } else {
                    Ok(FOREVER)
                }
            }
        });
        for _ in 0..3 {
            ended.notified().await;
            wake.notify_one();
        }
        background.stop().await;
    }

    #[tokio::test]
    async fn a_stop_waits_for_jobs_under_way() {
        let (mut background, wake, is_done) =
            (Background::default(), Arc::default(), Arc::new(Notify::new()));
        let (began, beginning) = oneshot::channel();
        let (began, done) = (std::sync::Mutex::new(Some(began)), Arc::clone(&is_done));
        background.start(task(&wake, None), move |round| {
            let (began, done) = (began.lock().unwrap().take().unwrap(), Arc::clone(&done));
            async move {
                let stopping = round.stopping.clone();
                round.spawn(async move {
                    stopping.cancelled().await;
                    done.notify_one();
                });
                began.send(()).unwrap();
                Ok::<_, &str>(FOREVER)
            }
        });
        beginning.await.unwrap();
        background.stop().await;
        is_done.notified().await;
    }

    #[tokio::test]
    async fn shutdown_aborts_work_that_exceeds_its_limit() {
        struct Dropped(Option<oneshot::Sender<()>>);
        impl Drop for Dropped {
            fn drop(&mut self) {
                let _ = self.0.take().unwrap().send(());
            }
        }
        let (mut background, wake) = (Background::default(), Arc::default());
        let (began, beginning) = oneshot::channel();
        let (ended, end) = oneshot::channel();
        let both = std::sync::Mutex::new(Some((began, Dropped(Some(ended)))));
        background.start(task(&wake, Some(Duration::ZERO)), move |round| {
            let (began, job) = both.lock().unwrap().take().unwrap();
            async move {
                round.spawn(async move {
                    let _job = job;
                    began.send(()).unwrap();
                    pending::<()>().await;
                });
                Ok::<_, &str>(FOREVER)
            }
        });
        beginning.await.unwrap();
        background.stop().await;
        end.await.unwrap();
    }
}
