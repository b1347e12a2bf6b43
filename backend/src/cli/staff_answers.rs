//! What a server answers to calls of staff, as far as the commands need it (docs/staff.md#calls).

use serde::Deserialize;

/// One part of the inbox.
#[derive(Deserialize)]
pub(super) struct Inbox {
    pub(super) items: Vec<InboxChat>,
    pub(super) next_cursor: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct InboxChat {
    pub(super) feedback_id: String,
    pub(super) node_id: String,
    pub(super) status: String,
    pub(super) updated_at: String,
    pub(super) waiting_since: Option<String>,
    pub(super) unread: u32,
    pub(super) assigned_to: Option<String>,
    pub(super) customer: Person,
    pub(super) last_message: Option<MessagePreview>,
}

/// The last message of a chat, shortened.
#[derive(Deserialize)]
pub(super) struct MessagePreview {
    pub(super) actor: String,
    pub(super) name: Option<String>,
    pub(super) body: String,
}

#[derive(Deserialize)]
pub(super) struct Person {
    pub(super) name: Option<String>,
    pub(super) nickname: Option<String>,
}

/// What an act answers with.
#[derive(Deserialize)]
pub(super) struct ActAnswer {
    pub(super) status: String,
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
