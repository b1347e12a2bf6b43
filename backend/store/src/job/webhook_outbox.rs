//! What webhooks are told: rows that are written in the transaction of what happened (docs/webhooks.md#delivery).
//!
//! A row names what happened and holds nothing of it, so that what is erased afterwards is never sent.

use super::chat_status::ChatStatus;
use crate::database::{QueryBuilder, Transaction, bind_by_name, query};
use crate::error::StoreError;
use base::time::{Millis, now};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;

/// What can happen.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    sqlx::Type,
    ToSchema,
    strum::IntoStaticStr,
)]
#[sqlx(type_name = "TEXT")]
#[schema(as = WebhookEventType)]
#[strum(const_into_str)]
pub enum EventType {
    /// A visitor has saved what is not complete.
    #[serde(rename = "feedback.partial")]
    #[sqlx(rename = "feedback.partial")]
    #[strum(serialize = "feedback.partial")]
    FeedbackPartial,
    #[serde(rename = "feedback.completed")]
    #[sqlx(rename = "feedback.completed")]
    #[strum(serialize = "feedback.completed")]
    FeedbackCompleted,
    /// The customer or staff wrote; not a note.
    #[serde(rename = "chat.message")]
    #[sqlx(rename = "chat.message")]
    #[strum(serialize = "chat.message")]
    ChatMessage,
    /// A chat began, or got another status.
    #[serde(rename = "chat.status_changed")]
    #[sqlx(rename = "chat.status_changed")]
    #[strum(serialize = "chat.status_changed")]
    ChatStatusChanged,
    #[serde(rename = "chat.rated")]
    #[sqlx(rename = "chat.rated")]
    #[strum(serialize = "chat.rated")]
    ChatRated,
}

bind_by_name!(EventType);

/// Something that a transaction makes happen.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) event: EventType,
    pub(crate) feedback_id: String,
    /// `None`: that of the chat.
    pub(crate) node_id: Option<String>,
    /// Of the chat.
    pub(crate) position: Option<i64>,
    pub(crate) chat_status: Option<ChatStatus>,
    pub(crate) at: Millis,
}

impl Event {
    /// A message or a rating at a position of a chat.
    pub(crate) fn of_chat(event: EventType, feedback_id: &str, position: i64, at: Millis) -> Self {
        Self {
            event,
            feedback_id: feedback_id.to_owned(),
            node_id: None,
            position: Some(position),
            chat_status: None,
            at,
        }
    }

    /// A chat has got a status.
    pub(crate) fn of_status(feedback_id: &str, status: ChatStatus, position: i64, at: Millis) -> Self {
        Self {
            chat_status: Some(status),
            ..Self::of_chat(EventType::ChatStatusChanged, feedback_id, position, at)
        }
    }

    /// Feedback was stored.
    pub(crate) fn of_feedback(event: EventType, feedback_id: &str, node_id: &str, at: Millis) -> Self {
        Self {
            event,
            feedback_id: feedback_id.to_owned(),
            node_id: Some(node_id.to_owned()),
            position: None,
            chat_status: None,
            at,
        }
    }
}

/// What a webhook wants to be told.
#[derive(FromRow)]
struct SubscriptionRow {
    number: i64,
    /// A JSON list.
    events: String,
    /// A JSON list; null for all.
    nodes: Option<String>,
}

struct Subscription {
    number: i64,
    events: BTreeSet<String>,
    nodes: Option<BTreeSet<String>>,
}

impl From<SubscriptionRow> for Subscription {
    /// A list that cannot be read, which nothing here writes, holds nothing: it must not keep a visitor from being heard.
    fn from(row: SubscriptionRow) -> Self {
        let list = |text: String| serde_json::from_str(&text).unwrap_or_default();
        Self {
            number: row.number,
            events: list(row.events),
            nodes: row.nodes.map(list),
        }
    }
}

impl Subscription {
    fn includes(&self, event: EventType, node_id: &str) -> bool {
        self.events.contains(event.into_str())
            && self.nodes.as_ref().is_none_or(|nodes| nodes.contains(node_id))
    }
}

/// Writes a delivery for each webhook that wants to be notified of an event, in the order of the events. Without a webhook nothing
/// is written.
pub(crate) async fn write(transaction: &mut Transaction, events: &[Event]) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    let rows: Vec<SubscriptionRow> =
        query("SELECT number, events, nodes FROM webhooks WHERE enabled ORDER BY number")
            .fetch_all(&mut *transaction)
            .await?;
    if rows.is_empty() {
        return Ok(());
    }
    let subscriptions: Vec<Subscription> = rows.into_iter().map(Subscription::from).collect();
    let nodes = nodes_of_chats(transaction, events).await?;
    let mut deliveries: Vec<(i64, &Event, &str)> = Vec::new();
    let mut partial: BTreeSet<&str> = BTreeSet::new();
    for event in events {
        let Some(node_id) = event.node_id.as_ref().or_else(|| nodes.get(&event.feedback_id)) else {
            continue;
        };
        // Several partial saves of one transaction are told once: contents are read when it is sent.
        if event.event == EventType::FeedbackPartial && !partial.insert(&event.feedback_id) {
            continue;
        }
        let told = subscriptions
            .iter()
            .filter(|told| told.includes(event.event, node_id));
        deliveries.extend(told.map(|subscription| (subscription.number, event, node_id.as_str())));
    }
    insert(transaction, &deliveries).await
}

/// Returns the nodes of the chats that events are about, by feedback id.
async fn nodes_of_chats(
    transaction: &mut Transaction,
    events: &[Event],
) -> Result<HashMap<String, String>, StoreError> {
    let chats: BTreeSet<&String> = events
        .iter()
        .filter(|event| event.node_id.is_none())
        .map(|event| &event.feedback_id)
        .collect();
    if chats.is_empty() {
        return Ok(HashMap::new());
    }
    let mut select = QueryBuilder::new("SELECT feedback_id, node_id FROM chats WHERE feedback_id IN (");
    select.push_values(chats, |row, id| row.push_bind(id.clone()));
    select.push(")");
    let nodes: Vec<(String, String)> = select.build().fetch_all(transaction).await?;
    Ok(nodes.into_iter().collect())
}

/// A partial save that nobody was notified of yet is told once, however often it is repeated: contents are read when it is sent. What
/// follows something that waits for its next try waits with it.
async fn insert(transaction: &mut Transaction, deliveries: &[(i64, &Event, &str)]) -> Result<(), StoreError> {
    if deliveries.is_empty() {
        return Ok(());
    }
    let now = now();
    let mut insert = QueryBuilder::new(
        "INSERT INTO webhook_deliveries (webhook, event, node_id, feedback_id, position, chat_status, occurred_at, state,
             attempts, started_at, next_at, leased_until)
         SELECT column1, column2, column3, column4, column5, column6, column7, 'waiting', 0, column8,
             COALESCE((SELECT MAX(earlier.next_at) FROM webhook_deliveries AS earlier
                 WHERE earlier.feedback_id = column4 AND earlier.state = 'waiting' AND earlier.webhook = column1
                     AND earlier.next_at > column8), column8), 0
         FROM (",
    );
    insert.push_values(
        deliveries.iter().enumerate(),
        |row, (place, (webhook, event, node_id))| {
            row.push_bind(*webhook);
            row.push_bind(event.event);
            row.push_bind((*node_id).to_owned());
            row.push_bind(event.feedback_id.clone());
            row.push_bind(event.position);
            row.push_bind(event.chat_status.map(|status| status.into_str().to_owned()));
            row.push_bind(event.at);
            row.push_bind(now);
            row.push_bind(place as i64);
        },
    );
    insert.push(
        ") AS fresh
         WHERE column2 <> 'feedback.partial' OR NOT EXISTS (SELECT 1 FROM webhook_deliveries AS waiting
             WHERE waiting.feedback_id = column4 AND waiting.state = 'waiting' AND waiting.webhook = column1
                 AND waiting.event = 'feedback.partial' AND waiting.attempts = 0)
         ORDER BY column9",
    );
    insert.build().execute(transaction).await?;
    Ok(())
}
