//! Multipart forms of texts, limited in size and time (docs/api.md#limits).

use super::problem::Problem;
use crate::admission::{Arrival, ArrivalError};
use axum::RequestExt;
use axum::extract::multipart::MultipartError;
use axum::extract::{DefaultBodyLimit, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use std::future::Future;
use std::time::Duration;

/// Most bytes of a form. The longest message takes 20 KB: 5,000 characters of at most 4 bytes.
const FORM_LIMIT: usize = 64 * 1024;

/// How long a form may take to arrive, if it keeps the pace.
const FORM_TIMEOUT: Duration = Duration::from_secs(60);

/// Tells whether the body of a request is a multipart form.
pub(super) fn is_form(request: &Request) -> bool {
    request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.trim_start().to_ascii_lowercase().starts_with("multipart/"))
}

/// Reads the fields of a form with `read`. Then the request takes its place among those that are answered.
///
/// # Errors
/// 400 if the body is no form, 413 if it is too large, 408 if it arrives too slowly, 429 or 503 if there is no memory or no place
/// for it; those of `read`.
pub(super) async fn receive_form<T, F>(
    mut request: Request,
    read: impl FnOnce(Multipart) -> F,
) -> Result<T, Problem>
where
    F: Future<Output = Result<T, Problem>>,
{
    let arrival = Arrival::of(&request);
    DefaultBodyLimit::max(FORM_LIMIT).apply(&mut request);
    let form = request.extract::<Multipart, _>().await;
    let form = form.map_err(|rejection| Problem::InvalidForm(rejection.body_text()))?;
    let read = tokio::time::timeout(FORM_TIMEOUT, read(form));
    let read = read.await.map_err(|_| Problem::Timeout)??;
    arrival.complete()?;
    Ok(read)
}

/// Returns the problem of a form that could not be read; `limit` is what the client is told, in bytes.
pub(super) fn form_problem(error: &MultipartError, limit: usize) -> Problem {
    if let Some(error) = ArrivalError::behind(error) {
        error.into()
    } else if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Problem::TooLarge(limit)
    } else {
        Problem::InvalidForm(error.body_text())
    }
}

impl From<MultipartError> for Problem {
    fn from(error: MultipartError) -> Self {
        form_problem(&error, FORM_LIMIT)
    }
}
