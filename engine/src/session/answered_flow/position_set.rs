//! A set of positions in a flow.

use crate::position::{ElementIx, StateIx, TriggerIx};

/// A position in one of the flow's lists.
pub(crate) trait Position: Copy + PartialEq {
    fn index(self) -> usize;
}

macro_rules! positions {
    ($($position:ident),*) => {
        $(impl Position for $position {
            fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

positions!(StateIx, ElementIx, TriggerIx);

/// A sparse set: every operation takes constant time, also where the flow has thousands of positions.
#[derive(Debug, Clone)]
pub(crate) struct PositionSet<T> {
    /// The members, in order of insertion unless one before the last was removed.
    members: Vec<T>,
    /// By position: its place in `members`. The place counts only if the position is found there, so clearing the set
    /// does not touch this list.
    places: Vec<u32>,
}

impl<T> Default for PositionSet<T> {
    fn default() -> Self {
        Self {
            members: Vec::new(),
            places: Vec::new(),
        }
    }
}

impl<T: Position> PositionSet<T> {
    pub(crate) fn members(&self) -> &[T] {
        &self.members
    }

    pub(crate) fn contains(&self, position: T) -> bool {
        self.place_of(position).is_some()
    }

    /// Adds a position; returns whether it is new.
    pub(crate) fn insert(&mut self, position: T) -> bool {
        if self.contains(position) {
            return false;
        }
        let index = position.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, 0);
        }
        if let Some(place) = self.places.get_mut(index) {
            *place = to_place(self.members.len());
        }
        self.members.push(position);
        true
    }

    /// Removes the position if it is a member, else adds it.
    pub(crate) fn toggle(&mut self, position: T) {
        let Some(place) = self.place_of(position) else {
            self.insert(position);
            return;
        };
        // The last member takes the place of the removed one.
        let last = self.members.pop();
        if let (Some(last), Some(removed)) = (last, self.members.get_mut(place)) {
            *removed = last;
            if let Some(moved) = self.places.get_mut(last.index()) {
                *moved = to_place(place);
            }
        }
    }

    /// Removes the member that was added last.
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.members.pop()
    }

    pub(crate) fn clear(&mut self) {
        self.members.clear();
    }

    /// Removes all members and returns them.
    pub(crate) fn take(&mut self) -> Vec<T> {
        std::mem::take(&mut self.members)
    }

    fn place_of(&self, position: T) -> Option<usize> {
        let place = *self.places.get(position.index())? as usize;
        (self.members.get(place) == Some(&position)).then_some(place)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "positions are u32, and each is in the list once"
)]
fn to_place(place: usize) -> u32 {
    place as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(positions: &[u32]) -> PositionSet<ElementIx> {
        let mut set = PositionSet::default();
        for position in positions {
            set.insert(ElementIx(*position));
        }
        set
    }

    #[test]
    fn keeps_each_position_once_in_order_of_insertion() {
        let mut set = set(&[7, 0, 3]);
        assert!(!set.insert(ElementIx(0)));
        assert_eq!(set.members(), [ElementIx(7), ElementIx(0), ElementIx(3)]);
        assert!(set.contains(ElementIx(3)) && !set.contains(ElementIx(4)) && !set.contains(ElementIx(99)));
    }

    #[test]
    fn forgets_members_that_were_removed() {
        let mut set = set(&[7, 0, 3]);
        set.toggle(ElementIx(7));
        assert!(!set.contains(ElementIx(7)));
        assert!(set.contains(ElementIx(0)) && set.contains(ElementIx(3)));
        assert_eq!(set.pop(), Some(ElementIx(0)));
        assert!(!set.contains(ElementIx(0)));
        set.toggle(ElementIx(7));
        assert_eq!(set.take(), [ElementIx(3), ElementIx(7)]);
        assert!(!set.contains(ElementIx(3)) && !set.contains(ElementIx(7)));
    }
}
