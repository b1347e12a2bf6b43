//! The customer's rating of a chat that is over (docs/chat.md#rating).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::chat::Rating;
use crate::http::body::JsonBody;
use crate::http::chat_access::{TokenQuery, authorize, bearer_token};
use crate::http::openapi::problems::{InvalidJson, InvalidQuery, NoChat, RatingRefused, Unprocessable};
use crate::http::openapi::shapes::RatingBody;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::time::now;
use serde_json::Value;
use std::sync::Arc;
use store::NewRating;

/// What a rating can be: bad, neither, good.
const RATINGS: [i64; 3] = [0, 50, 100];

/// Rates a chat that is over, once since the customer's latest message.
///
/// Responds with the rating after the commit. The same rating again gets the same response.
///
/// # Errors
/// 401 without the chat's token; 409 `rating_disabled`, `chat_not_over` and `already_rated`; 422 `invalid_rating`; 400, 429,
/// 503.
#[utoipa::path(
    post,
    path = "/v1/feedbacks/{feedback_id}/chat_ratings",
    operation_id = "rate_chat",
    tag = "Chat",
    request_body = RatingBody,
    responses(
        (status = 200, description = "stored", body = Rating),
        InvalidQuery, InvalidJson, Unprocessable, NoChat, RatingRefused,
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
    let rating = authorize(&app, &feedback_id, token, async {
        let JsonBody(body) = JsonBody::from_request(request, &()).await?;
        let token = body.get("token").and_then(Value::as_str).map(str::to_owned);
        Ok((token, body.get("rating").and_then(Value::as_i64)))
    })
    .await?;
    let rating = rating.filter(|rating| RATINGS.contains(rating));
    let rating =
        rating.ok_or_else(|| Fault::at("/rating", FaultKey::InvalidRating, "0, 50 or 100 is expected"))?;
    let chat = app.store.chat_summary(&feedback_id).await?;
    let chat = chat.ok_or(Problem::NotFound("chat"))?;
    let node = app.store.node_with_chat(&chat.node_id).await?;
    let (_, settings) = node.ok_or(Problem::NotFound("node"))?;
    let rating = NewRating {
        feedback_id,
        rating,
        is_enabled: settings.rating_enabled,
        created_at: now(),
    };
    let stored = app.store.add_rating(rating).await?;
    Ok((NO_STORE, Json(Rating::from(stored))))
}
