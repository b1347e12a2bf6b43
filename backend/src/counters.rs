//! Counts how often flows are shown, opened and started, without anything about those who did (docs/results.md#counters).
//!
//! What is counted waits in memory and is written in groups: a flood of requests costs the database no more than a visitor.

use crate::background::{Background, Task};
use axum::http::HeaderMap;
use base::time::{Millis, now};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::convert::Infallible;
use std::mem::replace;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{CounterBatch, CounterPlace, Counters, Store, WriteError};

/// How often it is written: what a crash loses.
const INTERVAL: Duration = Duration::from_secs(10);

/// Most places that wait to be written, some 2 MB. Beyond that nothing is counted at others.
const MOST_WAITING: usize = 10_000;

/// Places that one transaction writes: visitors wait for it no longer than for a group of their own.
const WRITTEN_AT_ONCE: usize = 500;

/// The headers by which a browser says that its user is not to be counted, each with the value `1`.
const OBJECTIONS: [&str; 2] = ["sec-gpc", "dnt"];

/// What a visitor does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Shown,
    Opened,
    Started,
}

/// The database has not taken what was counted.
#[derive(Debug, thiserror::Error)]
#[error("{0:?}")]
pub(crate) struct NotWritten(WriteError<Infallible>);

/// What a server has counted and not written yet.
pub(crate) struct StepCounter {
    store: Arc<Store>,
    waiting: Mutex<BTreeMap<CounterPlace, Counters>>,
    /// Held while something that was taken is written.
    flushing: tokio::sync::Mutex<()>,
}

impl StepCounter {
    pub(crate) fn new(store: &Arc<Store>) -> Arc<Self> {
        Arc::new(Self {
            store: Arc::clone(store),
            waiting: Mutex::default(),
            flushing: tokio::sync::Mutex::default(),
        })
    }

    /// Counts a step of a visitor at the link page of a node, or at one of its widgets. Returns at once.
    pub(crate) fn count(&self, step: Step, node_id: &str, flow_id: &str, widget_code: Option<&str>) {
        let place = CounterPlace {
            flow_id: flow_id.to_owned(),
            begins_at: quarter_of(now()),
            node_id: node_id.to_owned(),
            widget_code: widget_code.unwrap_or_default().to_owned(),
        };
        self.add([(place, step.counters(widget_code.is_none()))]);
    }

    /// Starts writing what is counted.
    pub(crate) fn start(self: &Arc<Self>, background: &mut Background) {
        let task = Task {
            name: "counters",
            wake: Arc::default(),
            // What is left is written with the last flush.
            stop_limit: None,
        };
        let counter = Arc::clone(self);
        background.start(task, move |_| {
            let counter = Arc::clone(&counter);
            async move { counter.flush().await.map(|()| INTERVAL) }
        });
    }

    /// Writes everything that was counted until now.
    ///
    /// # Errors
    /// The database failed: what it has not taken waits for the next time.
    pub(crate) async fn flush(&self) -> Result<(), NotWritten> {
        // What another one has taken is written then, too.
        let _one_at_a_time = self.flushing.lock().await;
        let parts = self.waiting().len().div_ceil(WRITTEN_AT_ONCE);
        for _ in 0..parts {
            let part = self.take_part();
            // The writer carries it out even if nobody waits for it any more.
            let written = self.store.add_counters(CounterBatch(part.clone())).await;
            if let Err(error) = written {
                self.add(part);
                return Err(NotWritten(error));
            }
        }
        Ok(())
    }

    fn take_part(&self) -> BTreeMap<CounterPlace, Counters> {
        let mut waiting = self.waiting();
        let later = match waiting.keys().nth(WRITTEN_AT_ONCE).cloned() {
            Some(first) => waiting.split_off(&first),
            None => BTreeMap::new(),
        };
        replace(&mut *waiting, later)
    }

    fn add(&self, counted: impl IntoIterator<Item = (CounterPlace, Counters)>) {
        let mut waiting = self.waiting();
        for (place, counters) in counted {
            let is_full = waiting.len() >= MOST_WAITING;
            match waiting.entry(place) {
                Entry::Occupied(mut known) => known.get_mut().add(counters),
                Entry::Vacant(_) if is_full => {}
                Entry::Vacant(place) => {
                    place.insert(counters);
                }
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<CounterPlace, Counters>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Step {
    /// Nothing stands before a link page: opening it counts as shown, too.
    fn counters(self, is_link_page: bool) -> Counters {
        Counters {
            shown: i64::from(self == Self::Shown || (self == Self::Opened && is_link_page)),
            opened: i64::from(self == Self::Opened),
            started: i64::from(self == Self::Started),
        }
    }
}

/// Returns whether the browser says that its user is not to be counted: Global Privacy Control, Do Not Track.
pub(crate) fn objects(headers: &HeaderMap) -> bool {
    let is_set = |name| headers.get(name).is_some_and(|value| value == "1");
    OBJECTIONS.into_iter().any(is_set)
}

fn quarter_of(time: Millis) -> Millis {
    time - time.rem_euclid(CounterPlace::QUARTER)
}
