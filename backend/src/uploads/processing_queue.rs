//! Whose upload is processed next (docs/api.md#turns-of-uploads).
//!
//! Images differ a thousandfold in what they cost. Each source gets a fair part: the more it has had, the later its next
//! upload comes (self-clocked fair queuing). A small one passes a large one that does not fit yet, and large ones never take
//! all slots; but nothing is passed forever.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// How many others may pass an upload that does not fit yet. Then they wait until it does.
const MAX_PASSES: u32 = 16;

/// An upload is large if it needs more than this part of the memory.
const LARGE: u64 = 4;

/// The uploads that are processed, and those that wait for it.
#[derive(Debug)]
pub(super) struct ProcessingQueue {
    memory: u64,
    slots: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    memory: u64,
    slots: usize,
    large: usize,
    waiting: Vec<Waiting>,
    /// The order of the upload whose turn came last.
    clock: u64,
    /// By source: the order of its last upload.
    last: HashMap<String, u64>,
}

#[derive(Debug)]
struct Waiting {
    /// Anyone who has the lowest comes next.
    order: u64,
    memory: u64,
    passes: u32,
    granted: oneshot::Sender<ProcessingPermit>,
}

/// A permit: memory, and a slot among the uploads that are processed. Both are free again when it is dropped.
#[derive(Debug)]
pub(super) struct ProcessingPermit {
    queue: Arc<ProcessingQueue>,
    memory: u64,
    has_slot: bool,
    is_large: bool,
}

impl ProcessingQueue {
    /// Shares this memory, in bytes, among at most so many uploads at a time.
    pub(super) fn new(memory: u64, slots: usize) -> Arc<Self> {
        Arc::new(Self {
            memory,
            // Less than two would let a large upload stop all others.
            slots: slots.max(2),
            state: Mutex::default(),
        })
    }

    /// Waits for the turn of an upload from a source. One that needs more memory than there is gets all of it.
    pub(super) async fn take(self: &Arc<Self>, source: &str, memory: u64) -> Option<ProcessingPermit> {
        let memory = memory.clamp(1, self.memory);
        let (granted, permit) = oneshot::channel();
        {
            let mut state = self.lock();
            let clock = state.clock;
            let last = state.last.entry(source.to_owned()).or_default();
            let order = clock.max(*last) + memory;
            *last = order;
            state.waiting.push(Waiting {
                order,
                memory,
                passes: 0,
                granted,
            });
        }
        self.grant();
        // A client that hangs up leaves a closed channel behind, which is dropped when its turn comes.
        permit.await.ok()
    }

    /// Gives permits to all who can have one now.
    fn grant(self: &Arc<Self>) {
        // Outside of the lock: a permit that nobody waits for any more is dropped, which takes the lock.
        while let Some((granted, permit)) = self.next() {
            drop(granted.send(permit));
        }
    }

    fn next(self: &Arc<Self>) -> Option<(oneshot::Sender<ProcessingPermit>, ProcessingPermit)> {
        let mut state = self.lock();
        let state = &mut *state;
        state.waiting.retain(|waiting| !waiting.granted.is_closed());
        if state.waiting.is_empty() && state.slots == 0 {
            state.last.clear();
        }
        state.waiting.sort_by_key(|waiting| waiting.order);
        let at = state
            .waiting
            .iter()
            .position(|waiting| self.fits(state, waiting.memory))?;
        let passed = state.waiting.get_mut(..at)?;
        if passed.iter().any(|waiting| waiting.passes >= MAX_PASSES) {
            return None;
        }
        for waiting in passed {
            waiting.passes += 1;
        }
        let next = state.waiting.remove(at);
        state.clock = state.clock.max(next.order);
        let clock = state.clock;
        state.last.retain(|_, order| *order > clock);
        let is_large = self.is_large(next.memory);
        state.memory += next.memory;
        state.slots += 1;
        state.large += usize::from(is_large);
        let permit = ProcessingPermit {
            queue: Arc::clone(self),
            memory: next.memory,
            has_slot: true,
            is_large,
        };
        Some((next.granted, permit))
    }

    fn fits(&self, state: &State, memory: u64) -> bool {
        let has_slot = state.slots < self.slots && (!self.is_large(memory) || state.large + 1 < self.slots);
        has_slot && state.memory + memory <= self.memory
    }

    fn is_large(&self, memory: u64) -> bool {
        memory > self.memory / LARGE
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProcessingPermit {
    /// Ends the processing, and keeps only so much of the memory, for a file that has yet to be stored.
    pub(super) fn keep(&mut self, memory: u64) {
        let kept = memory.min(self.memory);
        self.give_back(self.memory - kept);
        self.memory = kept;
    }

    fn give_back(&mut self, memory: u64) {
        {
            let mut state = self.queue.lock();
            state.memory -= memory;
            if std::mem::take(&mut self.has_slot) {
                state.slots -= 1;
                state.large -= usize::from(self.is_large);
            }
        }
        self.queue.grant();
    }
}

impl Drop for ProcessingPermit {
    fn drop(&mut self) {
        self.give_back(self.memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    type Waits<'a> = Pin<Box<dyn Future<Output = Option<ProcessingPermit>> + 'a>>;

    /// Asks for a turn. It counts from the first look.
    fn ask<'a>(queue: &'a Arc<ProcessingQueue>, source: &'a str, memory: u64) -> Waits<'a> {
        let mut waits: Waits = Box::pin(queue.take(source, memory));
        assert!(look(&mut waits).is_none(), "its turn has come already");
        waits
    }

    fn look(waits: &mut Waits) -> Option<ProcessingPermit> {
        match waits.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(permit) => permit,
            Poll::Pending => None,
        }
    }

    fn at_once(queue: &Arc<ProcessingQueue>, source: &str, memory: u64) -> ProcessingPermit {
        look(&mut (Box::pin(queue.take(source, memory)) as Waits)).unwrap()
    }

    /// Returns which of those who wait gets the next turn.
    fn next(waiting: &mut Vec<(&'static str, Waits)>) -> Option<(&'static str, ProcessingPermit)> {
        let found = waiting
            .iter_mut()
            .enumerate()
            .find_map(|(at, (name, waits))| Some((at, *name, look(waits)?)));
        let (at, name, permit) = found?;
        drop(waiting.remove(at));
        Some((name, permit))
    }

    #[test]
    fn a_source_with_many_uploads_waits_for_those_with_few() {
        let queue = ProcessingQueue::new(100, 2);
        let first = at_once(&queue, "greedy", 20);
        let second = at_once(&queue, "greedy", 20);
        let mut waiting: Vec<(&str, Waits)> =
            (0..16).map(|_| ("greedy", ask(&queue, "greedy", 20))).collect();
        waiting.push(("one", ask(&queue, "one", 20)));
        waiting.push(("two", ask(&queue, "two", 20)));
        let mut running = std::collections::VecDeque::from([first, second]);
        let mut order = Vec::new();
        for _ in 0..5 {
            assert!(next(&mut waiting).is_none(), "there are two slots");
            drop(running.pop_front());
            let (name, permit) = next(&mut waiting).unwrap();
            order.push(name);
            running.push_back(permit);
        }
        assert_eq!(order, ["greedy", "one", "two", "greedy", "greedy"]);
    }

    #[test]
    fn small_uploads_pass_large_ones_of_any_source() {
        let queue = ProcessingQueue::new(100, 2);
        let large = at_once(&queue, "0", 60);
        // A slot is left, and memory too, but only for small ones.
        let mut waiting: Vec<(&str, Waits)> = ["1", "2", "3"]
            .map(|source| (source, ask(&queue, source, 40)))
            .into();
        for _ in 0..3 {
            drop(at_once(&queue, "4", 25));
        }
        let small = at_once(&queue, "4", 25);
        drop(large);
        let (name, permit) = next(&mut waiting).unwrap();
        assert_eq!(name, "1");
        drop((permit, small));
    }

    #[test]
    fn large_files_are_not_overtaken_forever() {
        let queue = ProcessingQueue::new(100, 4);
        let first = at_once(&queue, "a", 10);
        let mut whole = ask(&queue, "b", 100);
        let pass = |_: &u32| look(&mut (Box::pin(queue.take("c", 10)) as Waits)).is_some();
        let passed = (0..1_000).take_while(pass).count();
        assert!((10..100).contains(&passed), "{passed}");
        let mut small = ask(&queue, "d", 10);
        drop(first);
        let permit = look(&mut whole).unwrap();
        assert!(look(&mut small).is_none());
        drop(permit);
        assert!(look(&mut small).is_some());
    }

    #[test]
    fn a_file_that_is_processed_keeps_its_own_memory_only() {
        let queue = ProcessingQueue::new(100, 2);
        let mut first = at_once(&queue, "a", 90);
        let mut second = ask(&queue, "b", 80);
        first.keep(30);
        assert!(look(&mut second).is_none());
        first.keep(20);
        let second = look(&mut second).unwrap();
        drop((first, second));
        let state = queue.lock();
        assert_eq!((state.memory, state.slots, state.large), (0, 0, 0));
    }

    #[test]
    fn a_dropped_permit_leaves_no_state() {
        let queue = ProcessingQueue::new(100, 2);
        let first = at_once(&queue, "a", 100);
        let gone = ask(&queue, "b", 100);
        let mut last = ask(&queue, "c", 100);
        drop(gone);
        drop(first);
        drop(look(&mut last).unwrap());
        let state = queue.lock();
        assert!(state.waiting.is_empty() && state.last.is_empty());
    }
}
