//! `/v1/feedbacks/arrivals`: which of a device's feedbacks have arrived (docs/api.md#arrivals).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::device_id::check_device_id;
use crate::http::openapi::problems::{InvalidJson, Unprocessable};
use crate::http::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::input::idempotency_key::parse_key;
use base::json::{drop_nulls, read};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Most keys of one request. With more, the body would be over its limit anyway.
const MOST_KEYS: usize = 500;

/// The keys with which a device may have submitted.
#[derive(Deserialize, ToSchema)]
#[schema(as = ArrivalsBody)]
struct Body {
    device_id: String,
    keys: Vec<String>,
}

#[derive(Serialize, ToSchema)]
struct Arrivals {
    items: Vec<Arrival>,
}

/// A stored submission.
#[derive(Serialize, ToSchema)]
struct Arrival {
    /// Its `Idempotency-Key`.
    key: String,
    /// The feedback's id.
    id: String,
}

/// Tells which of the named idempotency keys the device has submitted with.
///
/// The keys prove that it is the device: nobody else knows them.
///
/// # Errors
/// 422 for keys that are no UUIDs, for too many and for a device id that is missing or too long; 429.
#[utoipa::path(
    post,
    path = "/v1/feedbacks/arrivals",
    operation_id = "list_arrivals",
    tag = "Feedback",
    request_body = Body,
    responses(
        (status = 200, description = "those that have arrived, each with its feedback", body = Arrivals),
        InvalidJson, Unprocessable,
    ),
)]
pub(in crate::http) async fn list(
    State(app): State<Arc<AppState>>,
    JsonBody(mut body): JsonBody,
) -> Result<impl IntoResponse, Problem> {
    drop_nulls(&mut body);
    let Body { device_id, keys } = read(body).map_err(Fault::from)?;
    if device_id.is_empty() {
        return Err(Fault::at(
            "/device_id",
            FaultKey::Required,
            "the browser's random id is expected",
        )
        .into());
    }
    check_device_id(&device_id)?;
    let keys = parse_keys(&keys)?;
    app.admission.rates.count_device(&device_id).await?;
    let arrived = app.store.arrived_submissions(&device_id, &keys).await?;
    let items = arrived.into_iter().map(|(key, id)| Arrival { key, id });
    Ok((
        NO_STORE,
        Json(Arrivals {
            items: items.collect(),
        }),
    ))
}

/// Reads the keys, in lower case.
fn parse_keys(keys: &[String]) -> Result<Vec<String>, Fault> {
    if keys.len() > MOST_KEYS {
        let detail = format!("at most {MOST_KEYS} keys are accepted");
        return Err(Fault::at("/keys", FaultKey::TooLong, detail));
    }
    let parse = |(position, key): (usize, &String)| {
        let uuid = parse_key(key).map(|key| key.to_string());
        uuid.ok_or_else(|| {
            let pointer = format!("/keys/{position}");
            Fault::at(
                &pointer,
                FaultKey::InvalidAnswer,
                "a UUID of versions 1 to 5 is expected",
            )
        })
    };
    keys.iter().enumerate().map(parse).collect()
}
