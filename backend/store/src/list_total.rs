//! How many rows a list has in all its parts (docs/staff.md#totals).

/// Most rows that are looked at to count those of a list, so that the count takes a bounded time.
pub(crate) const MOST_LOOKED_AT_FOR_TOTAL: u32 = 50_000;

/// The number of rows of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListTotal {
    pub count: i64,
    /// Whether there may be more, since not all rows were looked at.
    pub is_capped: bool,
}
