//! The header `Idempotency-Key` (docs/api.md#idempotency).

use axum::http::HeaderMap;
use uuid::Uuid;

/// The `Idempotency-Key` is not a UUID.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct IdempotencyKeyError;

/// Returns the key of a request in lower case; `None` if the request has none.
///
/// # Errors
/// The key is not a UUID.
pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, IdempotencyKeyError> {
    let Some(key) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let uuid = key.to_str().ok().and_then(|key| Uuid::try_parse(key).ok());
    Ok(Some(uuid.ok_or(IdempotencyKeyError)?.to_string()))
}
