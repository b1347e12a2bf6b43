//! Lists for staff, delivered in parts (docs/staff.md#calls).

use serde::Serialize;
use std::str::FromStr;
use store::ListCursorError;
use utoipa::ToSchema;

const DEFAULT_LIMIT: u32 = 50;

/// Most items of one part.
const MAX_LIMIT: u32 = 200;

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct List<T> {
    items: Vec<T>,
    /// The value of `after` for the next part; null in the last part.
    #[schema(required = true)]
    next_cursor: Option<String>,
}

/// How many items a list has in all its parts.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ListTotal {
    count: i64,
    /// Whether there may be more: not all that there is was looked at.
    is_capped: bool,
}

impl From<store::ListTotal> for ListTotal {
    fn from(total: store::ListTotal) -> Self {
        Self {
            count: total.count,
            is_capped: total.is_capped,
        }
    }
}

/// The number of items of a part.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListLimit(u32);

impl ListLimit {
    /// Applies the default and the bounds to the number that a query asks for.
    pub(super) fn new(requested: Option<u32>) -> Self {
        Self(requested.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT))
    }

    /// Returns the number of rows to read: one more than a part has, which shows whether there is a next part.
    pub(super) fn rows(self) -> u32 {
        self.0 + 1
    }
}

impl<T> List<T> {
    /// Builds a part from the rows that were read; `cursor` names the place of a row.
    pub(super) fn from_rows<R>(
        mut rows: Vec<R>,
        limit: ListLimit,
        cursor: impl FnOnce(&R) -> String,
        item: impl FnMut(R) -> T,
    ) -> Self {
        let length = limit.0 as usize;
        let has_more = rows.len() > length;
        rows.truncate(length);
        Self {
            next_cursor: rows.last().filter(|_| has_more).map(cursor),
            items: rows.into_iter().map(item).collect(),
        }
    }

    /// Has the list continue at a place where it was looked no further, unless more of it was read.
    pub(super) fn or_continued_at(mut self, cursor: Option<String>) -> Self {
        self.next_cursor = self.next_cursor.or(cursor);
        self
    }
}

impl<T, E> List<Result<T, E>> {
    /// Returns the first error of its items, if there is one.
    pub(super) fn transpose(self) -> Result<List<T>, E> {
        Ok(List {
            items: self.items.into_iter().collect::<Result<_, _>>()?,
            next_cursor: self.next_cursor,
        })
    }
}

/// Reads the `after` of a query: where a list continues.
pub(super) fn cursor<C: FromStr>(after: Option<&str>) -> Result<Option<C>, ListCursorError> {
    after.map(str::parse).transpose().map_err(|_| ListCursorError)
}
