//! The part of a chat that changes; the payload of `reply_created` (docs/chat.md#live-updates).

use super::person::Person;
use super::timeline::{People, PersonForm, TimelineForm, TimelineItem};
use base::records::{ChatSettings, FeedbackNode};
use base::time::to_rfc3339;
use serde::Serialize;
use std::sync::Arc;
use store::{ChatRow, ChatStatus, LoadedChat, RatingRow, Reader, Store, StoreError, TimelinePage};
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// The current state of a chat, with a page of its timeline.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ChatState {
    feedback_id: String,
    status: ChatStatus,
    chat_rating_enabled: bool,
    chat_ratings: Vec<Rating>,
    /// All items after `timeline_after`; of a page before a position, up to that.
    timeline_items: Vec<TimelineItem>,
    timeline_after: i64,
    /// The value of `after` for what comes later.
    cursor: String,
    /// The persons of the items, where they are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Person>>)]
    people: Option<People>,
    /// From 1, while the chat is queued.
    #[serde(skip_serializing_if = "Option::is_none")]
    queue_place: Option<u32>,
    #[serde(skip)]
    position: i64,
}

/// The customer's verdict on a chat that was over.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ChatRating)]
pub(crate) struct Rating {
    position: i64,
    #[schema(schema_with = rating_value)]
    rating: i64,
    created_at: String,
}

/// Describes how good a chat was.
pub(crate) fn rating_value() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .enum_values(Some([0, 50, 100]))
        .description(Some("0 is bad, 50 neither, 100 good."))
        .build()
}

impl ChatState {
    /// Loads a chat with the last page of its timeline, persons in their items; `None` if there is no such chat.
    pub(crate) async fn load(store: &Store, feedback_id: &str) -> Result<Option<Self>, StoreError> {
        Self::load_page(store, feedback_id, TimelinePage::Latest, PersonForm::InItems).await
    }

    /// Loads a chat with what came after a position, persons apart; `None` if there is no such chat. If more has come than a
    /// page holds, it is the last page, and `timeline_after` is greater than the position.
    pub(crate) async fn load_after(
        store: &Store,
        feedback_id: &str,
        position: i64,
    ) -> Result<Option<Self>, StoreError> {
        let page = TimelinePage::After(position);
        Self::load_page(store, feedback_id, page, PersonForm::Apart).await
    }

    async fn load_page(
        store: &Store,
        feedback_id: &str,
        page: TimelinePage,
        persons: PersonForm,
    ) -> Result<Option<Self>, StoreError> {
        let form = TimelineForm {
            reader: Reader::Customer,
            persons,
        };
        let Some(loaded) = store.chat(feedback_id, page, form.reader).await? else {
            return Ok(None);
        };
        let (_, settings) = load_node(store, &loaded.chat).await?;
        let customer = Person::from_customer(loaded.chat.customer.as_deref());
        Ok(Some(Self::new(loaded, &customer, &settings, form)))
    }

    pub(super) fn new(
        loaded: LoadedChat,
        customer: &Person,
        settings: &ChatSettings,
        form: TimelineForm,
    ) -> Self {
        let LoadedChat { chat, .. } = loaded;
        let (timeline_items, people) =
            form.items(&chat.feedback_id, loaded.messages, customer, &loaded.attachments);
        Self {
            feedback_id: chat.feedback_id,
            status: chat.status,
            chat_rating_enabled: settings.rating_enabled,
            chat_ratings: loaded.ratings.into_iter().map(Rating::from).collect(),
            timeline_items,
            timeline_after: loaded.page_after,
            cursor: loaded.cursor.to_string(),
            people,
            queue_place: loaded.queue_place,
            position: chat.position,
        }
    }

    /// Returns the position of the chat: the `cursor` as a number.
    pub(crate) fn position(&self) -> i64 {
        self.position
    }
}

impl From<RatingRow> for Rating {
    fn from(row: RatingRow) -> Self {
        Self {
            position: row.position,
            rating: row.rating,
            created_at: to_rfc3339(row.created_at),
        }
    }
}

/// Loads the node of a chat and its chat settings.
pub(super) async fn load_node(
    store: &Store,
    chat: &ChatRow,
) -> Result<(Arc<FeedbackNode>, Arc<ChatSettings>), StoreError> {
    let node = store.node_with_chat(&chat.node_id).await?;
    node.ok_or_else(|| missing("the node of the feedback", &chat.feedback_id))
}

/// The error for a row that foreign keys guarantee.
pub(super) fn missing(what: &str, feedback_id: &str) -> StoreError {
    StoreError::Document {
        what: format!("{what} `{feedback_id}`"),
        message: "it does not exist".into(),
    }
}
