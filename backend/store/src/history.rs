//! The history of the database, by a random number that is in every cursor of chats and of the inbox
//! (docs/chat.md#cursors). A database that was restored from a backup has another history than the one before it, and may have
//! reached the same positions with other messages: by the number its cursors are told apart from those.

use crate::database::{Db, query};
use crate::error::StoreError;
use crate::kept_values::kept_value;
use base::random::random_below;
use std::fmt::{Display, Formatter};
use std::num::NonZeroU32;
use std::str::FromStr;

/// The name under which the number is kept.
const NAME: &str = "history";

/// How many numbers there are: those of nine digits.
const NUMBERS: NonZeroU32 = NonZeroU32::new(1_000_000_000).unwrap();

/// A history, as text nine digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct History(u32);

/// Up to where a client knows a chat, as text `POSITION.HISTORY`. A position alone is one of any history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChatCursor {
    position: i64,
    history: Option<History>,
}

/// A text is not a cursor of a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a cursor is a position, such as `12`, or one with its history, `12.123456789`")]
pub struct ChatCursorError;

impl ChatCursor {
    /// Returns the cursor of a position in a history.
    pub fn new(position: i64, history: History) -> Self {
        Self {
            position,
            history: Some(history),
        }
    }

    /// Returns the position, of whichever history.
    pub fn position(self) -> i64 {
        self.position
    }

    /// Returns whether it says something of this history.
    pub fn is_of(self, history: History) -> bool {
        self.history.is_none_or(|own| own == history)
    }

    /// Returns the position after which a client with this cursor lacks something; beyond every chat for a cursor of another
    /// history, so that the client gets what there is.
    pub fn after(self, history: History) -> i64 {
        if self.is_of(history) {
            self.position
        } else {
            i64::MAX
        }
    }

    /// Returns up to where a client with this cursor knows the chat: a cursor of another history says nothing of this one.
    pub fn known(self, history: History) -> i64 {
        if self.is_of(history) { self.position } else { 0 }
    }
}

impl History {
    /// Begins another history of a database.
    pub(crate) async fn begin(db: &Db) -> Result<(), StoreError> {
        query("UPDATE secrets SET value = $2 WHERE name = $1")
            .bind(NAME)
            .bind(Self::fresh()?.to_string())
            .execute(db)
            .await?;
        Ok(())
    }

    /// Reads the history of a database, which begins with the first call.
    pub(crate) async fn read(db: &Db) -> Result<Self, StoreError> {
        let stored = kept_value(db, NAME, Self::fresh()?.to_string()).await?;
        stored.parse().map_err(|_| StoreError::Document {
            what: "the number of the history".into(),
            message: "nine digits are expected".into(),
        })
    }

    fn fresh() -> Result<Self, StoreError> {
        Ok(Self(random_below(NUMBERS)?))
    }
}

impl Display for History {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:09}", self.0)
    }
}

impl FromStr for History {
    type Err = ChatCursorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_number = text.len() == 9 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        number.map(Self).ok_or(ChatCursorError)
    }
}

impl Display for ChatCursor {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self.history {
            None => write!(formatter, "{}", self.position),
            Some(history) => write!(formatter, "{}.{history}", self.position),
        }
    }
}

impl FromStr for ChatCursor {
    type Err = ChatCursorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (position, history) = match text.split_once('.') {
            None => (text, None),
            Some((position, history)) => (position, Some(history.parse()?)),
        };
        let position = position.parse().ok().filter(|position| *position >= 0);
        Ok(Self {
            position: position.ok_or(ChatCursorError)?,
            history,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_known_by_its_history() {
        let (one, other) = (History(7), History(8));
        let cursor = ChatCursor::new(12, one);
        assert_eq!(cursor.to_string(), "12.000000007");
        assert_eq!("12.000000007".parse(), Ok(cursor));
        assert_eq!((cursor.after(one), cursor.known(one)), (12, 12));
        assert_eq!((cursor.after(other), cursor.known(other)), (i64::MAX, 0));
        let position: ChatCursor = "12".parse().unwrap();
        assert_eq!((position.after(other), position.known(other)), (12, 12));
        for wrong in [
            "",
            "-1",
            "x",
            "1.",
            "1.7",
            ".000000007",
            "1.+00000007",
            "1.000000007.1",
        ] {
            assert_eq!(wrong.parse::<ChatCursor>(), Err(ChatCursorError), "{wrong}");
        }
    }
}
