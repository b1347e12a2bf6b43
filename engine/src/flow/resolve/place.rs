//! Where in the flow the resolver is.

use super::index;
use crate::pattern::write_decimal;

/// A place in the flow's JSON text: a member of what is around it, or an item of a list there. Its pointer is only
/// written where something is wrong.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    around: Option<&'a Self>,
    name: &'a str,
    item: Option<usize>,
}

impl<'a> Place<'a> {
    /// A member of the whole flow.
    pub(super) fn of_flow(name: &'a str) -> Self {
        Self {
            around: None,
            name,
            item: None,
        }
    }

    /// A member of this place, also one further in, as `question/id`.
    pub(super) fn field(&'a self, name: &'a str) -> Self {
        Self {
            around: Some(self),
            name,
            item: None,
        }
    }

    /// An item of this list.
    pub(super) fn item(self, at: usize) -> Self {
        Self {
            item: Some(at),
            ..self
        }
    }

    /// The JSON pointer.
    pub(super) fn pointer(&self) -> String {
        let mut pointer = self.around.map(Self::pointer).unwrap_or_default();
        pointer.push('/');
        pointer.push_str(self.name);
        if let Some(at) = self.item {
            pointer.push('/');
            write_decimal(&mut pointer, index(at));
        }
        pointer
    }
}
