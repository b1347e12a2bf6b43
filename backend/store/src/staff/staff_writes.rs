//! The writes of staff, as methods of the store. Each returns after the commit.

use crate::blocks::blocked_addresses::{self, AddressUnblock};
use crate::blocks::blocked_devices::{DeviceBlock, TooManyBlocked};
use crate::handle::Store;
use crate::job::WriteError;
use crate::staff::canned_replies::{CannedReplyChange, TooManyReplies};
use crate::staff::feedback_notes::{FeedbackNote, NewFeedbackNote};
use crate::staff::feedback_reviews::{FeedbackAct, FeedbackActRefusal, FeedbackReview};
use crate::staff::staff_acts::{ChatAct, ChatActRefusal, StaffChatState};
use crate::staff::staff_token_uses::TokenUse;
use crate::staff_audit::{self, StaffNote};
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::Millis;
use std::convert::Infallible;

impl Store {
    /// Carries out what a member of staff does with a chat.
    pub async fn act_on_chat(&self, act: ChatAct) -> Result<StaffChatState, WriteError<ChatActRefusal>> {
        self.writer.write(act).await
    }

    /// Carries out what a member of staff does with a feedback.
    pub async fn act_on_feedback(
        &self,
        act: FeedbackAct,
    ) -> Result<FeedbackReview, WriteError<FeedbackActRefusal>> {
        self.writer.write(act).await
    }

    /// Stores a note about a feedback. A repeat with the same id gets the stored one.
    pub async fn add_feedback_note(
        &self,
        note: NewFeedbackNote,
    ) -> Result<FeedbackNote, WriteError<FeedbackActRefusal>> {
        self.writer.write(note).await
    }

    /// Blocks a device at a node, or lets it in again. A repeat changes nothing.
    pub async fn block_device(&self, block: DeviceBlock) -> Result<(), WriteError<TooManyBlocked>> {
        self.writer.write(block).await
    }

    /// Lets an address in again. A repeat changes nothing.
    pub async fn unblock_address(&self, unblock: AddressUnblock) -> Result<(), WriteError<Infallible>> {
        self.writer.write(unblock).await
    }

    /// Removes blocks of addresses that have ended.
    pub(crate) async fn remove_ended_blocks(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        self.sweep(blocked_addresses::remove_ended(now, SWEPT_AT_ONCE))
            .await
    }

    /// Stores or deletes a canned reply. A repeat changes nothing.
    pub async fn change_canned_reply(
        &self,
        change: CannedReplyChange,
    ) -> Result<(), WriteError<TooManyReplies>> {
        self.writer.write(change).await
    }

    /// Writes down what a member of staff does without changing anything.
    pub async fn note_act(&self, note: StaffNote) -> Result<(), WriteError<Infallible>> {
        self.writer.write(note).await
    }

    /// Notes that a staff token was used.
    pub async fn note_token_use(&self, token_use: TokenUse) -> Result<(), WriteError<Infallible>> {
        self.writer.write(token_use).await
    }

    /// Forgets acts of staff that are old, or too many.
    pub(crate) async fn remove_old_audit(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        self.sweep(staff_audit::remove_old(now, SWEPT_AT_ONCE)).await
    }
}
