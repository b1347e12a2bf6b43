//! A chat as its participants see it (docs/api.md#chat-calls).

use super::answers::{AnsweredQuestion, answered_questions};
use super::links::{with_links, without_hidden};
use super::message::MESSAGE_LENGTH;
use super::person::Person;
use super::reply_time::{ReplyTime, ReplyTimes};
use super::state::{ChatState, load_node, missing};
use super::timeline::{PersonForm, TimelineForm};
use crate::flows::{Flows, LoadedFlow};
use crate::uploads::MAX_FILE_BYTES;
use base::operating_hours::OperatingHours;
use base::records::{ChatSettings, Color, FeedbackNode, LocalText};
use base::time::{now, to_rfc3339};
use engine::{Flow, ResponseItem, Style};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use store::{Reader, Store, StoreError, TimelinePage};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

/// The language of a chat whose flow has none.
const DEFAULT_LANGUAGE: &str = "en";

/// A chat as its customer sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChatDetail {
    node: ChatNode,
    account: Account,
    creator: Person,
    creator_language_code: String,
    created_at: String,
    responses: Vec<AnsweredQuestion>,
    /// Whether files from the customer are refused.
    prevent_upload: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_rating_setting: Option<RatingSetting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_queue_body: Option<String>,
    /// What the business says before any message.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_greeting: Option<String>,
    /// How soon staff usually reply, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_time: Option<ReplyTime>,
    limits: MessageLimits,
    #[serde(flatten)]
    state: ChatState,
}

/// What a message may hold.
#[derive(Debug, Serialize, ToSchema)]
struct MessageLimits {
    /// Characters of its text.
    message_length: usize,
    /// Bytes of its file.
    attachment_bytes: usize,
}

/// A chat as staff see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffChatDetail {
    node: NodeName,
    creator: Person,
    creator_language_code: String,
    created_at: String,
    updated_at: String,
    /// Since when the customer waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting_since: Option<String>,
    responses: Vec<AnsweredQuestion>,
    #[serde(flatten)]
    state: ChatState,
}

/// The node in whose name staff write.
#[derive(Debug, Serialize, ToSchema)]
struct ChatNode {
    #[serde(flatten)]
    name: NodeName,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    primary_color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    css_url_react: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branding: Option<bool>,
    show_typing: bool,
    show_seen: bool,
    /// Whether the node is open now.
    operating: bool,
    /// When it opens again, while it is closed: RFC 3339 with the offset of its own clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_at: Option<String>,
    operating_24_7: bool,
    operating_hours: Vec<OperatingHours>,
    /// Lets a page compute the node's local time from its own clock.
    utc_offset_minutes: i32,
}

#[derive(Debug, Serialize, ToSchema)]
struct NodeName {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// The business.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChatAccount)]
struct Account {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct RatingSetting {
    body: String,
}

impl ChatDetail {
    /// Loads a chat for its customer, with a page of its timeline; `None` if there is no such chat.
    pub(crate) async fn load(
        store: &Store,
        flows: &Flows,
        reply_times: &ReplyTimes,
        feedback_id: &str,
        page: TimelinePage,
        persons: PersonForm,
    ) -> Result<Option<Self>, StoreError> {
        let form = TimelineForm {
            reader: Reader::Customer,
            persons,
        };
        let Some(loaded) = Loaded::load(store, flows, feedback_id, page, form).await? else {
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
            chat_greeting: text(&settings.greeting),
            reply_time: reply_times.of(store, node, settings).await?,
            prevent_upload: settings.prevent_upload,
            limits: MessageLimits {
                message_length: MESSAGE_LENGTH,
                attachment_bytes: MAX_FILE_BYTES,
            },
            node: ChatNode {
                name: NodeName::of(node),
                logo_url: node.logo_url.clone(),
                primary_color: node.primary_color,
                css_url_react: node.css_url_react.clone(),
                branding: node.branding,
                show_typing: settings.show_typing,
                show_seen: settings.show_seen,
                operating: node.operates_at(now),
                opens_at: node.operates_again_at(now),
                operating_24_7: node.operating_24_7.unwrap_or(false),
                operating_hours: node.operating_hours.clone().unwrap_or_default(),
                utc_offset_minutes: node.utc_offset_minutes(now),
            },
            creator: loaded.customer,
            creator_language_code: loaded.language,
            created_at: loaded.created_at,
            responses: without_hidden(loaded.responses),
            state: loaded.state,
        }))
    }
}

impl ChatDetail {
    /// Returns the chat's position in this answer.
    pub(crate) fn position(&self) -> i64 {
        self.state.position()
    }
}

impl StaffChatDetail {
    /// Loads a chat for staff, with a page of its timeline and the notes in it; `None` if there is no such chat.
    pub(crate) async fn load(
        store: &Store,
        flows: &Flows,
        feedback_id: &str,
        page: TimelinePage,
    ) -> Result<Option<Self>, StoreError> {
        let form = TimelineForm {
            reader: Reader::Staff,
            persons: PersonForm::InItems,
        };
        let loaded = Loaded::load(store, flows, feedback_id, page, form).await?;
        Ok(loaded.map(|loaded| Self {
            node: NodeName::of(&loaded.node),
            creator: loaded.customer,
            creator_language_code: loaded.language,
            created_at: loaded.created_at,
            updated_at: loaded.updated_at,
            waiting_since: loaded.waiting_since,
            responses: loaded.responses,
            state: loaded.state,
        }))
    }
}

/// What customer and staff both see.
struct Loaded {
    node: Arc<FeedbackNode>,
    settings: Arc<ChatSettings>,
    customer: Person,
    language: String,
    created_at: String,
    updated_at: String,
    waiting_since: Option<String>,
    responses: Vec<AnsweredQuestion>,
    state: ChatState,
}

impl Loaded {
    async fn load(
        store: &Store,
        flows: &Flows,
        feedback_id: &str,
        page: TimelinePage,
        form: TimelineForm,
    ) -> Result<Option<Self>, StoreError> {
        let Some(loaded) = store.chat(feedback_id, page, form.reader).await? else {
            return Ok(None);
        };
        let chat = &loaded.chat;
        let missing = |what| missing(what, feedback_id);
        let feedback = store.chat_feedback(feedback_id).await?;
        let feedback = feedback.ok_or_else(|| missing("the feedback of the chat"))?;
        let flow = flows
            .revision(store, &feedback.flow_id, feedback.flow_revision)
            .await?;
        let flow = flow.ok_or_else(|| missing("the flow of the feedback"))?;
        let (node, settings) = load_node(store, chat).await?;
        let customer = Person::from_customer(chat.customer.as_deref());
        let language = language_of(&flow.flow, feedback.language_id.as_deref());
        let items: Vec<ResponseItem> =
            serde_json::from_str(&feedback.responses).map_err(|error| StoreError::Document {
                what: format!("the responses of the feedback `{feedback_id}`"),
                message: error.to_string(),
            })?;
        let files = if flow.asks_for_files() {
            store.uploads_of(&[feedback_id]).await?
        } else {
            HashMap::new()
        };
        let shown = shown_questions_of(&flow, &items).await;
        let answers = answered_questions(items, &flow.flow, &language, &files);
        Ok(Some(Self {
            responses: with_links(answers, &shown, &flow.flow, &language),
            created_at: to_rfc3339(chat.created_at),
            updated_at: to_rfc3339(chat.updated_at),
            waiting_since: chat.waiting_since.map(to_rfc3339),
            state: ChatState::new(loaded, &customer, &settings, form),
            node,
            settings,
            customer,
            language,
        }))
    }
}

/// Returns the ids of the questions that the visitor was shown, in order; none where the flow has no links, which are all that
/// is asked for.
async fn shown_questions_of(flow: &LoadedFlow, items: &[ResponseItem]) -> Vec<Box<str>> {
    if !flow.outline.styles.contains(&Style::Link) {
        return Vec::new();
    }
    let (flow, items) = (flow.flow.clone(), items.to_vec());
    // As long as the check of a submission, which may be too long for the threads that serve requests.
    let shown = spawn_blocking(move || {
        let shown = engine::shown_questions(&flow, &items, engine::native());
        shown.into_iter().map(|question| question.id.clone()).collect()
    });
    // After a panic, which is logged, the chat is there without them.
    shown.await.unwrap_or_default()
}

impl NodeName {
    fn of(node: &FeedbackNode) -> Self {
        Self {
            id: node.id.clone(),
            name: node.name.clone(),
        }
    }
}

/// Returns the code of the language in which the feedback was given.
pub(crate) fn language_of(flow: &Flow, language_id: Option<&str>) -> String {
    let at = language_id
        .and_then(|id| flow.find_language(id))
        .or(flow.default_language);
    let language = at
        .and_then(|at| flow.languages.get(at))
        .or(flow.languages.first());
    language.map_or_else(|| DEFAULT_LANGUAGE.into(), |language| language.code.to_string())
}
