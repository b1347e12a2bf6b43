//! Ids for everything in a flow, made of the names that the source has.

use std::collections::HashSet;

/// Ids are part of every submission, so they stay short (docs/flows.md#limits).
const MAX_ID: usize = 60;

/// Gives ids that are unique among those that it has given.
#[derive(Default)]
pub(super) struct Ids(HashSet<String>);

impl Ids {
    /// Gives an id to none: something else has it.
    pub(super) fn reserve(&mut self, id: &str) {
        self.0.insert(id.to_owned());
    }

    /// Makes an id of a name; `fallback` stands for a name without letters and digits of ASCII.
    pub(super) fn give(&mut self, name: &str, fallback: &str) -> String {
        let stem = stem_of(name, fallback);
        let mut id = stem.clone();
        let mut number = self.0.len();
        while !self.0.insert(id.clone()) {
            number += 1;
            id = format!("{stem}_{number}");
        }
        id
    }
}

pub(crate) fn stem_of(name: &str, fallback: &str) -> String {
    let mut stem = String::new();
    for c in name.chars() {
        if stem.len() >= MAX_ID {
            break;
        }
        if c.is_ascii_alphanumeric() || c == '-' {
            stem.push(c);
        } else if !stem.is_empty() && !stem.ends_with('_') {
            stem.push('_');
        }
    }
    let stem = stem.trim_matches(['_', '-']);
    if stem.is_empty() { fallback } else { stem }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_unique_ids_of_names() {
        let mut ids = Ids::default();
        ids.reserve("q_5");
        assert_eq!(ids.give("How was it?", "q"), "How_was_it");
        assert_eq!(ids.give("how-was_it", "q"), "how-was_it");
        assert_eq!(ids.give("How was it!", "q"), "How_was_it_4");
        assert_eq!(ids.give("おいしい", "q"), "q");
        assert_eq!(ids.give("", "q"), "q_6");
    }
}
