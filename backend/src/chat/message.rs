//! Validates a message before it is stored (docs/chat.md#sending).

use base::encoding::base64url;
use base::input::fault::{Fault, FaultKey, Faults};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Longest message, in Unicode scalar values after trimming: about two printed pages. The widget has no such
/// limit, but only messages up to `KEEPALIVE_LIMIT` in its `chatApi.ts` outlive the page.
pub(crate) const MESSAGE_LENGTH: usize = 5_000;

/// Longest client key in bytes. The widget's keys are UUIDs.
const CLIENT_KEY_LENGTH: usize = 128;

/// A valid message. The store decides whether its chat takes it.
#[derive(Debug, PartialEq)]
pub(crate) struct Draft {
    pub(crate) body: String,
    pub(crate) client_key: Option<String>,
    /// Of the file as it was sent.
    file_hash: Option<[u8; 32]>,
}

impl Draft {
    /// Trims and validates a message. Only one with a file may be without a text.
    ///
    /// # Errors
    /// The message is empty, or the message or its client key is too long.
    pub(crate) fn new(
        body: &str,
        client_key: Option<String>,
        file_hash: Option<[u8; 32]>,
    ) -> Result<Self, Faults> {
        // Forms end lines with two characters.
        let body = body.replace("\r\n", "\n").trim().to_owned();
        let mut faults = Faults::default();
        if body.is_empty() && file_hash.is_none() {
            faults.push(Fault::at("/body", FaultKey::Required, "a text is expected"));
        } else if body.chars().count() > MESSAGE_LENGTH {
            faults.push(Fault {
                params: BTreeMap::from([("maxResponseLength", MESSAGE_LENGTH as f64)]),
                ..Fault::at(
                    "/body",
                    FaultKey::LengthMax,
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
            faults.push(Fault::at("/client_key", FaultKey::InvalidClientKey, detail));
        }
        faults.into_result()?;
        Ok(Self {
            body,
            client_key,
            file_hash,
        })
    }

    /// Hashes what gives the request its meaning: this message in this chat.
    pub(crate) fn fingerprint(&self, feedback_id: &str) -> String {
        let hash = Sha256::new()
            .chain_update(feedback_id)
            .chain_update("\0")
            .chain_update(self.client_key.as_deref().unwrap_or_default())
            .chain_update("\0")
            .chain_update(&self.body)
            .chain_update(self.file_hash.as_ref().map_or(&[][..], |hash| &hash[..]))
            .finalize();
        base64url(&hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_and_validates() {
        assert_eq!(Draft::new(" ab\n", Some(String::new()), None).unwrap().body, "ab");
        assert_eq!(Draft::new("a\r\nb\n", None, None).unwrap().body, "a\nb");
        assert_eq!(
            Draft::new(&"ü".repeat(MESSAGE_LENGTH), None, None)
                .unwrap()
                .client_key,
            None
        );
        assert_eq!(Draft::new(" ", None, Some([0; 32])).unwrap().body, "");
        for (body, key) in [
            (" \n".to_owned(), "required"),
            ("ü".repeat(MESSAGE_LENGTH + 1), "length_max"),
        ] {
            assert_eq!(
                Draft::new(&body, None, None).unwrap_err().listed()[0]
                    .key
                    .into_str(),
                key
            );
        }
        assert!(Draft::new("a", Some("k".repeat(129)), None).is_err());
    }

    #[test]
    fn a_repeated_message_must_have_the_same_file() {
        let fingerprint = |file| Draft::new("a", None, file).unwrap().fingerprint("f");
        assert_eq!(fingerprint(Some([1; 32])), fingerprint(Some([1; 32])));
        assert_ne!(fingerprint(Some([1; 32])), fingerprint(Some([2; 32])));
        assert_ne!(fingerprint(Some([1; 32])), fingerprint(None));
    }
}
