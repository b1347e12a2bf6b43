//! `/v1/staff/chats/{feedback_id}/transcript`: a chat from beginning to end (docs/staff.md#transcript).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::openapi::shapes::ChatTranscript;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::staff::{Transcript, TranscriptFormat};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use futures_util::stream::try_unfold;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ShowQuery {
    /// `text`, unless it says something else.
    #[serde(default)]
    #[param(inline)]
    format: TranscriptFormat,
}

/// Writes down the whole chat with its notes as it is now.
///
/// # Errors
/// 404 for a feedback without a chat, 400 for another format, 401, 403. A response whose database fails in the middle ends
/// early, without its last chunk.
#[utoipa::path(
    get,
    path = "/v1/staff/chats/{feedback_id}/transcript",
    operation_id = "show_transcript",
    tag = "Staff: chats",
    params(ShowQuery),
    responses(
        (
            status = 200,
            description = "the chat; one whose database fails in the middle ends early, without its last chunk",
            content((String = "text/plain"), (ChatTranscript = "application/json")),
        ),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn show(
    _: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(ShowQuery { format }): Parameters<ShowQuery>,
) -> Result<impl IntoResponse, Problem> {
    let transcript = Transcript::begin(&app.store, &app.flows, feedback_id, format).await?;
    let transcript = transcript.ok_or(Problem::NotFound("chat"))?;
    let media_type = match format {
        TranscriptFormat::Text => "text/plain; charset=utf-8",
        TranscriptFormat::Json => "application/json",
    };
    let parts = try_unfold(transcript, async |mut transcript| {
        let part = transcript.next_part().await?;
        Ok::<_, store::StoreError>(part.map(|part| (part, transcript)))
    });
    Ok((NO_STORE, [(CONTENT_TYPE, media_type)], Body::from_stream(parts)))
}
