//! Where a list of feedback or chats continues that is not ordered by their ids alone.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// The last item of a list: what the list is ordered by, such as the time of its last change, and its feedback id. As text:
/// `PLACE.ID`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListCursor {
    pub place: i64,
    pub feedback_id: String,
}

/// A text is not a cursor that a list gave out.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`after` must be the `next_cursor` of a list in the same order")]
pub struct ListCursorError;

impl ListCursor {
    /// Before everything.
    pub const START: Self = Self {
        place: 0,
        feedback_id: String::new(),
    };
}

impl Display for ListCursor {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{}", self.place, self.feedback_id)
    }
}

impl FromStr for ListCursor {
    type Err = ListCursorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (place, feedback_id) = text.split_once('.').ok_or(ListCursorError)?;
        Ok(Self {
            place: place.parse().map_err(|_| ListCursorError)?,
            feedback_id: feedback_id.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_text_that_it_writes() {
        let cursor = ListCursor {
            place: 7,
            feedback_id: "f".into(),
        };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for wrong in ["7", "x.f", ""] {
            assert_eq!(wrong.parse::<ListCursor>(), Err(ListCursorError), "{wrong}");
        }
    }
}
