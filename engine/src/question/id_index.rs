//! Finds what has an id in a list that does not change any more.

#[cfg(feature = "native")]
use std::sync::OnceLock;

/// The way to what has an id. The server is asked for thousands of ids by whoever likes, so there it is sorted at the
/// first question; in the browser a visitor asks for one, and looking through the list is the smaller code.
#[derive(Debug, Default)]
pub(super) struct IdIndex {
    /// Positions by ascending id, and of equal ids by ascending position.
    #[cfg(feature = "native")]
    sorted: OnceLock<Vec<usize>>,
}

impl IdIndex {
    /// Position of the first one with this id; `list` must be the same each time.
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
        super::position(list.iter().position(|one| id_of(one) == id))
    }
}
