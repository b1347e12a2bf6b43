//! Up to where a client knows the changes of the inbox (docs/staff.md#changes-of-the-inbox).

use crate::application::AppState;
use std::fmt::{Display, Formatter};
use std::str::FromStr;
use store::{History, ListCursor, ListCursorError};

/// A place among all changes of chats, in one history of the database. As text: `HISTORY.PLACE.ID`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChangesCursor {
    history: History,
    place: ListCursor,
}

impl ChangesCursor {
    pub(super) fn new(place: ListCursor, app: &AppState) -> Self {
        Self {
            history: app.store.history(),
            place,
        }
    }

    /// Returns after which place the changes follow that a client with this cursor lacks. It is the beginning for a cursor of another
    /// history, and for one that is ahead of the end, as after the restore of a backup.
    pub(super) fn place_before(&self, end: &ListCursor, history: History) -> ListCursor {
        if self.history == history && self.place.place <= end.place {
            self.place.clone()
        } else {
            ListCursor::START
        }
    }
}

impl Display for ChangesCursor {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{}", self.history, self.place)
    }
}

impl FromStr for ChangesCursor {
    type Err = ListCursorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (history, place) = text.split_once('.').ok_or(ListCursorError)?;
        Ok(Self {
            history: history.parse().map_err(|_| ListCursorError)?,
            place: place.parse()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_of_another_history_or_ahead_restarts_the_list() {
        let cursor: ChangesCursor = "123456789.7.f".parse().unwrap();
        assert_eq!(cursor.to_string(), "123456789.7.f");
        let end = |place| ListCursor {
            place,
            feedback_id: String::new(),
        };
        let history = cursor.history;
        assert_eq!(cursor.place_before(&end(9), history), cursor.place);
        assert_eq!(cursor.place_before(&end(6), history), ListCursor::START);
        let other = "000000007".parse().unwrap();
        assert_eq!(cursor.place_before(&end(9), other), ListCursor::START);
        for wrong in ["7", "", "x.f", "7.f", "123456789.f"] {
            assert_eq!(wrong.parse::<ChangesCursor>(), Err(ListCursorError), "{wrong}");
        }
    }
}
