//! What the session's seed decides. The same seed gives the same everywhere and always. See docs/engine.md#random-order.

/// FNV-1a over two parts: small, identical on every platform, and spread well enough.
pub(crate) fn hash(parts: [&[u8]; 2]) -> u32 {
    let bytes = parts.into_iter().flatten();
    bytes.fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

/// Returns the positions of a list's items as the page shows them: those that can move at random places, all others at their
/// own.
///
/// `field` is the flow's field that asks for it, and `id` that of what has the field, so that no two lists share an order.
pub(crate) fn display_order(
    count: usize,
    can_move: &dyn Fn(u32) -> bool,
    seed: u32,
    field: &str,
    id: &str,
) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(count).collect();
    let mut numbers = SplitMix64(u64::from(seed) << 32 | u64::from(hash([field.as_bytes(), id.as_bytes()])));
    let mut moved = Vec::new();
    for at in order.iter().filter(|at| can_move(**at)) {
        moved.insert(numbers.below(moved.len() + 1), *at);
    }
    let places = order.iter_mut().filter(|at| can_move(**at));
    for (place, at) in places.zip(moved) {
        *place = at;
    }
    order
}

/// Sebastiano Vigna's SplitMix64: every state is a good one, so the seed needs no preparation.
struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns a number below `bound`, which must fit 32 bits.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let below = (mixed >> 32).wrapping_mul(bound as u64) >> 32;
        usize::try_from(below).unwrap_or_default()
    }
}
