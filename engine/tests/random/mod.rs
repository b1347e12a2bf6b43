//! Random flows, and random visitors who answer them.

pub(crate) mod corruption;
pub(crate) mod flow;
pub(crate) mod question;
pub(crate) mod visitor;
pub(crate) mod walk;

/// Selects an item by a seed.
pub(crate) fn pick<T: Copy>(items: &[T], seed: u8) -> T {
    items[usize::from(seed) % items.len()]
}
