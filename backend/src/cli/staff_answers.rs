//! What a server answers to calls of staff, as far as the commands need it (docs/staff.md#calls).

use serde::Deserialize;
use store::ChatCursor;

/// One part of the inbox.
#[derive(Deserialize)]
pub(super) struct Inbox {
    pub(super) items: Vec<InboxChat>,
    pub(super) next_cursor: Option<String>,
    /// From here on the changes continue.
    pub(super) changes_cursor: String,
}

#[derive(Clone, Deserialize)]
pub(super) struct InboxChat {
    pub(super) feedback_id: String,
    pub(super) node_id: String,
    pub(super) status: String,
    pub(super) cursor: ChatCursor,
    pub(super) updated_at: String,
    pub(super) waiting_since: Option<String>,
    pub(super) unread: u32,
    pub(super) assigned_to: Option<String>,
    pub(super) closed_by: Option<String>,
    pub(super) customer: Person,
    pub(super) last_message: Option<MessagePreview>,
}

/// The last message of a chat, shortened.
#[derive(Clone, Deserialize)]
pub(super) struct MessagePreview {
    pub(super) actor: String,
    pub(super) name: Option<String>,
    pub(super) body: String,
}

/// A chat with a page of its timeline.
#[derive(Deserialize)]
pub(super) struct Chat {
    pub(super) status: String,
    pub(super) closed_by: Option<String>,
    pub(super) read_position: i64,
    pub(super) creator: Person,
    pub(super) responses: Vec<AnsweredQuestion>,
    pub(super) chat_ratings: Vec<Rating>,
    pub(super) timeline_items: Vec<TimelineItem>,
    /// The items are all after this position.
    pub(super) timeline_after: i64,
    pub(super) cursor: ChatCursor,
}

#[derive(Deserialize)]
pub(super) struct AnsweredQuestion {
    pub(super) question: String,
    pub(super) answer: String,
}

#[derive(Deserialize)]
pub(super) struct Rating {
    pub(super) position: i64,
    pub(super) rating: i64,
    pub(super) created_at: String,
}

#[derive(Deserialize)]
pub(super) struct TimelineItem {
    pub(super) position: i64,
    pub(super) action: String,
    pub(super) actor: String,
    pub(super) detail: ItemDetail,
}

#[derive(Deserialize)]
pub(super) struct ItemDetail {
    pub(super) comment: Comment,
    /// Set if staff wrote it.
    pub(super) user: Option<Person>,
}

#[derive(Deserialize)]
pub(super) struct Comment {
    pub(super) body: String,
    pub(super) created_at: String,
    pub(super) attachment: Option<Attachment>,
}

#[derive(Deserialize)]
pub(super) struct Attachment {
    pub(super) name: String,
    pub(super) size: u64,
}

#[derive(Clone, Default, Deserialize)]
pub(super) struct Person {
    pub(super) name: Option<String>,
    pub(super) nickname: Option<String>,
}

/// What an act answers with.
#[derive(Deserialize)]
pub(super) struct ActAnswer {
    pub(super) status: String,
    pub(super) assigned_to: Option<String>,
}

/// What is blocked of the sender of a chat, which has ended.
#[derive(Deserialize)]
pub(super) struct BlockedSender {
    pub(super) status: String,
    pub(super) is_address_blocked: bool,
}

#[derive(Deserialize)]
pub(super) struct CannedReplies {
    pub(super) items: Vec<CannedReply>,
    pub(super) next_cursor: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct CannedReply {
    pub(super) id: String,
    pub(super) body: String,
}

#[derive(Deserialize)]
pub(super) struct Webhooks {
    pub(super) items: Vec<Webhook>,
}

#[derive(Deserialize)]
pub(super) struct Webhook {
    pub(super) id: String,
    pub(super) url: String,
    pub(super) events: Vec<String>,
    pub(super) nodes: Option<Vec<String>>,
    pub(super) enabled: bool,
    pub(super) gone_at: Option<String>,
    pub(super) failures: i64,
    /// Only if it is new.
    pub(super) secret: Option<String>,
}

/// What came of the test of a webhook.
#[derive(Deserialize)]
pub(super) struct Tested {
    pub(super) error: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Deliveries {
    pub(super) items: Vec<Delivery>,
}

#[derive(Deserialize)]
pub(super) struct Delivery {
    pub(super) id: String,
    pub(super) r#type: String,
    pub(super) feedback_id: String,
    pub(super) state: String,
    pub(super) attempts: i64,
    pub(super) next_at: Option<String>,
    pub(super) last_error: Option<String>,
    pub(super) finished_at: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct ReplayedDeliveries {
    pub(super) replayed: u64,
    pub(super) has_more: bool,
}

/// One part of a list of records.
#[derive(Deserialize)]
pub(super) struct Records {
    pub(super) items: Vec<Record>,
    pub(super) next_cursor: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Record {
    pub(super) id: String,
    /// `None`: there is only a draft.
    pub(super) revision: Option<u32>,
    pub(super) archived: bool,
}
