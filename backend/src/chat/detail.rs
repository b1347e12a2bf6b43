//! A chat as its participants get it (specification, section 3.6; `wire.md`: "Chat detail").

use super::answers::{Answered, answers};
use super::timeline::{Person, TimelineItem};
use crate::flows::Flows;
use crate::operating_hours::OperatingHours;
use crate::records::{ChatSettings, FeedbackNode, LocalText};
use crate::store::{ChatRow, ChatStatus, MessageRow, Store, StoreError};
use crate::time::{now, to_rfc3339};
use engine::Flow;
use serde::Serialize;

/// The language of a chat whose feedback names none (specification, section 3.6).
const DEFAULT_LANGUAGE: &str = "en";

/// What changes in the course of a chat; the payload of `reply_created`.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    feedback_id: String,
    pub(crate) status: ChatStatus,
    chat_rating_enabled: bool,
    /// Empty: no rating is taken yet.
    chat_ratings: [(); 0],
    timeline_items: Vec<TimelineItem>,
    /// Names this moment of the chat: what is asked for after it comes later.
    cursor: String,
}

/// A chat as its customer sees it.
#[derive(Debug, Serialize)]
pub(crate) struct Detail {
    node: ChatNode,
    account: Account,
    creator: Person,
    creator_language_code: String,
    created_at: String,
    responses: Vec<Answered>,
    /// Files are not taken from anybody yet.
    prevent_upload: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_rating_setting: Option<RatingSetting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_queue_body: Option<String>,
    #[serde(flatten)]
    state: State,
}

/// A chat as staff see it.
#[derive(Debug, Serialize)]
pub(crate) struct StaffDetail {
    node: NodeName,
    creator: Person,
    creator_language_code: String,
    created_at: String,
    updated_at: String,
    responses: Vec<Answered>,
    #[serde(flatten)]
    state: State,
}

/// The node in whose name the business answers.
#[derive(Debug, Serialize)]
struct ChatNode {
    #[serde(flatten)]
    name: NodeName,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    primary_color: Option<String>,
    /// Whether it is open at this moment.
    operating: bool,
    operating_24_7: bool,
    operating_hours: Vec<OperatingHours>,
    /// So that the page can tell the node's hours by its own clock.
    utc_offset_minutes: i32,
}

#[derive(Debug, Serialize)]
struct NodeName {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// Whose chat it is.
#[derive(Debug, Serialize)]
struct Account {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Debug, Serialize)]
struct RatingSetting {
    body: String,
}

impl State {
    /// The chat as it stands, with all its messages; `None` where there is no such chat.
    ///
    /// # Errors
    /// The database failed, or holds what cannot be read.
    pub(crate) async fn load(store: &Store, feedback_id: &str) -> Result<Option<Self>, StoreError> {
        let Some((chat, messages)) = store.chat(feedback_id, 0).await? else {
            return Ok(None);
        };
        let (_, settings) = node_of(store, &chat).await?;
        let customer = Person::from_customer(chat.customer.as_deref());
        Ok(Some(Self::new(&chat, messages, &customer, &settings)))
    }

    fn new(chat: &ChatRow, messages: Vec<MessageRow>, customer: &Person, settings: &ChatSettings) -> Self {
        Self {
            feedback_id: chat.feedback_id.clone(),
            status: chat.status,
            chat_rating_enabled: settings.rating_enabled,
            chat_ratings: [],
            timeline_items: messages
                .into_iter()
                .map(|row| TimelineItem::new(row, customer))
                .collect(),
            cursor: chat.position.to_string(),
        }
    }
}

impl Detail {
    /// The chat for its customer, with its messages after a position; `None` where there is no such chat.
    ///
    /// # Errors
    /// The database failed, or holds what cannot be read.
    pub(crate) async fn load(
        store: &Store,
        flows: &Flows,
        feedback_id: &str,
        after: i64,
    ) -> Result<Option<Self>, StoreError> {
        let Some(loaded) = Loaded::load(store, flows, feedback_id, after).await? else {
            return Ok(None);
        };
        let text = |text: &Option<LocalText>| {
            let text = text.as_ref()?.in_language(&loaded.language)?;
            Some(text.to_owned())
        };
        let Loaded { node, settings, .. } = &loaded;
        let now = now();
        Ok(Some(Self {
            account: Account {
                name: node.name.clone(),
            },
            chat_rating_setting: text(&settings.rating_setting).map(|body| RatingSetting { body }),
            chat_queue_body: text(&settings.queue_body),
            prevent_upload: true,
            node: ChatNode {
                name: NodeName::of(node),
                logo_url: node.logo_url.clone(),
                primary_color: node.primary_color.clone(),
                operating: node.operates_at(now),
                operating_24_7: node.operating_24_7.unwrap_or(false),
                operating_hours: node.operating_hours.clone().unwrap_or_default(),
                utc_offset_minutes: node.utc_offset_minutes(now),
            },
            creator: loaded.customer,
            creator_language_code: loaded.language,
            created_at: loaded.created_at,
            responses: loaded.responses,
            state: loaded.state,
        }))
    }
}

impl StaffDetail {
    /// The chat for staff, with its messages after a position; `None` where there is no such chat.
    ///
    /// # Errors
    /// The database failed, or holds what cannot be read.
    pub(crate) async fn load(
        store: &Store,
        flows: &Flows,
        feedback_id: &str,
        after: i64,
    ) -> Result<Option<Self>, StoreError> {
        let loaded = Loaded::load(store, flows, feedback_id, after).await?;
        Ok(loaded.map(|loaded| Self {
            node: NodeName::of(&loaded.node),
            creator: loaded.customer,
            creator_language_code: loaded.language,
            created_at: loaded.created_at,
            updated_at: loaded.updated_at,
            responses: loaded.responses,
            state: loaded.state,
        }))
    }
}

/// What both sides get.
struct Loaded {
    node: FeedbackNode,
    settings: ChatSettings,
    customer: Person,
    language: String,
    created_at: String,
    updated_at: String,
    responses: Vec<Answered>,
    state: State,
}

impl Loaded {
    async fn load(
        store: &Store,
        flows: &Flows,
        feedback_id: &str,
        after: i64,
    ) -> Result<Option<Self>, StoreError> {
        let Some((chat, messages)) = store.chat(feedback_id, after).await? else {
            return Ok(None);
        };
        let flow = flows.revision(store, &chat.flow_id, chat.flow_revision).await?;
        let flow = flow.ok_or_else(|| missing("the flow of the feedback", &chat))?;
        let (node, settings) = node_of(store, &chat).await?;
        let customer = Person::from_customer(chat.customer.as_deref());
        let language = language_of(&flow.flow, chat.language_id.as_deref());
        let items = serde_json::from_str(&chat.responses).map_err(|error| StoreError::Document {
            what: format!("the responses of the feedback `{feedback_id}`"),
            message: error.to_string(),
        })?;
        Ok(Some(Self {
            responses: answers(items, &flow.flow, &language),
            created_at: to_rfc3339(chat.created_at),
            updated_at: to_rfc3339(chat.updated_at),
            state: State::new(&chat, messages, &customer, &settings),
            node,
            settings,
            customer,
            language,
        }))
    }
}

impl NodeName {
    fn of(node: &FeedbackNode) -> Self {
        Self {
            id: node.id.clone(),
            name: node.name.clone(),
        }
    }
}

async fn node_of(store: &Store, chat: &ChatRow) -> Result<(FeedbackNode, ChatSettings), StoreError> {
    let node = store.node_with_chat(&chat.node_id).await?;
    node.ok_or_else(|| missing("the node of the feedback", chat))
}

/// Foreign keys rule this out.
fn missing(what: &str, chat: &ChatRow) -> StoreError {
    StoreError::Document {
        what: format!("{what} `{}`", chat.feedback_id),
        message: "it is not there".into(),
    }
}

/// The code of the language in which the feedback was given.
fn language_of(flow: &Flow, language_id: Option<&str>) -> String {
    let at = language_id
        .and_then(|id| flow.find_language(id))
        .or(flow.default_language);
    let language = at
        .and_then(|at| flow.languages.get(at))
        .or(flow.languages.first());
    language.map_or_else(|| DEFAULT_LANGUAGE.into(), |language| language.code.to_string())
}
