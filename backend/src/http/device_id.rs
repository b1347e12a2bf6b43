//! The random id of a visitor's browser, as requests name it.

use crate::feedback::DEVICE_ID_LENGTH;
use axum::http::HeaderMap;
use base::input::fault::{Fault, FaultKey};

/// Returns the device of a request: from the header `X-Device-Id`, or else from its body.
///
/// # Errors
/// The id is too long.
pub(super) fn device_id(headers: &HeaderMap, in_body: Option<String>) -> Result<Option<String>, Fault> {
    let header = headers.get("x-device-id").and_then(|value| value.to_str().ok());
    let id = header.map(|value| value.trim().to_owned()).or(in_body);
    let id = id.filter(|id| !id.is_empty());
    id.map(|id| check_device_id(&id).map(|()| id)).transpose()
}

/// Checks the id in a body.
///
/// # Errors
/// It is too long.
pub(super) fn check_device_id(id: &str) -> Result<(), Fault> {
    if id.len() > DEVICE_ID_LENGTH {
        let detail = format!("at most {DEVICE_ID_LENGTH} bytes are expected");
        return Err(Fault::at("/device_id", FaultKey::InvalidDeviceId, detail));
    }
    Ok(())
}
