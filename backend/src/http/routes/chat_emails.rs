//! `/v1/feedbacks/{feedback_id}/chat_email`: where a customer is notified of replies (docs/api.md#chat-e-mail).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::chat::TokenKind;
use crate::http::body::JsonBody;
use crate::http::chat_access::{TokenQuery, authorize_by_kind, bearer_token, validate_token};
use crate::http::chat_email_state::{EmailState, offered_address};
use crate::http::openapi::problems::{InvalidJson, InvalidQuery, NoChat, NoMail, Unprocessable};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::mail::parse_address;
use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::json::{drop_nulls, read};
use base::time::now;
use serde::Deserialize;
use std::sync::Arc;
use store::{ChatEmailChange, LeftAddress};
use utoipa::ToSchema;

/// Where mails shall go.
#[derive(Deserialize, ToSchema)]
#[schema(as = ChatEmailBody)]
struct Body {
    email: Option<String>,
    /// Whether the address is meant that the chat offers.
    #[serde(default)]
    offered: bool,
    token: Option<String>,
}

/// Has mails go to this address from now on, instead of the one before.
///
/// A repeat changes nothing.
///
/// # Errors
/// 401 without a token of the chat; 422 for what is no address; 429 if other addresses were left too often; 503 `no_mail`,
/// `busy`.
#[utoipa::path(
    post,
    path = "/v1/feedbacks/{feedback_id}/chat_email",
    operation_id = "leave_email",
    tag = "Chat",
    request_body = Body,
    responses(
        (status = 200, description = "the address, masked", body = EmailState),
        InvalidQuery, InvalidJson, Unprocessable, NoChat, NoMail,
    ),
    security(("chat_token" = []), ("chat_token_in_address" = []), ()),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<TokenQuery>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let token = bearer_token(&headers, query);
    let (kind, body) = authorize_by_kind(&app, &feedback_id, token, async {
        let JsonBody(mut value) = JsonBody::from_request(request, &()).await?;
        drop_nulls(&mut value);
        let mut body: Body = read(value).map_err(Fault::from)?;
        Ok((body.token.take(), body))
    })
    .await?;
    if app.mail.is_none() {
        return Err(Problem::NoMail);
    }
    let address = address_of(&app, &feedback_id, &body).await?;
    let response = EmailState::with(&address);
    let left = LeftAddress {
        address_hash: app.mail_keys.hash_address(&address),
        feedback_id: feedback_id.clone(),
        address,
        ends_links: ends_links(kind),
        at: now(),
    };
    app.store.change_chat_email(ChatEmailChange::Leave(left)).await?;
    Ok((NO_STORE, Json(response)))
}

async fn address_of(app: &AppState, feedback_id: &str, body: &Body) -> Result<String, Problem> {
    if body.offered {
        let known = app.store.chat_email(feedback_id).await?;
        return known.as_ref().and_then(offered_address).ok_or_else(|| {
            Fault::at(
                "/offered",
                FaultKey::Required,
                "no address of the customer is known",
            )
            .into()
        });
    }
    let text = body.email.as_deref().map(str::trim).unwrap_or_default();
    if text.is_empty() {
        return Err(Fault::at("/email", FaultKey::Required, "an address is expected").into());
    }
    let invalid = || {
        Fault::at(
            "/email",
            FaultKey::InvalidEmail,
            "an address such as ada@example.com is expected",
        )
    };
    Ok(parse_address(text).ok_or_else(invalid)?)
}

/// Has no more mails sent.
///
/// A repeat gets the same response, and so does a chat without an address.
///
/// # Errors
/// 401 without a token of the chat; 429, 503.
#[utoipa::path(
    delete,
    path = "/v1/feedbacks/{feedback_id}/chat_email",
    operation_id = "remove_email",
    tag = "Chat",
    responses((status = 204, description = "removed, now or before"), InvalidQuery, NoChat),
    security(("chat_token" = []), ("chat_token_in_address" = [])),
)]
pub(in crate::http) async fn remove(
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<TokenQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let token = bearer_token(&headers, query).ok_or(Problem::InvalidToken)?;
    let kind = validate_token(&app, &feedback_id, &token).await?;
    let removal = ChatEmailChange::Remove {
        feedback_id: feedback_id.clone(),
        ends_links: ends_links(kind),
    };
    app.store.change_chat_email(removal).await?;
    Ok((NO_STORE, StatusCode::NO_CONTENT))
}

/// The links that were mailed to an address end with it, unless it is by such a link that somebody is here: they would lose
/// the chat.
fn ends_links(kind: TokenKind) -> bool {
    kind == TokenKind::Chat
}
