//! The items of a chat as participants see them (docs/chat.md#timeline).

use super::person::Person;
use base::time::to_rfc3339;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use store::{Actor, MessageKind, MessageRow, Reader, StoredUpload};
use utoipa::ToSchema;

/// The key of the customer among the people of a chat. Staff have the keys `staff:NAME`.
const CUSTOMER_KEY: &str = "customer";

/// Where the persons of a timeline are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PersonForm {
    /// In each of their items.
    InItems,
    /// Beside the items, each once, by their keys.
    Apart,
}

/// How a timeline is shown: to whom, and in which form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimelineForm {
    pub(crate) reader: Reader,
    pub(crate) persons: PersonForm,
}

/// The persons beside a timeline.
pub(crate) type People = BTreeMap<String, Person>;

/// A message, or a note of staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TimelineItem {
    id: String,
    position: i64,
    action: TimelineAction,
    actor: Actor,
    detail: ItemDetail,
    /// The client's own key of the message, by which it recognizes the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_key: Option<String>,
}

/// What an item says.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TimelineAction {
    /// A message.
    AddComment,
    /// A note, which only staff see.
    AddNote,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TimelineItemDetail)]
struct ItemDetail {
    comment: Comment,
    /// The member of staff who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<Person>,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer: Option<Person>,
    /// The key of the person who wrote it, where persons are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TimelineComment)]
struct Comment {
    body: String,
    /// RFC 3339, by the server's clock.
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    attachment: Option<Attachment>,
}

/// The file that was sent with a message.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MessageAttachment)]
struct Attachment {
    id: String,
    name: String,
    size: u64,
    r#type: String,
    /// In pixels: a page can keep room for the image before it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<i64>,
    /// The path on this server.
    url: String,
}

impl TimelineForm {
    /// Builds the item of a message of a chat with this customer.
    pub(crate) fn item(
        self,
        feedback_id: &str,
        row: MessageRow,
        customer: &Person,
        attachment: Option<&StoredUpload>,
    ) -> TimelineItem {
        let (user, by_customer, person) = match (self.persons, row.actor) {
            (PersonForm::InItems, Actor::Customer) => (None, Some(customer.clone()), None),
            (PersonForm::InItems, Actor::Staff) => (Some(Person::staff(row.author, row.avatar)), None, None),
            (PersonForm::Apart, _) => (None, None, Some(person_key(&row))),
        };
        TimelineItem {
            id: row.id,
            position: row.position,
            action: match row.kind {
                MessageKind::Message => TimelineAction::AddComment,
                MessageKind::Note => TimelineAction::AddNote,
            },
            actor: row.actor,
            detail: ItemDetail {
                comment: Comment {
                    body: row.body,
                    created_at: to_rfc3339(row.created_at),
                    attachment: attachment.map(|upload| self.attachment(feedback_id, upload)),
                },
                user,
                customer: by_customer,
                person,
            },
            client_key: row.client_key,
        }
    }

    /// Builds the items of messages, and the people beside them if they are apart.
    pub(crate) fn items(
        self,
        feedback_id: &str,
        rows: Vec<MessageRow>,
        customer: &Person,
        attachments: &HashMap<String, StoredUpload>,
    ) -> (Vec<TimelineItem>, Option<People>) {
        let people = (self.persons == PersonForm::Apart).then(|| {
            let mut people = People::from([(CUSTOMER_KEY.to_owned(), customer.clone())]);
            for row in rows.iter().filter(|row| row.actor == Actor::Staff) {
                people
                    .entry(person_key(row))
                    .or_insert_with(|| Person::staff(row.author.clone(), row.avatar.clone()));
            }
            people
        });
        let item = |row: MessageRow| {
            let attachment = row.upload_id.as_ref().and_then(|id| attachments.get(id));
            self.item(feedback_id, row, customer, attachment)
        };
        (rows.into_iter().map(item).collect(), people)
    }

    fn attachment(self, feedback_id: &str, upload: &StoredUpload) -> Attachment {
        Attachment {
            id: upload.id.clone(),
            name: upload.name.clone(),
            size: upload.size,
            r#type: upload.media_type.clone(),
            width: upload.width,
            height: upload.height,
            url: match self.reader {
                Reader::Customer => format!("/v1/feedbacks/{feedback_id}/uploads/{}", upload.id),
                Reader::Staff => format!("/v1/staff/uploads/{}", upload.id),
            },
        }
    }
}

fn person_key(row: &MessageRow) -> String {
    match row.actor {
        Actor::Customer => CUSTOMER_KEY.into(),
        Actor::Staff => format!("staff:{}", row.author.as_deref().unwrap_or_default()),
    }
}
