//! The beginning of a chat that the end of a flow offers (docs/api.md#beginning-a-chat).

use super::chats::NO_STORE;
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::chat::FIRST_EPOCH;
use crate::http::body::JsonBody;
use crate::http::openapi::problems::{DeviceBlocked, InvalidJson, InvalidToken};
use crate::http::openapi::shapes::ChatStartBody;
use crate::http::path::Path;
use crate::http::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use base::time::now;
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use store::ChatStart;
use utoipa::ToSchema;

/// A chat that has begun, as the response to a submission names the one that its flow ends in.
#[derive(Serialize, ToSchema)]
#[schema(as = StartedChat)]
struct StartedChat {
    /// The feedback's id, which is the chat's.
    id: String,
    /// The token of the chat.
    chat_token_string: String,
}

/// Begins the chat that the end of a feedback's flow offers.
///
/// Once: a repeat gets the same response.
///
/// # Errors
/// 401 for a wrong token, a day after the feedback, and once feedback or chat are erased; 403 for a blocked device; 400, 429,
/// 503.
#[utoipa::path(
    post,
    path = "/v1/feedbacks/{feedback_id}/chat",
    operation_id = "start_chat",
    tag = "Chat",
    request_body = ChatStartBody,
    responses(
        (status = 200, description = "begun, now or before", body = StartedChat),
        InvalidJson, InvalidToken, DeviceBlocked,
    ),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Path(feedback_id): Path<String>,
    JsonBody(body): JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let token = body.get("token").and_then(Value::as_str).unwrap_or_default();
    if !app.chat_tokens.starts(token, &feedback_id) {
        return Err(Problem::InvalidToken);
    }
    let feedback = app.store.feedback(&feedback_id).await?;
    let feedback = feedback.ok_or(Problem::InvalidToken)?;
    app.admission
        .rates
        .count_new_chat(client, &feedback.node_id)
        .await?;
    let node = app.store.node_with_chat(&feedback.node_id).await?;
    let (node, settings) = node.ok_or(Problem::InvalidToken)?;
    let at = now();
    let start = ChatStart {
        feedback_id: feedback_id.clone(),
        first_epoch: FIRST_EPOCH,
        queue: settings.queue_rule(node.operates_at(at)),
        device_hash: app.device_hashes.hash(&feedback.device_id),
        address_hash: client.map(|address| app.address_hashes.hash(address)),
        at,
    };
    app.store.start_chat(start).await?;
    let chat_token_string = app.chat_tokens.token(&feedback_id, FIRST_EPOCH);
    Ok((
        NO_STORE,
        Json(StartedChat {
            id: feedback_id,
            chat_token_string,
        }),
    ))
}
