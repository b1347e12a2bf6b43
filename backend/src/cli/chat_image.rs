//! The image of `pulsen chat reply --image`.

use super::error::CommandError;
use crate::uploads::MAX_FILE_BYTES;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// An image as it is sent.
pub(super) struct ChatImage {
    /// What the customer sees as its name.
    pub(super) name: String,
    pub(super) content: Vec<u8>,
}

impl ChatImage {
    /// Reads a file. What is in it, the server checks.
    ///
    /// # Errors
    /// It cannot be read, or is larger than the server takes.
    pub(super) fn read(path: &Path) -> Result<Self, CommandError> {
        let shown = path.display();
        let file =
            File::open(path).map_err(|error| format!("the image {shown} cannot be opened: {error}"))?;
        let mut content = Vec::new();
        file.take(MAX_FILE_BYTES as u64 + 1)
            .read_to_end(&mut content)
            .map_err(|error| format!("the image {shown} cannot be read: {error}"))?;
        if content.len() > MAX_FILE_BYTES {
            let limit = MAX_FILE_BYTES / (1024 * 1024);
            return Err(format!("the image {shown} is larger than {limit} MiB").into());
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Self {
            name: name.unwrap_or_default(),
            content,
        })
    }
}
