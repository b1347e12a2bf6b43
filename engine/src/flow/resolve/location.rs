//! A location in the flow's JSON text.

#[cfg(feature = "check")]
use crate::decimal::write_decimal;

/// A member of an enclosing value, or an item of that member if it is a list. The JSON pointer is built only for errors.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "check"),
    expect(dead_code, reason = "the browser has no reasons")
)]
pub(super) struct Location<'a> {
    parent: Option<&'a Self>,
    name: &'a str,
    item: Option<usize>,
}

impl<'a> Location<'a> {
    /// Returns the location of a member of the flow.
    pub(super) fn of_flow(name: &'a str) -> Self {
        Self {
            parent: None,
            name,
            item: None,
        }
    }

    /// Returns the location of a member of this value; `name` may lead further in, as in `question/id`.
    pub(super) fn field(&'a self, name: &'a str) -> Self {
        Self {
            parent: Some(self),
            name,
            item: None,
        }
    }

    /// Returns the location of an item of this list.
    pub(super) fn item(self, at: usize) -> Self {
        Self {
            item: Some(at),
            ..self
        }
    }

    /// Builds the JSON pointer.
    #[cfg(feature = "check")]
    pub(super) fn pointer(&self) -> String {
        let mut pointer = self.parent.map(Self::pointer).unwrap_or_default();
        pointer.push('/');
        pointer.push_str(self.name);
        if let Some(at) = self.item {
            pointer.push('/');
            write_decimal(&mut pointer, u32::try_from(at).unwrap_or(u32::MAX));
        }
        pointer
    }
}
