//! The message about the page as a whole.

use super::Channel;
use crate::message::{Message, MessageKey};

/// At most one message, and the channel that it is about, if any.
#[derive(Debug, Clone, Default)]
pub(super) struct Notice {
    message: Option<Message>,
    failed_channel: Option<Channel>,
}

impl Notice {
    pub(super) fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    pub(super) fn set(&mut self, message: Option<Message>) {
        self.message = message;
        self.failed_channel = None;
    }

    /// Says that a channel could not be unsubscribed.
    pub(super) fn set_channel_failure(&mut self, channel: Channel) {
        self.message = Some(MessageKey::SystemError.into());
        self.failed_channel = Some(channel);
    }

    /// Removes the message if it is about this channel.
    pub(super) fn clear_channel_failure(&mut self, channel: Channel) {
        if self.failed_channel == Some(channel) {
            self.set(None);
        }
    }
}
