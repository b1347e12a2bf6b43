//! By which token a socket follows a chat. It gets events for as long as that token opens the chat, and is disconnected when
//! it no longer does, at whatever process that was decided.

use crate::chat::TokenKind;
use std::fmt::{Display, Formatter};
use store::ChatKeys;

/// What a token gave access to a chat by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    epoch: i64,
    /// The number of the address to which the token was mailed in a link; `None` for the chat's own token.
    link: Option<i64>,
}

impl Access {
    /// Returns the access that a token of this kind gives with these keys.
    pub(super) fn new(kind: TokenKind, keys: ChatKeys) -> Self {
        Self {
            epoch: keys.epoch,
            link: match kind {
                TokenKind::Chat => None,
                TokenKind::MailedLink => keys.email_number,
            },
        }
    }

    /// Returns whether its token opens the chat with these keys.
    pub(super) fn is_good(self, keys: ChatKeys) -> bool {
        self.epoch == keys.epoch && (self.link.is_none() || self.link == keys.email_number)
    }

    /// Returns every access that is good with these keys.
    pub(super) fn all(keys: ChatKeys) -> impl Iterator<Item = Self> {
        let own = Self::new(TokenKind::Chat, keys);
        let link = keys.email_number.map(|_| Self::new(TokenKind::MailedLink, keys));
        [own].into_iter().chain(link)
    }
}

/// As a part of the name of a room.
impl Display for Access {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self.link {
            None => write!(formatter, "{}", self.epoch),
            Some(link) => write!(formatter, "{}-{link}", self.epoch),
        }
    }
}

/// What a follower gets of a chat that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Form {
    /// What has changed since the event before. Its cost does not depend on the length of the chat.
    Changes,
    /// The newest items, whatever the client knows.
    Whole,
}

impl Form {
    /// Returns the room of those who follow a chat in this form. It names what gave them access, so that they get no more events
    /// when that ends.
    pub(super) fn room(self, feedback_id: &str, access: Access) -> String {
        format!("chat:{feedback_id}:{access}:{}", self.into_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_ends_with_its_number_and_everything_with_the_epoch() {
        let keys = |epoch, email_number| ChatKeys { epoch, email_number };
        let first = keys(0, Some(1));
        let accesses: Vec<_> = Access::all(first).collect();
        let good = |keys| {
            accesses
                .iter()
                .map(|access| access.is_good(keys))
                .collect::<Vec<_>>()
        };
        assert_eq!(good(first), [true, true]);
        assert_eq!(good(keys(0, Some(2))), [true, false]);
        assert_eq!(good(keys(1, Some(1))), [false, false]);
        assert_eq!(Access::all(keys(0, None)).count(), 1);
        let names: Vec<_> = accesses.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["0", "0-1"]);
    }
}
