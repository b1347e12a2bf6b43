//! Where each question of a draft is, by its name in the source.

use crate::draft::{Draft, Item, Question, Shown};
use std::collections::HashMap;

/// A page, and an item of it.
pub(super) type Place = (usize, usize);

/// Of several questions with one name the first counts.
pub(super) struct Places(HashMap<String, Place>);

impl Places {
    pub(super) fn of(draft: &Draft) -> Self {
        let mut places = HashMap::new();
        for (place, item) in items(draft) {
            if let Some(question) = item.question() {
                places.entry(question.name.clone()).or_insert(place);
            }
        }
        Self(places)
    }

    pub(super) fn find<'d>(&self, draft: &'d Draft, name: &str) -> Option<(Place, &'d Question)> {
        let place = self.0.get(name).copied()?;
        Some((place, item_at(draft, place)?.question()?))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the conditions of a question's item.
    pub(super) fn conditions_of<'d>(&self, draft: &'d Draft, name: &str) -> &'d [Shown] {
        let item = self.0.get(name).and_then(|place| item_at(draft, *place));
        item.map_or(&[], |item| &item.shown_if)
    }
}

pub(super) fn items(draft: &Draft) -> impl Iterator<Item = (Place, &Item)> {
    let pages = draft.pages.iter().enumerate();
    pages.flat_map(|(p, page)| page.items.iter().enumerate().map(move |(i, item)| ((p, i), item)))
}

pub(super) fn item_at(draft: &Draft, (p, i): Place) -> Option<&Item> {
    draft.pages.get(p)?.items.get(i)
}
