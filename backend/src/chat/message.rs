//! A message from the request to what may be stored.

use crate::encoding::base64url;
use crate::feedback::Fault;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Longest message, in Unicode scalars after trimming: some two printed pages.
const MESSAGE_LENGTH: usize = 5_000;

/// Longest client's name for a message, in bytes; ours are UUIDs.
const CLIENT_KEY_LENGTH: usize = 128;

/// A message whose form is right; whether its chat takes it is for the store to say.
#[derive(Debug, PartialEq)]
pub(crate) struct Draft {
    pub(crate) body: String,
    pub(crate) client_key: Option<String>,
}

impl Draft {
    /// Trims and measures a message.
    ///
    /// # Errors
    /// It is empty, or something of it is too long.
    pub(crate) fn new(body: &str, client_key: Option<String>) -> Result<Self, Vec<Fault>> {
        // Not every database can hold the character 0, and no person types it. Forms write a line's end as two.
        let body = body.replace('\0', "").replace("\r\n", "\n").trim().to_owned();
        let mut faults = Vec::new();
        if body.is_empty() {
            faults.push(Fault::at("/body", "required", "a text is expected"));
        } else if body.chars().count() > MESSAGE_LENGTH {
            faults.push(Fault {
                params: BTreeMap::from([("maxResponseLength", MESSAGE_LENGTH as f64)]),
                ..Fault::at(
                    "/body",
                    "length_max",
                    format!("at most {MESSAGE_LENGTH} characters are expected"),
                )
            });
        }
        let client_key = client_key.filter(|key| !key.is_empty());
        if client_key
            .as_ref()
            .is_some_and(|key| key.len() > CLIENT_KEY_LENGTH)
        {
            let detail = format!("at most {CLIENT_KEY_LENGTH} bytes are expected");
            faults.push(Fault::at("/client_key", "invalid_client_key", detail));
        }
        if faults.is_empty() {
            Ok(Self { body, client_key })
        } else {
            Err(faults)
        }
    }

    /// Says what was asked: the same message in the same chat.
    pub(crate) fn fingerprint(&self, feedback_id: &str) -> String {
        let hash = Sha256::new()
            .chain_update(feedback_id)
            .chain_update("\0")
            .chain_update(self.client_key.as_deref().unwrap_or_default())
            .chain_update("\0")
            .chain_update(&self.body)
            .finalize();
        base64url(&hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_and_measures() {
        assert_eq!(Draft::new(" a\0b\n", Some(String::new())).unwrap().body, "ab");
        assert_eq!(Draft::new("a\r\nb\n", None).unwrap().body, "a\nb");
        assert_eq!(
            Draft::new(&"ü".repeat(MESSAGE_LENGTH), None).unwrap().client_key,
            None
        );
        for (body, key) in [
            (" \n".to_owned(), "required"),
            ("ü".repeat(MESSAGE_LENGTH + 1), "length_max"),
        ] {
            assert_eq!(Draft::new(&body, None).unwrap_err()[0].key, key);
        }
        assert!(Draft::new("a", Some("k".repeat(129))).is_err());
    }
}
