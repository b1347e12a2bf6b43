//! What staff do with a chat beside writing in it (docs/staff.md#acts).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::openapi::problems::{
    Assigned, ChatNotOpen, InvalidJson, NotFound, TooManyBlockedDevices, Unprocessable,
};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::snooze_time::snooze_time;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::rights::Right;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{ChatAct, ChatActKind, ChatCursor, ChatCursorError, StaffChatState, StaffMember};
use utoipa::ToSchema;

/// Up to where a chat was read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadPosition)]
struct ReadBody {
    /// The `cursor` of the chat as it was shown.
    cursor: String,
}

/// Who shall have a chat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Assignee)]
struct AssignBody {
    /// The name of a member of staff; absent or null: nobody.
    name: Option<String>,
}

/// Until when a chat is put off.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Snooze)]
struct SnoozeBody {
    /// RFC 3339, within the next 366 days; absent or null: no longer.
    until: Option<String>,
}

/// Which tokens are revoked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TokenRevocation)]
struct RevokeBody {
    /// The epoch of the tokens, as the chat shows it.
    token_epoch: i64,
}

/// Notes that staff have read a chat up to a cursor.
///
/// A repeat gets the same response.
///
/// # Errors
/// 422 for what is no cursor; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/read",
    operation_id = "mark_chat_read",
    tag = "Staff: chats",
    request_body = ReadBody,
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        InvalidJson, Unprocessable, NotFound,
    ),
)]
pub(in crate::http) async fn read(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let ReadBody { cursor } = body.read()?;
    let cursor: ChatCursor = cursor.parse().map_err(|error: ChatCursorError| {
        let detail = format!("the `cursor` of the chat is expected; {error}");
        Fault::at("/cursor", FaultKey::InvalidCursor, detail)
    })?;
    let position = cursor.known(app.store.history());
    act(&app, &staff, feedback_id, ChatActKind::Read { position }).await
}

/// Takes a chat that nobody has.
///
/// A repeat gets the same response.
///
/// # Errors
/// 409 `assigned` if somebody else has it; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/claim",
    operation_id = "claim_chat",
    tag = "Staff: chats",
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        NotFound, Assigned,
    ),
)]
pub(in crate::http) async fn claim(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Claim).await
}

/// Gives a chat to a member of staff who may act in it, or to nobody.
///
/// A repeat gets the same response.
///
/// # Errors
/// 422 for somebody who may not; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/assign",
    operation_id = "assign_chat",
    tag = "Staff: chats",
    request_body = AssignBody,
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        InvalidJson, Unprocessable, NotFound,
    ),
)]
pub(in crate::http) async fn assign(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let AssignBody { name: to } = body.read()?;
    if let Some(name) = &to {
        let member = app.store.staff_member_named(name).await?;
        let node_id = app.store.node_id_of_chat(&feedback_id).await?;
        let node_id = node_id.ok_or(Problem::NotFound("chat"))?;
        assignee(member.as_ref(), &node_id, "/name")?;
    }
    act(&app, &staff, feedback_id, ChatActKind::Assign { to }).await
}

/// Returns the name of somebody who may act in the chats of a node. `pointer` is where the name stands in the body.
pub(super) fn assignee(member: Option<&StaffMember>, node_id: &str, pointer: &str) -> Result<String, Fault> {
    let may_chat =
        |member: &&StaffMember| member.rights.include(Right::Chat) && member.nodes.includes(node_id);
    let member = member.filter(may_chat).ok_or_else(|| {
        let detail = "there is no member of staff with this name whose token is in force, is for this node, and has the right `chat`";
        Fault::at(pointer, FaultKey::UnknownStaff, detail)
    })?;
    Ok(member.name.clone())
}

/// Puts a chat off: it leaves the views of unanswered chats until a time, or until the customer writes.
///
/// A repeat gets the same response.
///
/// # Errors
/// 409 `chat_not_open` for a chat that is over; 422 `invalid_time`; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/snooze",
    operation_id = "snooze_chat",
    tag = "Staff: chats",
    request_body = SnoozeBody,
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        InvalidJson, Unprocessable, NotFound, ChatNotOpen,
    ),
)]
pub(in crate::http) async fn snooze(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let SnoozeBody { until } = body.read()?;
    let until = snooze_time(until.as_deref(), "/until")?;
    act(&app, &staff, feedback_id, ChatActKind::Snooze { until }).await
}

/// Opens a queued chat.
///
/// Anyone who accepts it has it. A repeat gets the same response.
///
/// # Errors
/// 409 `chat_not_open` for a chat that is over; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/accept",
    operation_id = "accept_chat",
    tag = "Staff: chats",
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        NotFound, ChatNotOpen, Assigned,
    ),
)]
pub(in crate::http) async fn accept(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Accept).await
}

/// Ends a chat.
///
/// A repeat gets the same response.
///
/// # Errors
/// 409 `chat_not_open` if the customer has ended it; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/close",
    operation_id = "close_chat",
    tag = "Staff: chats",
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        NotFound, ChatNotOpen,
    ),
)]
pub(in crate::http) async fn close(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Close).await
}

/// Opens a chat that is queued or over.
///
/// A repeat gets the same response.
///
/// # Errors
/// Those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/reopen",
    operation_id = "reopen_chat",
    tag = "Staff: chats",
    responses((status = 200, description = "the chat as staff have it then", body = StaffChatState), NotFound),
)]
pub(in crate::http) async fn reopen(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Reopen).await
}

/// Makes all tokens of the chat worthless that were given so far.
///
/// A repeat gets the same response.
///
/// # Errors
/// Those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/revoke_token",
    operation_id = "revoke_chat_token",
    tag = "Staff: chats",
    request_body = RevokeBody,
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        InvalidJson, Unprocessable, NotFound,
    ),
)]
pub(in crate::http) async fn revoke_token(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let RevokeBody { token_epoch: epoch } = body.read()?;
    act(&app, &staff, feedback_id, ChatActKind::RevokeToken { epoch }).await
}

/// Refuses what the customer's device sends to the node from now on.
///
/// A repeat gets the same response.
///
/// # Errors
/// 409 `too_many_blocked_devices`; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/block_device",
    operation_id = "block_device_of_chat",
    tag = "Staff: chats",
    responses(
        (status = 200, description = "the chat as staff have it then", body = StaffChatState),
        NotFound, TooManyBlockedDevices,
    ),
)]
pub(in crate::http) async fn block_device(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let sender = app.store.sender_of_chat(&feedback_id).await?;
    let sender = sender.ok_or(Problem::NotFound("chat"))?;
    let device_hash = app.device_hashes.hash(&sender.device_id);
    act(
        &app,
        &staff,
        feedback_id,
        ChatActKind::BlockDevice { device_hash },
    )
    .await
}

/// A chat as staff have it, and what of its sender is blocked.
#[derive(Serialize, ToSchema)]
struct BlockedSender {
    #[serde(flatten)]
    chat: StaffChatState,
    is_device_blocked: bool,
    /// False where nothing is known of the address.
    is_address_blocked: bool,
}

/// Ends a chat and refuses what its sender sends to the node: their device's from now on, their address's for 30 days.
///
/// A chat that is over stays as it is. A repeat gets the same response.
///
/// # Errors
/// 409 `too_many_blocked_devices`; those of [`act`].
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/block_sender",
    operation_id = "block_sender_of_chat",
    tag = "Staff: chats",
    responses(
        (status = 200, description = "the chat as staff have it then, and what is blocked", body = BlockedSender),
        NotFound, TooManyBlockedDevices,
    ),
)]
pub(in crate::http) async fn block_sender(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let sender = app.store.sender_of_chat(&feedback_id).await?;
    let sender = sender.ok_or(Problem::NotFound("chat"))?;
    let device_hash = app.device_hashes.hash(&sender.device_id);
    let chat = carry_out(
        &app,
        &staff,
        feedback_id,
        ChatActKind::BlockSender { device_hash },
    )
    .await?;
    let blocked = BlockedSender {
        chat,
        is_device_blocked: true,
        is_address_blocked: sender.address_hash.is_some(),
    };
    Ok((NO_STORE, Json(blocked)))
}

/// Carries an act out, and responds with the chat as staff have it then. A repeat gets the same response.
///
/// # Errors
/// 404 for a feedback without a chat; 401, 403; 503.
async fn act(
    app: &AppState,
    staff: &Staff,
    feedback_id: String,
    kind: ChatActKind,
) -> Result<impl IntoResponse + use<>, Problem> {
    let chat = carry_out(app, staff, feedback_id, kind).await?;
    Ok((NO_STORE, Json(chat)))
}

async fn carry_out(
    app: &AppState,
    staff: &Staff,
    feedback_id: String,
    kind: ChatActKind,
) -> Result<StaffChatState, Problem> {
    let act = ChatAct {
        feedback_id,
        by: staff.by(),
        kind,
    };
    Ok(app.store.act_on_chat(act).await?)
}
