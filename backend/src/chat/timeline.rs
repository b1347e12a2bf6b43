//! The messages of a chat as participants see them (docs/chat.md#timeline).

use crate::store::{Actor, MessageRow};
use crate::time::to_rfc3339;
use serde::Serialize;
use serde_json::Value;

/// The only kind of timeline item.
const ACTION: &str = "add_comment";

/// A message.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TimelineItem {
    id: String,
    action: &'static str,
    actor: Actor,
    detail: ItemDetail,
    /// The client's own key of the message, by which it recognizes the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_key: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
struct ItemDetail {
    comment: Comment,
    /// The member of staff who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<Person>,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer: Option<Person>,
}

#[derive(Debug, Clone, Serialize)]
struct Comment {
    body: String,
    /// RFC 3339, by the server's clock.
    created_at: String,
}

/// The names of a participant.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Person {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    surname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nickname: Option<String>,
}

impl TimelineItem {
    /// Builds the item of a message; `customer` is the one of the chat.
    pub(crate) fn new(row: MessageRow, customer: &Person) -> Self {
        let (user, customer) = match row.actor {
            Actor::Customer => (None, Some(customer.clone())),
            Actor::Staff => (Some(Person::named(row.author)), None),
        };
        Self {
            id: row.id,
            action: ACTION,
            actor: row.actor,
            detail: ItemDetail {
                comment: Comment {
                    body: row.body,
                    created_at: to_rfc3339(row.created_at),
                },
                user,
                customer,
            },
            client_key: row.client_key,
        }
    }
}

impl Person {
    fn named(name: Option<String>) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    /// Takes the names from a customer's document. The chat shows nothing else of it.
    pub(crate) fn from_customer(customer: Option<&str>) -> Self {
        let customer: Value = customer
            .and_then(|text| serde_json::from_str(text).ok())
            .unwrap_or_default();
        let field = |name: &str| customer.get(name).and_then(Value::as_str).map(str::to_owned);
        Self {
            name: field("name"),
            surname: field("surname"),
            nickname: field("nickname"),
        }
    }
}
