//! Who may take part in a chat: whoever bears its token (`wire.md`, "Chat token").

use super::problem::Problem;
use super::state::App;
use crate::feedback::FIRST_EPOCH;
use axum::http::{HeaderMap, HeaderName};
use serde::Deserialize;

/// What our own client sends the token in: addresses end up in histories and logs.
const HEADER: HeaderName = HeaderName::from_static("x-chat-token");

/// The token in an address.
#[derive(Deserialize)]
pub(super) struct TokenQuery {
    token: Option<String>,
}

/// The token that a request bears: in its header, in its address, or in its body.
pub(super) fn borne_token(headers: &HeaderMap, query: TokenQuery, body: Option<String>) -> Option<String> {
    let header = headers.get(HEADER).and_then(|value| value.to_str().ok());
    header
        .map(|value| value.trim().to_owned())
        .or(query.token)
        .or(body)
}

/// Lets pass who bears the token of this feedback's chat.
///
/// # Errors
/// 401 for everybody else, the same for all reasons.
pub(super) async fn check_token(app: &App, feedback_id: &str, token: Option<&str>) -> Result<(), Problem> {
    let token = token.ok_or(Problem::InvalidToken)?;
    let epoch = app.store.chat_epoch(feedback_id).await?;
    // Checked also where there is nothing to check against: it takes the same time.
    let is_token = app
        .chat_tokens
        .is_token(token, feedback_id, epoch.unwrap_or(FIRST_EPOCH));
    if is_token && epoch.is_some() {
        Ok(())
    } else {
        Err(Problem::InvalidToken)
    }
}
