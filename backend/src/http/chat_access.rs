//! Access to a chat by its token (docs/api.md#chat-tokens).

use super::problem::Problem;
use super::state::AppState;
use crate::chat::FIRST_EPOCH;
use axum::http::{HeaderMap, HeaderName};
use serde::Deserialize;

/// The header in which our own client sends the token, because URLs end up in histories and logs.
const HEADER: HeaderName = HeaderName::from_static("x-chat-token");

/// The token in the query of a URL.
#[derive(Deserialize)]
pub(super) struct TokenQuery {
    token: Option<String>,
}

/// Returns the token of a request: from its header, its query, or its body.
pub(super) fn bearer_token(headers: &HeaderMap, query: TokenQuery, body: Option<String>) -> Option<String> {
    let header = headers.get(HEADER).and_then(|value| value.to_str().ok());
    header
        .map(|value| value.trim().to_owned())
        .or(query.token)
        .or(body)
}

/// Checks that a token belongs to the chat of a feedback.
///
/// # Errors
/// 401, the same for every reason.
pub(super) async fn validate_token(
    app: &AppState,
    feedback_id: &str,
    token: Option<&str>,
) -> Result<(), Problem> {
    let token = token.ok_or(Problem::InvalidToken)?;
    let epoch = app.store.chat_epoch(feedback_id).await?;
    // Compared even if there is no chat, so that the time taken does not show whether there is one.
    let is_token = app
        .chat_tokens
        .is_token(token, feedback_id, epoch.unwrap_or(FIRST_EPOCH));
    if is_token && epoch.is_some() {
        Ok(())
    } else {
        Err(Problem::InvalidToken)
    }
}
