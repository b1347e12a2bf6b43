//! Finds an item by its id in a list that no longer changes.

#[cfg(feature = "native")]
use std::sync::OnceLock;

/// An index from ids to positions. The server sorts the ids on the first look-up, because anyone can send it thousands
/// of ids; the browser searches the list, because a visitor looks up one at a time and the code is smaller.
#[derive(Debug, Default)]
pub(super) struct IdIndex {
    /// Positions by ascending id; positions of equal ids ascend.
    #[cfg(feature = "native")]
    sorted: OnceLock<Vec<usize>>,
}

impl IdIndex {
    /// Returns the position of the first item with this id. `list` must be the same on every call.
    #[cfg(feature = "native")]
    pub(super) fn find<T>(&self, list: &[T], id: &str, id_of: fn(&T) -> &str) -> Option<u32> {
        let id_at = |at: &usize| list.get(*at).map(id_of);
        let sorted = self.sorted.get_or_init(|| {
            let mut positions: Vec<usize> = (0..list.len()).collect();
            positions.sort_by(|a, b| id_at(a).cmp(&id_at(b)));
            positions
        });
        let place = sorted.partition_point(|at| id_at(at) < Some(id));
        let at = sorted.get(place).filter(|at| id_at(at) == Some(id))?;
        u32::try_from(*at).ok()
    }

    #[cfg(not(feature = "native"))]
    #[inline]
    pub(super) fn find<T>(&self, list: &[T], id: &str, id_of: fn(&T) -> &str) -> Option<u32> {
        let at = list.iter().position(|item| id_of(item) == id)?;
        u32::try_from(at).ok()
    }
}
