//! Where in the flow the resolver is.

use super::index;
use crate::pattern::write_decimal;

/// A JSON pointer under construction.
pub(super) struct Place(pub(super) String);

impl Place {
    pub(super) fn new(list: &str, at: usize) -> Self {
        Self(String::new()).joined(list, at)
    }

    pub(super) fn field(&self, name: &str) -> Self {
        let mut pointer = self.0.clone();
        pointer.push('/');
        pointer.push_str(name);
        Self(pointer)
    }

    pub(super) fn list(&self, name: &str, at: usize) -> Self {
        let field = self.field(name);
        field.joined("", at)
    }

    fn joined(mut self, name: &str, at: usize) -> Self {
        self.0.push_str(name);
        self.0.push('/');
        write_decimal(&mut self.0, index(at));
        self
    }
}
