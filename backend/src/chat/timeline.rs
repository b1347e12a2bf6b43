//! The messages of a chat as its participants get them (specification, section 3.6).

use crate::store::{Actor, MessageRow};
use crate::time::to_rfc3339;
use serde::Serialize;
use serde_json::Value;

/// The only thing that happens in a timeline (specification, section 3.6).
const ACTION: &str = "add_comment";

/// One message.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TimelineItem {
    id: String,
    action: &'static str,
    actor: Actor,
    detail: Detail,
    /// As the client named it: so it knows its own message, whichever way it comes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_key: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
struct Detail {
    comment: Comment,
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

/// What a participant is called.
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
    /// A message as both sides see it; `customer` is the chat's.
    pub(crate) fn new(row: MessageRow, customer: &Person) -> Self {
        let (user, customer) = match row.actor {
            Actor::Customer => (None, Some(customer.clone())),
            Actor::Staff => (Some(Person::named(row.author)), None),
        };
        Self {
            id: row.id,
            action: ACTION,
            actor: row.actor,
            detail: Detail {
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

    /// The names in a customer's document; nothing else of it is for the chat.
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
