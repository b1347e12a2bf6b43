//! `/chat/stop_mails`: the link at the end of each mail, and the address that programs for mail call for their own button
//! (RFC 8058; docs/mail.md#stopping).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::chat::language_of;
use crate::http::openapi::problems::{InvalidQuery, InvalidToken, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::pages::{STOP_MAILS_POLICY, StopMailsPage};
use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::response::{Html, IntoResponse};
use serde::Deserialize;
use std::sync::Arc;
use store::ChatEmailChange;
use utoipa::IntoParams;

/// The query of the link.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct StopQuery {
    /// Only about this feedback.
    feedback_id: String,
    /// Keyed hash of the address that the mail went to.
    address: String,
    /// Of the link.
    token: String,
}

/// Asks whether the mails about a chat shall stop.
///
/// # Errors
/// 400 or 401 for a link that this server has not made; 503.
#[utoipa::path(
    get,
    path = "/chat/stop_mails",
    operation_id = "ask_to_stop_mails",
    tag = "Pages",
    params(StopQuery),
    responses(
        (status = 200, description = "the page", body = String, content_type = "text/html"),
        InvalidQuery, InvalidToken, NotFound,
    ),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<StopQuery>,
) -> Result<impl IntoResponse, Problem> {
    validate(&app, &query)?;
    let known = app.store.chat_email(&query.feedback_id).await?;
    let is_sent = known.is_some_and(|known| known.address_hash.as_ref() == Some(&query.address));
    page(&app, &query.feedback_id, !is_sent).await
}

/// Stops the mails about a chat.
///
/// A repeat gets the same response. Programs for mail call it, too.
///
/// # Errors
/// As of [`show`].
#[utoipa::path(
    post,
    path = "/chat/stop_mails",
    operation_id = "stop_mails",
    tag = "Pages",
    params(StopQuery),
    responses(
        (status = 200, description = "the page", body = String, content_type = "text/html"),
        InvalidQuery, InvalidToken, NotFound,
    ),
)]
pub(in crate::http) async fn stop(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<StopQuery>,
) -> Result<impl IntoResponse, Problem> {
    validate(&app, &query)?;
    let change = ChatEmailChange::Unsubscribe {
        feedback_id: query.feedback_id.clone(),
        address_hash: query.address,
    };
    app.store.change_chat_email(change).await?;
    page(&app, &query.feedback_id, true).await
}

fn validate(app: &AppState, query: &StopQuery) -> Result<(), Problem> {
    let is_own = app
        .mail_keys
        .is_stop_token(&query.token, &query.feedback_id, &query.address);
    if is_own {
        Ok(())
    } else {
        Err(Problem::InvalidToken)
    }
}

async fn page(
    app: &AppState,
    feedback_id: &str,
    is_stopped: bool,
) -> Result<impl IntoResponse + use<>, Problem> {
    let language = chat_language(app, feedback_id).await?;
    let page = StopMailsPage {
        language: &language,
        is_stopped,
    };
    let headers = [
        (CONTENT_SECURITY_POLICY, STOP_MAILS_POLICY.as_str()),
        (REFERRER_POLICY, "no-referrer"),
    ];
    Ok((NO_STORE, headers, Html(page.html())))
}

async fn chat_language(app: &AppState, feedback_id: &str) -> Result<String, Problem> {
    let answers = app.store.first_answers(&[feedback_id]).await?;
    let answers = answers.first().ok_or(Problem::NotFound("chat"))?;
    let flow = app
        .flows
        .revision(&app.store, &answers.flow_id, answers.flow_revision)
        .await?
        .ok_or(Problem::NotFound("chat"))?;
    Ok(language_of(&flow.flow, answers.language_id.as_deref()))
}
