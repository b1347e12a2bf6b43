//! Access to a chat by its token (docs/api.md#chat-tokens).

use super::problem::Problem;
use super::state::AppState;
use crate::chat::{ChatTokens, FIRST_EPOCH};
use axum::http::{HeaderMap, HeaderName};
use serde::Deserialize;

/// The header in which our own client sends the token, because URLs end up in histories and logs.
const HEADER: HeaderName = HeaderName::from_static("x-chat-token");

/// The token in the query of a URL.
#[derive(Deserialize)]
pub(super) struct TokenQuery {
    token: Option<String>,
}

/// Returns the token of a request: from its header or its query.
pub(super) fn bearer_token(headers: &HeaderMap, query: TokenQuery) -> Option<String> {
    let header = headers.get(HEADER).and_then(|value| value.to_str().ok());
    header.map(|value| value.trim().to_owned()).or(query.token)
}

/// Checks the token of a request with a body, and returns the body. `read` returns the token in the body beside it; the body
/// is read only if the token is right, or can be nowhere else.
///
/// # Errors
/// 401, the same for every reason; 429; what is wrong with the body.
pub(super) async fn authorize<B>(
    app: &AppState,
    feedback_id: &str,
    token: Option<String>,
    read: impl Future<Output = Result<(Option<String>, B), Problem>>,
) -> Result<B, Problem> {
    if let Some(token) = token {
        validate_token(app, feedback_id, &token).await?;
        return Ok(read.await?.1);
    }
    let (token, body) = read.await?;
    validate_token(app, feedback_id, &token.ok_or(Problem::InvalidToken)?).await?;
    Ok(body)
}

/// Checks that a token belongs to the chat of a feedback, and that the chat's customer does not ask too often.
///
/// # Errors
/// 401, the same for every reason; 429.
pub(super) async fn validate_token(app: &AppState, feedback_id: &str, token: &str) -> Result<(), Problem> {
    // Nothing that has another form is looked up.
    if !ChatTokens::has_form(token) {
        return Err(Problem::InvalidToken);
    }
    let epoch = app.store.chat_epoch(feedback_id).await?;
    // Compared even if there is no chat, so that the time taken does not show whether there is one.
    let is_token = app
        .chat_tokens
        .is_token(token, feedback_id, epoch.unwrap_or(FIRST_EPOCH));
    if !is_token || epoch.is_none() {
        return Err(Problem::InvalidToken);
    }
    Ok(app.admission.rates.count_chat(feedback_id).await?)
}
