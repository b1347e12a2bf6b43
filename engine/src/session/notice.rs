//! The message about the page as a whole.

use crate::message::Message;

/// At most one message.
#[derive(Debug, Clone, Default)]
pub(super) struct Notice(Option<Message>);

impl Notice {
    pub(super) fn message(&self) -> Option<&Message> {
        self.0.as_ref()
    }

    pub(super) fn set(&mut self, message: Option<Message>) {
        self.0 = message;
    }
}
