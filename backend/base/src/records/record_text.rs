//! Reads the text of a file.

use super::Finding;
use super::codes::UNREADABLE_FILE;
use crate::regular_file::{Links, open_regular};
use engine::Position;
use std::io::Read;
use std::path::Path;

/// Reads a file's text.
///
/// # Errors
/// There is no such file, it cannot be read, or it is not UTF-8.
pub(super) fn read_text(path: &Path) -> Result<String, Box<Finding>> {
    let mut bytes = Vec::new();
    open_regular(path, Links::Followed)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let message = if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
            "is UTF-16: save it as UTF-8"
        } else {
            "is not UTF-8: save it as UTF-8"
        };
        let before = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
        Box::new(Finding {
            position: Some(Position::of_byte(&before, before.len())),
            ..Finding::new(UNREADABLE_FILE, path.display().to_string(), "", message)
        })
    })
}

/// Says why a file or folder cannot be read.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Finding {
    let message = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        _ => format!("cannot be read: {error}"),
    };
    Finding::new(UNREADABLE_FILE, path.display().to_string(), "", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_encodings_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.json");
        let message = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let found = read_text(&path).unwrap_err().to_string();
            found.replace(&path.display().to_string(), "f.json")
        };
        assert_eq!(
            message(b"\xFF\xFE{\0}\0"),
            "f.json:1:1: /: is UTF-16: save it as UTF-8 [unreadable-file]"
        );
        assert_eq!(
            message(b"{\n\"\xC3\xBC\xFF\"}"),
            "f.json:2:3: /: is not UTF-8: save it as UTF-8 [unreadable-file]"
        );
        let gone = read_text(&folder.path().join("gone.json"))
            .unwrap_err()
            .to_string();
        assert!(
            gone.ends_with("/gone.json: there is no such file or folder [unreadable-file]"),
            "{gone}"
        );
    }
}
