//! Random flows, and random visitors who walk through them.

pub(crate) mod corruption;
pub(crate) mod flow;
pub(crate) mod visitor;
pub(crate) mod walk;

/// The item that a seed picks.
pub(crate) fn pick<T: Copy>(items: &[T], seed: u8) -> T {
    items[usize::from(seed) % items.len()]
}
