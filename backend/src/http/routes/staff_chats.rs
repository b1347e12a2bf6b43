//! `/v1/staff/chats`: the inbox and single chats, for staff (docs/staff.md#inbox).

use super::chats::{NO_STORE, PageQuery};
use crate::application::AppState;
use crate::chat::StaffChatDetail;
use crate::http::changes_cursor::ChangesCursor;
use crate::http::list::{List, ListLimit, ListTotal};
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::staff::InboxItem;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::tag::normalized_tag;
use base::time::{now, to_rfc3339};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use store::{
    Assignment, ChatStatus, InboxFilter, InboxOrder, InboxRow, ListCursor, SearchWords, StoreError,
    TimelinePage,
};
use tokio::time::{Instant, sleep_until, timeout_at};
use utoipa::{IntoParams, ToSchema};

/// Longest time that a request may wait for news. Proxies close connections that are silent for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// Least time between two looks at the inbox of a request that waits, however much changes that it does not ask for.
const LEAST_PAUSE: Duration = Duration::from_millis(100);

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// Only with this status.
    #[param(inline)]
    status: Option<ChatStatus>,
    /// `true`: only chats whose customer waits for an answer.
    #[serde(default)]
    unanswered: bool,
    /// The name of a member of staff, `me` or `none`.
    assigned: Option<String>,
    /// `true`: only chats that staff put off; `false`: only others.
    snoozed: Option<bool>,
    /// Only with this tag.
    tag: Option<String>,
    /// Words that a message must have.
    text: Option<String>,
    /// The beginning of an id.
    id_prefix: Option<String>,
    /// `changed`, unless it says something else: the last changed first; `waiting`: those whose customers wait, the longest first.
    #[param(inline)]
    order: Option<Order>,
    /// `changes_cursor` of an earlier response: what has changed since, the earliest change first.
    since: Option<String>,
    /// With `since`: seconds to wait for a change.
    wait: Option<u64>,
    /// Whether `total` has the number of chats in all parts.
    #[serde(default)]
    total: bool,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = InboxOrder)]
enum Order {
    Changed,
    Waiting,
}

/// A part of the inbox.
#[derive(Serialize, ToSchema)]
struct Inbox {
    #[serde(flatten)]
    list: List<InboxItem>,
    /// Only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<ListTotal>,
    /// The value of `since` for what changes later.
    changes_cursor: String,
    /// With `since`: the ids of the chats that are erased since then.
    #[serde(skip_serializing_if = "Option::is_none")]
    erased_feedback_ids: Option<Vec<String>>,
}

/// Lists chats, the last changed first, or the one that has waited for longest.
///
/// With `since` those that have changed since then.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/chats",
    operation_id = "list_chats",
    tag = "Staff: chats",
    params(ListQuery),
    responses((status = 200, description = "a part of the inbox", body = Inbox), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let filter = query.filter(&app, &staff).await?;
    let limit = ListLimit::new(query.limit);
    let inbox = match &query.since {
        Some(since) => {
            if query.order.is_some() || query.after.is_some() {
                let detail =
                    "`since` has an order of its own and continues by itself: leave out `order` and `after`";
                return Err(Problem::InvalidQuery(detail.into()));
            }
            if query.total {
                let detail =
                    "`total` counts what fits the filters, at whatever time it changed: leave out `since`";
                return Err(Problem::InvalidQuery(detail.into()));
            }
            changes(&app, &filter, &since.parse()?, query.wait, limit).await?
        }
        None => {
            let after = query.after.as_deref().map(str::parse).transpose()?;
            let order = match query.order {
                Some(Order::Waiting) => InboxOrder::Waiting(after),
                Some(Order::Changed) | None => InboxOrder::Changed(after),
            };
            // Read before the list: what changes in between may come twice, but is not missed.
            let end = app.store.inbox_end().await?;
            let rows = app.store.inbox(&filter, &order, limit.rows()).await?;
            let total = match query.total {
                true => Some(app.store.inbox_total(&filter, &order).await?.into()),
                false => None,
            };
            Inbox {
                list: part(&app, rows, limit, |row| cursor(row, query.order)),
                total,
                changes_cursor: ChangesCursor::new(end, &app).to_string(),
                erased_feedback_ids: None,
            }
        }
    };
    Ok((NO_STORE, Json(inbox)))
}

/// Returns what has changed since a cursor, waiting for it if asked to.
async fn changes(
    app: &AppState,
    filter: &InboxFilter,
    since: &ChangesCursor,
    wait: Option<u64>,
    limit: ListLimit,
) -> Result<Inbox, Problem> {
    let wait = Duration::from_secs(wait.unwrap_or(0)).min(LONGEST_WAIT);
    let deadline = Instant::now() + wait;
    // Created before the inbox is read, so that no change in between is missed.
    let mut watcher = app.live.watch();
    loop {
        let looked_at = Instant::now();
        let end = app.store.inbox_end().await?;
        let since = since.place_before(&end, app.store.history());
        let changes = Changes::load(app, filter, (&since, end), limit).await?;
        if !changes.is_empty() || wait.is_zero() || Instant::now() >= deadline {
            return Ok(changes.into_inbox(app, limit));
        }
        sleep_until((looked_at + LEAST_PAUSE).min(deadline)).await;
        if !matches!(timeout_at(deadline, watcher.any_chat_changed()).await, Ok(true)) {
            // The time is over, or the server stops: nothing has changed.
            return Ok(changes.into_inbox(app, limit));
        }
    }
}

/// A part of what has changed since a cursor.
struct Changes {
    rows: Vec<InboxRow>,
    erased: Vec<ListCursor>,
    /// Up to where it goes.
    until: ListCursor,
    has_more: bool,
}

impl Changes {
    /// Loads the first part after a cursor. `end` was read before: what came until then is there.
    async fn load(
        app: &AppState,
        filter: &InboxFilter,
        (since, end): (&ListCursor, ListCursor),
        limit: ListLimit,
    ) -> Result<Self, StoreError> {
        let order = InboxOrder::Since(since.clone());
        let mut rows = app.store.inbox(filter, &order, limit.rows()).await?;
        let erased = app.store.chats_erased_since(since, &filter.nodes, limit.rows());
        let mut erased = erased.await?;
        let changed: Vec<ListCursor> = rows.iter().map(change).collect();
        // One more was read than is given.
        let is_full = |cursors: &&Vec<ListCursor>| cursors.len() == limit.rows() as usize;
        let full = [&changed, &erased].into_iter().filter(is_full);
        let first_cut = full.filter_map(|cursors| cursors.get(cursors.len() - 2)).min();
        let has_more = first_cut.is_some();
        let last = changed.last().max(erased.last()).unwrap_or(&end);
        let until = first_cut.unwrap_or_else(|| last.max(&end)).clone();
        rows.retain(|row| change(row) <= until);
        erased.retain(|erased| *erased <= until);
        Ok(Self {
            rows,
            erased,
            until,
            has_more,
        })
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.erased.is_empty()
    }

    fn into_inbox(self, app: &AppState, limit: ListLimit) -> Inbox {
        let next = self.has_more.then(|| self.until.to_string());
        let erased = self.erased.into_iter().map(|erased| erased.feedback_id);
        Inbox {
            list: part(app, self.rows, limit, |row| cursor(row, None)).or_continued_at(next),
            total: None,
            changes_cursor: ChangesCursor::new(self.until, app).to_string(),
            erased_feedback_ids: Some(erased.collect()),
        }
    }
}

fn change(row: &InboxRow) -> ListCursor {
    ListCursor {
        place: row.change_number,
        feedback_id: row.feedback_id.clone(),
    }
}

fn part(
    app: &AppState,
    rows: Vec<InboxRow>,
    limit: ListLimit,
    cursor: impl FnOnce(&InboxRow) -> String,
) -> List<InboxItem> {
    let history = app.store.history();
    List::from_rows(rows, limit, cursor, |row| InboxItem::new(row, history))
}

fn cursor(row: &InboxRow, order: Option<Order>) -> String {
    let mut cursor = change(row);
    if let (Some(Order::Waiting), Some(since)) = (order, row.waiting_since) {
        cursor.place = since;
    }
    cursor.to_string()
}

impl ListQuery {
    async fn filter(&self, app: &AppState, staff: &Staff) -> Result<InboxFilter, Problem> {
        let words = match &self.text {
            None => None,
            Some(text) => Some(SearchWords::parse(text).ok_or_else(|| {
                let detail = "`text` must have a word of at least two letters or digits";
                Problem::InvalidQuery(detail.into())
            })?),
        };
        let tag = match self.tag.as_deref() {
            None => None,
            Some(text) => Some(
                normalized_tag(text)
                    .ok_or_else(|| Problem::InvalidQuery("`tag` must have 1 to 40 characters".into()))?,
            ),
        };
        Ok(InboxFilter {
            nodes: staff.listed_nodes(app, self.node_id.as_deref()).await?,
            status: self.status,
            is_unanswered: self.unanswered,
            assigned: self.assigned.as_deref().map(|name| match name {
                "none" => Assignment::Nobody,
                "me" => Assignment::To(staff.name().to_owned()),
                name => Assignment::To(name.to_owned()),
            }),
            is_snoozed: self.snoozed,
            tag,
            words,
            id_prefix: self.id_prefix.clone(),
        })
    }
}

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ShowQuery {
    #[serde(flatten)]
    #[param(ignore)]
    page: PageQuery,
    /// Seconds to wait for news.
    wait: Option<u64>,
}

/// A chat with what staff know about it beside the conversation.
#[derive(Serialize, ToSchema)]
struct StaffChat {
    #[serde(flatten)]
    detail: StaffChatDetail,
    /// Names of members of staff.
    #[schema(required = true)]
    assigned_to: Option<String>,
    #[schema(required = true)]
    accepted_by: Option<String>,
    #[schema(required = true)]
    closed_by: Option<String>,
    /// Up to where staff have read it.
    read_position: i64,
    /// The epoch of the customer's tokens.
    #[schema(required = true)]
    token_epoch: Option<i64>,
    /// Until when staff put it off.
    #[schema(required = true)]
    snoozed_until: Option<String>,
    /// Those of its feedback, in alphabetical order.
    tags: Vec<String>,
    /// The hash of the customer's device.
    device_id: String,
    is_device_blocked: bool,
    /// The hash of the address that the chat began from; null where it says nothing about the client.
    #[schema(required = true)]
    address_id: Option<String>,
    is_address_blocked: bool,
}

/// Shows a chat with its last messages.
///
/// With `after` those since then, with `before` those before it. With `wait` beside `after` the response comes
/// when there is news, or after that many seconds (at most 25).
///
/// # Errors
/// 404 for a feedback without a chat, 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is
/// not for.
#[utoipa::path(
    get,
    path = "/v1/staff/chats/{feedback_id}",
    operation_id = "show_chat_to_staff",
    tag = "Staff: chats",
    params(PageQuery, ShowQuery),
    responses(
        (status = 200, description = "the chat, with a part of its timeline", body = StaffChat),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn show(
    _: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
) -> Result<impl IntoResponse, Problem> {
    let page = query.page.page(app.store.history())?;
    if let (Some(seconds), TimelinePage::After(after)) = (query.wait, page) {
        let wait = Duration::from_secs(seconds).min(LONGEST_WAIT);
        wait_for_news(&app, &feedback_id, after, wait).await?;
    }
    let gone = || Problem::NotFound("chat");
    // Read first: what changes in between is in the conversation, which names the cursor.
    let state = app.store.staff_chat_state(&feedback_id).await?.ok_or_else(gone)?;
    let sender = app.store.sender_of_chat(&feedback_id).await?.ok_or_else(gone)?;
    let device_id = app.device_hashes.hash(&sender.device_id);
    let node_id = &sender.node_id;
    let is_address_blocked = match &sender.address_hash {
        Some(hash) => app.store.is_address_blocked(node_id, hash, now()).await?,
        None => false,
    };
    let detail = StaffChatDetail::load(&app.store, &app.flows, &feedback_id, page).await?;
    let chat = StaffChat {
        detail: detail.ok_or_else(gone)?,
        assigned_to: state.assigned_to,
        accepted_by: state.accepted_by,
        closed_by: state.closed_by,
        read_position: state.read_position,
        token_epoch: state.token_epoch,
        snoozed_until: state.snoozed_until.map(to_rfc3339),
        tags: app.store.tags_of_feedback(&feedback_id).await?,
        is_device_blocked: app.store.is_device_blocked(node_id, &device_id).await?,
        device_id,
        is_address_blocked,
        address_id: sender.address_hash,
    };
    Ok((NO_STORE, Json(chat)))
}

/// Returns when the chat is not, or no longer, at a position, when the time is over, or when the server stops.
async fn wait_for_news(app: &AppState, feedback_id: &str, after: i64, wait: Duration) -> Result<(), Problem> {
    let deadline = Instant::now() + wait;
    // Created before the position is read, so that no change in between is missed.
    let mut watcher = app.live.watch();
    loop {
        let position = app.store.chat_position(feedback_id).await?;
        // A lower one is that of a restored backup, and news as well.
        if position.ok_or(Problem::NotFound("chat"))? != after {
            return Ok(());
        }
        match timeout_at(deadline, watcher.chat_changed(feedback_id)).await {
            Ok(true) => {}
            Ok(false) | Err(_) => return Ok(()),
        }
    }
}
