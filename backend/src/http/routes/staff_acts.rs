//! What staff do with a chat beside writing in it (docs/staff.md#acts).

use super::chats::{NO_STORE, position};
use crate::http::body::JsonBody;
use crate::http::fault::Fault;
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use crate::http::state::AppState;
use crate::store::{ActBy, ChatAct, ChatActKind, ChatDesk};
use crate::time::now;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::sync::Arc;

/// The body of [`read`].
#[derive(Deserialize)]
struct ReadBody {
    /// The `cursor` of the chat as it was shown.
    cursor: String,
}

/// The body of [`assign`].
#[derive(Deserialize)]
struct AssignBody {
    /// The name of a member of staff; absent or null: nobody.
    name: Option<String>,
}

/// The body of [`revoke_token`].
#[derive(Deserialize)]
struct RevokeBody {
    /// The epoch of the tokens, as the chat shows it.
    token_epoch: i64,
}

/// `POST …/read`: staff have read a chat up to a cursor.
///
/// # Errors
/// 422 for what is no cursor; those of [`act`].
pub(in crate::http) async fn read(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let ReadBody { cursor } = body.read()?;
    let position = position("cursor", &cursor).map_err(|_| {
        let detail = "the `cursor` of the chat is expected";
        Fault::at("/cursor", "invalid_cursor", detail)
    })?;
    act(&app, &staff, feedback_id, ChatActKind::Read { position }).await
}

/// `POST …/claim`: takes a chat that nobody has.
///
/// # Errors
/// 409 `assigned` if somebody else has it; those of [`act`].
pub(in crate::http) async fn claim(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Claim).await
}

/// `POST …/assign`: gives a chat to a member of staff who may act in it, or to nobody.
///
/// # Errors
/// 422 for somebody who may not; those of [`act`].
pub(in crate::http) async fn assign(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let AssignBody { name: to } = body.read()?;
    if let Some(name) = &to {
        let member = app.store.staff_member_named(name).await?;
        let node_id = app
            .store
            .node_id_of_chat(&feedback_id)
            .await?
            .ok_or(Problem::NotFound("chat"))?;
        if !member.is_some_and(|member| !member.is_read_only && member.nodes.includes(&node_id)) {
            let detail = "there is no member of staff with this name whose token is in force, for this node, and allows changes";
            return Err(Fault::at("/name", "unknown_staff", detail).into());
        }
    }
    act(&app, &staff, feedback_id, ChatActKind::Assign { to }).await
}

/// `POST …/accept`: opens a queued chat. Whoever accepts it has it.
///
/// # Errors
/// 409 `chat_not_open` for a chat that is over; those of [`act`].
pub(in crate::http) async fn accept(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Accept).await
}

/// `POST …/close`: ends a chat.
///
/// # Errors
/// 409 `chat_not_open` if the customer has ended it; those of [`act`].
pub(in crate::http) async fn close(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Close).await
}

/// `POST …/reopen`: opens a chat that is queued or over.
///
/// # Errors
/// Those of [`act`].
pub(in crate::http) async fn reopen(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    act(&app, &staff, feedback_id, ChatActKind::Reopen).await
}

/// `POST …/revoke_token`: makes all tokens of the chat worthless that were given so far.
///
/// # Errors
/// Those of [`act`].
pub(in crate::http) async fn revoke_token(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let RevokeBody { token_epoch: epoch } = body.read()?;
    act(&app, &staff, feedback_id, ChatActKind::RevokeToken { epoch }).await
}

/// `POST …/block_device`: refuses what the customer's device sends to the node from now on.
///
/// # Errors
/// 409 `too_many_blocked_devices`; those of [`act`].
pub(in crate::http) async fn block_device(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let device = app.store.device_of_chat(&feedback_id).await?;
    let (_, device_id) = device.ok_or(Problem::NotFound("chat"))?;
    let device_hash = app.device_hashes.hash(&device_id);
    act(
        &app,
        &staff,
        feedback_id,
        ChatActKind::BlockDevice { device_hash },
    )
    .await
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
    let by = ActBy {
        staff: staff.name().to_owned(),
        at: now(),
    };
    let act = ChatAct {
        feedback_id,
        by,
        kind,
    };
    let desk: ChatDesk = app.store.act_on_chat(act).await?;
    Ok((NO_STORE, Json(desk)))
}
