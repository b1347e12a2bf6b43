//! The header `Idempotency-Key`.

use axum::http::HeaderMap;
use uuid::Uuid;

/// The key is there, but it is no UUID.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoUuid;

/// The key of a request, lower-case; `None` where it has none.
///
/// # Errors
/// It is not a UUID.
pub(crate) fn request_key(headers: &HeaderMap) -> Result<Option<String>, NoUuid> {
    let Some(key) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let uuid = key.to_str().ok().and_then(|key| Uuid::try_parse(key).ok());
    Ok(Some(uuid.ok_or(NoUuid)?.to_string()))
}
