//! `/v1/staff/canned_replies`: texts that staff have at hand (docs/staff.md#canned-replies).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::chat::MESSAGE_LENGTH;
use crate::http::body::JsonBody;
use crate::http::list::{List, ListLimit};
use crate::http::openapi::problems::{
    InvalidJson, InvalidQuery, NotFound, TooManyCannedReplies, Unprocessable,
};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey, Faults};
use base::time::{now, to_rfc3339};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{ActBy, CannedReply, CannedReplyChange};
use utoipa::{IntoParams, ToSchema};

/// Longest id, in characters.
const ID_LENGTH: usize = 64;

/// Longest title, in characters.
const TITLE_LENGTH: usize = 100;

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// A canned reply to store.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CannedReplyBody)]
struct ReplyBody {
    /// Absent or null: for all nodes.
    node_id: Option<String>,
    title: String,
    body: String,
}

/// A canned reply. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = CannedReply)]
struct ReplyItem {
    id: String,
    /// Null: for all nodes.
    #[schema(required = true)]
    node_id: Option<String>,
    title: String,
    body: String,
    updated_by: String,
    updated_at: String,
}

/// Lists the canned replies that are for all nodes, and those of one node or of all that the token is for, by
/// their ids.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/canned_replies",
    operation_id = "list_canned_replies",
    tag = "Staff: chats",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<ReplyItem>), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let nodes = staff.listed_nodes(&app, query.node_id.as_deref()).await?;
    let limit = ListLimit::new(query.limit);
    let rows = app
        .store
        .canned_replies(&nodes, query.after.as_deref(), limit.rows())
        .await?;
    let list = List::from_rows(rows, limit, |row| row.id.clone(), ReplyItem::from);
    Ok((NO_STORE, Json(list)))
}

/// Stores a canned reply under this id, in place of the one that is there.
///
/// # Errors
/// 422 for an invalid id, title, body or node; 403 where the token is not for the node, or not for all; 409
/// `too_many_canned_replies`; 401, 503.
#[utoipa::path(
    put,
    path = "/v1/staff/canned_replies/{canned_reply_id}",
    operation_id = "put_canned_reply",
    tag = "Staff: chats",
    request_body = ReplyBody,
    responses(
        (status = 200, description = "stored", body = ReplyItem),
        InvalidJson, Unprocessable, NotFound, TooManyCannedReplies,
    ),
)]
pub(in crate::http) async fn put(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let reply: ReplyBody = body.read()?;
    staff.enter_all_of(reply.node_id.as_deref())?;
    reply.check(&id)?;
    if let Some(node_id) = &reply.node_id
        && app.store.node(node_id).await?.is_none()
    {
        return Err(Fault::at("/node_id", FaultKey::UnknownNode, "there is no such node").into());
    }
    let reply = CannedReply {
        id: id.clone(),
        node_id: reply.node_id,
        title: reply.title,
        body: reply.body,
        updated_by: staff.name().to_owned(),
        updated_at: now(),
    };
    app.store
        .change_canned_reply(CannedReplyChange::Put(reply))
        .await?;
    let stored = app.store.canned_reply(&id).await?;
    let stored = stored.ok_or(Problem::NotFound("canned reply"))?;
    Ok((NO_STORE, Json(ReplyItem::from(stored))))
}

/// Deletes a canned reply.
///
/// A repeat gets the same response.
///
/// # Errors
/// 403 where the token is not for the node of the reply, or not for all; 401, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/canned_replies/{canned_reply_id}",
    operation_id = "delete_canned_reply",
    tag = "Staff: chats",
    responses((status = 204, description = "deleted, now or before")),
)]
pub(in crate::http) async fn remove(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let by = ActBy {
        staff: staff.name().to_owned(),
        at: now(),
    };
    app.store
        .change_canned_reply(CannedReplyChange::Delete { id, by })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

impl ReplyBody {
    fn check(&self, id: &str) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
        if id.len() > ID_LENGTH || !id.chars().all(is_plain) {
            let detail = format!("an id has at most {ID_LENGTH} letters, digits, - and _ of ASCII");
            faults.push(Fault::at("", FaultKey::InvalidId, detail));
        }
        for (pointer, text, most) in [
            ("/title", &self.title, TITLE_LENGTH),
            ("/body", &self.body, MESSAGE_LENGTH),
        ] {
            if text.trim().is_empty() {
                faults.push(Fault::at(pointer, FaultKey::Required, "a text is expected"));
            } else if text.chars().count() > most {
                let detail = format!("at most {most} characters are expected");
                faults.push(Fault::at(pointer, FaultKey::LengthMax, detail));
            }
        }
        faults.into_result()
    }
}

impl From<CannedReply> for ReplyItem {
    fn from(reply: CannedReply) -> Self {
        Self {
            id: reply.id,
            node_id: reply.node_id,
            title: reply.title,
            body: reply.body,
            updated_by: reply.updated_by,
            updated_at: to_rfc3339(reply.updated_at),
        }
    }
}
