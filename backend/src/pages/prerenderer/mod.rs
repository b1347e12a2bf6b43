//! Makes the HTML of first views (docs/api.md#first-paint): runs the widget's own components in an engine for JavaScript.
//!
//! One thread has the engine and makes page after page; what the engine has learned from the script is kept between them. A page is
//! made once for all of its visitors, so one thread is enough.

mod script;

use script::{CALL_STACK, Fault, Script};
use serde::Deserialize;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::Builder;
use std::time::Instant;
use tokio::sync::oneshot;
use tracing::{debug, warn};

/// How many pages may wait. More of them come only when the server has just started and many flows are opened at once; those get
/// their HTML later.
const QUEUE: usize = 32;

/// Most bytes of what the script gets.
const LONGEST_INPUT: usize = 256 * 1024;

/// Most bytes of a page's HTML, and of its styles.
const LONGEST_OUTPUT: usize = 256 * 1024;

/// Bytes of the thread's stack: that of calls in the script, and what stands below and above it.
const THREAD_STACK: usize = 4 * CALL_STACK;

/// Makes the HTML of first views as long as it is kept.
pub(super) struct Prerenderer {
    jobs: SyncSender<Job>,
}

/// A page whose first view becomes HTML.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    /// What the script gets, as JSON.
    pub(super) input: String,
    /// For the log.
    pub(super) flow: Option<String>,
    pub(super) language: String,
}

/// What the script makes of a page.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Markup {
    /// The content of the page's root element.
    pub(super) html: String,
    /// The style rules that it needs beside those of all pages.
    pub(super) styles: String,
}

/// What has become of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Made(Arc<Markup>),
    /// It fails each time.
    Failed,
    /// Too many others are waiting; it may be made later.
    Busy,
}

struct Job {
    subject: Subject,
    reply: oneshot::Sender<Outcome>,
}

/// The script, started when a page needs it.
struct Maker {
    text: String,
    script: Option<Script>,
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Script(#[from] Fault),
    #[error("the input is too large")]
    LargeInput,
    #[error("the result is too large")]
    LargeOutput,
    #[error("the result is not what was expected: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("the HTML has a script in it")]
    ScriptInside,
    #[error("panic; see the panic line before")]
    Panicked,
}

impl Prerenderer {
    /// Starts the thread. The script is not looked at before the first page.
    pub(super) fn start(text: &str) -> io::Result<Self> {
        let (prerenderer, jobs) = Self::with_queue();
        let text = text.to_owned();
        Builder::new()
            .name("first-paint".to_owned())
            .stack_size(THREAD_STACK)
            .spawn(move || {
                let mut maker = Maker { text, script: None };
                serve(jobs, |subject| maker.make(subject));
            })?;
        Ok(prerenderer)
    }

    fn with_queue() -> (Self, Receiver<Job>) {
        let (sender, jobs) = sync_channel(QUEUE);
        (Self { jobs: sender }, jobs)
    }

    /// Makes a page's HTML, after those that wait already.
    pub(super) async fn make(&self, subject: Subject) -> Outcome {
        let (reply, outcome) = oneshot::channel();
        match self.jobs.try_send(Job { subject, reply }) {
            Ok(()) => outcome.await.unwrap_or(Outcome::Failed),
            Err(TrySendError::Full(job)) => {
                debug!(
                    flow = job.subject.flow.as_deref(),
                    "too many first paints at once; the page is served without one"
                );
                Outcome::Busy
            }
            Err(TrySendError::Disconnected(_)) => Outcome::Failed,
        }
    }
}

/// Makes pages until nobody can ask for one any more.
fn serve(jobs: Receiver<Job>, mut make: impl FnMut(&Subject) -> Result<Markup, Failure>) {
    let mut last: Option<(String, Outcome)> = None;
    for Job { subject, reply } in jobs {
        if reply.is_closed() {
            continue;
        }
        // Visitors who open a new page at the same time share its HTML.
        let known = last.take().filter(|(input, _)| *input == subject.input);
        let outcome = known.map_or_else(|| outcome_of(&subject, &mut make), |(_, outcome)| outcome);
        last = Some((subject.input, outcome.clone()));
        let _ = reply.send(outcome);
    }
}

fn outcome_of(subject: &Subject, make: &mut impl FnMut(&Subject) -> Result<Markup, Failure>) -> Outcome {
    let begun = Instant::now();
    // A maker that panics has put its script away before.
    let made = catch_unwind(AssertUnwindSafe(|| make(subject))).unwrap_or(Err(Failure::Panicked));
    let Subject { flow, language, .. } = subject;
    match made {
        Ok(markup) => {
            debug!(flow = flow.as_deref(), language, duration = ?begun.elapsed(), "first paint made");
            Outcome::Made(Arc::new(markup))
        }
        Err(reason) => {
            warn!(flow = flow.as_deref(), language, %reason, "first paint failed; the page is served without it");
            Outcome::Failed
        }
    }
}

impl Maker {
    fn make(&mut self, subject: &Subject) -> Result<Markup, Failure> {
        if subject.input.len() > LONGEST_INPUT {
            return Err(Failure::LargeInput);
        }
        // Put back only by those that leave it in order.
        if let Some(script) = self.script.take() {
            match script.run(&subject.input) {
                // Memory that earlier pages have used up must not count against this one: it starts over.
                Err(Fault::Stopped(_) | Fault::TooMuchWork) => {}
                result => return self.finish(script, result),
            }
        }
        let script = Script::start(&self.text)?;
        let result = script.run(&subject.input);
        self.finish(script, result)
    }

    fn finish(&mut self, script: Script, result: Result<String, Fault>) -> Result<Markup, Failure> {
        if let Ok(_) | Err(Fault::Thrown(_)) = &result {
            self.script = Some(script);
        }
        Markup::parse(&result?)
    }
}

impl Markup {
    fn parse(output: &str) -> Result<Self, Failure> {
        let markup: Self = serde_json::from_str(output)?;
        if markup.html.len().max(markup.styles.len()) > LONGEST_OUTPUT {
            return Err(Failure::LargeOutput);
        }
        const TAG: &[u8] = b"<script";
        let mut places = markup.html.as_bytes().windows(TAG.len());
        if places.any(|place| place.eq_ignore_ascii_case(TAG)) {
            return Err(Failure::ScriptInside);
        }
        Ok(markup)
    }
}

#[cfg(test)]
mod tests;
