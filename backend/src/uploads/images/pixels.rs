//! How many pixels an image may have.

use crate::uploads::content::ContentError;

/// Most pixels of an image: more than the cameras of almost all telephones make.
const MAX_PIXELS: u64 = 40_000_000;

/// Returns how many pixels an image has.
///
/// # Errors
/// It has none, or too many.
pub(super) fn count_pixels(width: u32, height: u32) -> Result<u64, ContentError> {
    match u64::from(width) * u64::from(height) {
        0 => Err(ContentError::Invalid),
        pixels if pixels > MAX_PIXELS => Err(ContentError::TooManyPixels),
        pixels => Ok(pixels),
    }
}
