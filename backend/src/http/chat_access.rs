//! Access to a chat by its token (docs/api.md#chat-tokens).

use super::problem::Problem;
use crate::application::AppState;
use crate::chat::{ChatTokens, TokenKind};
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
    let (_, body) = authorize_by_kind(app, feedback_id, token, read).await?;
    Ok(body)
}

/// As [`authorize`], and returns the kind of the token.
///
/// # Errors
/// As of [`authorize`].
pub(super) async fn authorize_by_kind<B>(
    app: &AppState,
    feedback_id: &str,
    token: Option<String>,
    read: impl Future<Output = Result<(Option<String>, B), Problem>>,
) -> Result<(TokenKind, B), Problem> {
    if let Some(token) = token {
        let kind = validate_token(app, feedback_id, &token).await?;
        return Ok((kind, read.await?.1));
    }
    let (token, body) = read.await?;
    let kind = validate_token(app, feedback_id, &token.ok_or(Problem::InvalidToken)?).await?;
    Ok((kind, body))
}

/// Returns why a token opens nothing. Only those who have had the right one learns that the chat is erased.
async fn why_not(app: &AppState, feedback_id: &str, token: &str) -> Result<Problem, Problem> {
    let erased = app.store.erased_chat(feedback_id).await?;
    let was_right = erased.is_some_and(|chat| {
        let kind = app.chat_tokens.kind_of(token, feedback_id, chat.keys());
        kind.is_some()
    });
    Ok(if was_right {
        Problem::ChatErased
    } else {
        Problem::InvalidToken
    })
}

/// Checks that a token opens the chat of a feedback, returns its kind, and checks that the chat's customer does not ask too often.
///
/// # Errors
/// 410 if the chat is erased, else 401, the same for every reason; 429.
pub(super) async fn validate_token(
    app: &AppState,
    feedback_id: &str,
    token: &str,
) -> Result<TokenKind, Problem> {
    // Nothing that has another form is looked up.
    if !ChatTokens::has_form(token) {
        return Err(Problem::InvalidToken);
    }
    let keys = app.store.chat_keys(feedback_id).await?;
    // Compared even if there is no chat, so that the time taken does not show whether there is one.
    let kind = app
        .chat_tokens
        .kind_of(token, feedback_id, keys.unwrap_or_default());
    let Some(kind) = kind.filter(|_| keys.is_some()) else {
        return Err(why_not(app, feedback_id, token).await?);
    };
    app.admission.rates.count_chat(feedback_id).await?;
    Ok(kind)
}
