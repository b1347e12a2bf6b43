//! JSON bodies, limited in size, time and content (docs/api.md#limits).

use super::problem::Problem;
use crate::admission::{Arrival, ArrivalError};
use crate::application::AppState;
use crate::editing::RECORD_BYTES;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use base::input::fault::Fault;
use base::input::{check_record_bounds, check_tree_bounds};
use base::null_character::replace_null;
use hyper::body::Body as _;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// Most bytes of a feedback.
const FEEDBACK_LIMIT: usize = 1024 * 1024;

/// Most bytes of any other JSON body.
const SMALL_LIMIT: usize = 64 * 1024;

/// How long a body may take to arrive, if it keeps the pace: enough for a megabyte over a slow mobile connection.
const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// A body with the answers of a flow, not read yet. The content type does not matter: `sendBeacon` and simple clients cannot
/// set it.
pub(super) struct FeedbackBody {
    pub(super) json: Bytes,
    /// Keep it until the feedback is stored or refused.
    pub(super) weight: OwnedSemaphorePermit,
}

/// A body that is kept as it is, such as a survey of another product.
pub(super) struct BytesBody(pub(super) Bytes);

/// The text of a record: UTF-8, that may be JSON.
pub(super) struct RecordBody(pub(super) String);

/// A body of any JSON without answers of a flow.
pub(super) struct JsonBody(pub(super) Value);

impl FromRequest<Arc<AppState>> for FeedbackBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<Self, Problem> {
        let json = read_body(request, FEEDBACK_LIMIT).await?;
        // Weighed when it is complete: bodies that arrive slowly must not keep others out.
        let weight = app.admission.weigh(json.len()).ok_or(Problem::Busy)?;
        Ok(Self { json, weight })
    }
}

impl<S: Send + Sync> FromRequest<S> for BytesBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        Ok(Self(read_bytes(request, RECORD_BYTES).await?.into()))
    }
}

impl<S: Send + Sync> FromRequest<S> for RecordBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let bytes = read_bytes(request, RECORD_BYTES).await?;
        check_record_bounds(&bytes).map_err(|bound| Problem::InvalidJson(bound.message()))?;
        let text = String::from_utf8(bytes);
        text.map(Self)
            .map_err(|_| Problem::InvalidJson("the body is not UTF-8".into()))
    }
}

impl JsonBody {
    /// Reads an object into a struct. Null means absent.
    ///
    /// # Errors
    /// 422 for a value of the wrong type.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<T, Problem> {
        let Self(mut value) = self;
        base::json::drop_nulls(&mut value);
        base::json::read(value).map_err(|error| Fault::from(error).into())
    }
}

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        Ok(Self(parse_json(&read_body(request, SMALL_LIMIT).await?)?))
    }
}

/// Reads the body of a request, which is JSON, or packets with JSON. It then takes its place among those that are answered.
///
/// # Errors
/// 408 if it takes too long, 413 if it is over the limit or announced to be; 429 or 503 if there is no memory or no place for it.
pub(super) async fn read_body(request: Request, limit: usize) -> Result<Bytes, Problem> {
    let mut bytes = read_bytes(request, limit).await?;
    replace_null(&mut bytes);
    Ok(bytes.into())
}

/// As [`read_body`], of any bytes.
async fn read_bytes(request: Request, limit: usize) -> Result<Vec<u8>, Problem> {
    let arrival = Arrival::of(&request);
    let body = read_frames(request.into_body(), limit);
    let body = tokio::time::timeout(BODY_TIMEOUT, body).await;
    let body = body.map_err(|_| Problem::Timeout)??;
    arrival.complete()?;
    Ok(body)
}

/// Copies the parts of a body together as they arrive: to keep them as they are could take many times their bytes.
async fn read_frames(mut body: Body, limit: usize) -> Result<Vec<u8>, Problem> {
    if body.size_hint().lower() > limit as u64 {
        return Err(Problem::TooLarge(limit));
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(part) = frame.map_err(|error| refuse(&error))?.into_data() else {
            continue;
        };
        if bytes.len() + part.len() > limit {
            return Err(Problem::TooLarge(limit));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

fn refuse(error: &axum::Error) -> Problem {
    ArrivalError::behind(error).map_or_else(
        || Problem::InvalidJson("the body ended early".into()),
        Problem::from,
    )
}

fn parse_json(bytes: &[u8]) -> Result<Value, Problem> {
    check_tree_bounds(bytes).map_err(|bound| Problem::InvalidJson(bound.message()))?;
    serde_json::from_slice(bytes).map_err(|error| Problem::InvalidJson(error.to_string()))
}
