//! What the session's seed decides. The same seed gives the same everywhere and always. See docs/engine.md#random-order.

/// FNV-1a over two parts: small, identical on every platform, and spread well enough.
pub(crate) fn hash(parts: [&[u8]; 2]) -> u32 {
    let bytes = parts.into_iter().flatten();
    bytes.fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

/// Returns the positions of a list's items as the page shows them: items that are pinned at their own places, all others at
/// random ones.
///
/// `of` is the field that asks for it and the id of what has the field, so that no two lists share an order.
pub(crate) fn display_order(
    count: usize,
    is_pinned: &dyn Fn(u32) -> bool,
    seed: u32,
    of: [&str; 2],
) -> Vec<u32> {
    let mut numbers = SplitMix64(u64::from(seed) << 32 | u64::from(hash(of.map(str::as_bytes))));
    let positions = (0..).take(count);
    let mut moved = Vec::new();
    for at in positions.clone().filter(|at| !is_pinned(*at)) {
        moved.insert(numbers.below(moved.len() + 1), at);
    }
    let mut moved = moved.into_iter();
    let order = positions.map(|at| if is_pinned(at) { None } else { moved.next() }.unwrap_or(at));
    order.collect()
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
