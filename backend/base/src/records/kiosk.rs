//! Kiosk mode of a node's link page (docs/kiosk.md).

use super::schema::SchemaFinding;
use crate::json::canonical;
use crate::random::random_id;
use crate::secret_source::SecretUse;
use engine::codes::{MISPLACED_FIELD, MISSING_FIELD, WRONG_VALUE};
use ring::pbkdf2;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::num::NonZeroU32;

/// How often the hash of a PIN is repeated: some tenths of a second for a page, for each try.
const ITERATIONS: NonZeroU32 = NonZeroU32::MIN.saturating_add(599_999);

const FIELD: &str = "kiosk_pin";

/// What a page compares a PIN with, in hexadecimal digits: PBKDF2 with SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PinHash {
    salt: String,
    iterations: u32,
    hash: String,
}

/// What a page needs to be a kiosk.
#[derive(Debug, Serialize)]
pub struct Kiosk<'a> {
    pin: &'a PinHash,
    /// Whether it starts without the PIN.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    at_once: bool,
}

impl PinHash {
    /// Reads the field of a stored record. A file has the PIN itself, which an import does not store: it counts as absent.
    ///
    /// # Errors
    /// The record is no JSON.
    pub(super) fn read_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        let field = Value::deserialize(deserializer)?;
        Ok(Self::deserialize(field).ok())
    }

    /// Hashes a PIN with a new salt.
    fn of(pin: &str) -> Result<Self, getrandom::Error> {
        let salt = random_id()?;
        let mut hash = [0; 32];
        pbkdf2::derive(
            pbkdf2::PBKDF2_HMAC_SHA256,
            ITERATIONS,
            &bytes_of(&salt),
            pin.as_bytes(),
            &mut hash,
        );
        let mut digits = String::new();
        for byte in hash {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        Ok(Self {
            salt,
            iterations: ITERATIONS.get(),
            hash: digits,
        })
    }

    /// Returns whether it is the hash of this PIN.
    fn is_of(&self, pin: &str) -> bool {
        let (salt, hash) = (bytes_of(&self.salt), bytes_of(&self.hash));
        NonZeroU32::new(self.iterations).is_some_and(|iterations| {
            pbkdf2::verify(
                pbkdf2::PBKDF2_HMAC_SHA256,
                iterations,
                &salt,
                pin.as_bytes(),
                &hash,
            )
            .is_ok()
        })
    }
}

/// Returns the bytes that hexadecimal digits stand for, as the page reads them.
fn bytes_of(digits: &str) -> Vec<u8> {
    let starts = (0..digits.len()).step_by(2);
    starts
        .filter_map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok())
        .collect()
}

impl<'a> Kiosk<'a> {
    /// Returns what makes a node's page a kiosk, where it is one from the start or was asked to be one.
    pub(super) fn new(pin: Option<&'a PinHash>, at_once: bool, is_asked: bool) -> Option<Self> {
        let pin = pin.filter(|_| at_once || is_asked)?;
        Some(Self { pin, at_once })
    }
}

/// Why a PIN has no hash.
#[derive(Debug, thiserror::Error)]
pub enum PinError {
    /// Its variable does not hold one.
    #[error(
        "`kiosk_pin`: the variable {0} is not set where the import runs, or is not a PIN of 4 to 8 digits"
    )]
    Variable(String),
    #[error("system random generator unavailable: {0}")]
    Random(#[from] getrandom::Error),
}

/// Returns a node's record with the hash of its PIN in place of the PIN, or beside the variable that holds it. The hash that the stored
/// record has stays, if it is of the same PIN: equal records have equal texts.
///
/// # Errors
/// The variable holds no PIN, or the system random generator is unavailable.
pub fn with_hashed_pin(record: &str, stored: Option<&str>) -> Result<String, PinError> {
    let Ok(mut document) = serde_json::from_str::<Value>(record) else {
        return Ok(record.to_owned());
    };
    let variable = |field: &Value| field.get("env")?.as_str().map(str::to_owned);
    let (pin, env) = match document.get(FIELD) {
        Some(Value::String(pin)) => (pin.clone(), None),
        Some(field) if field.get("hash").is_none() => match variable(field) {
            Some(name) => {
                let pin = SecretUse::Kiosk.read_variable(&name).filter(|pin| is_pin(pin));
                (pin.ok_or_else(|| PinError::Variable(name.clone()))?, Some(name))
            }
            None => return Ok(record.to_owned()),
        },
        _ => return Ok(record.to_owned()),
    };
    let stored = stored.and_then(|stored| serde_json::from_str::<Value>(stored).ok());
    let stored = stored.and_then(|stored| PinHash::deserialize(stored.get(FIELD)?).ok());
    let hash = match stored.filter(|stored| stored.is_of(&pin)) {
        Some(hash) => hash,
        None => PinHash::of(&pin)?,
    };
    let mut field = json!(hash);
    if let (Value::Object(members), Some(env)) = (&mut field, env) {
        members.insert("env".into(), env.into());
    }
    if let Value::Object(members) = &mut document {
        members.insert(FIELD.into(), field);
    }
    Ok(canonical(&mut document))
}

/// Returns whether the field of a file is the PIN of which the field of a stored record has the hash.
pub(super) fn is_pin_of(written: &Value, stored: &Value) -> bool {
    let hash = PinHash::deserialize(stored).ok();
    hash.zip(written.as_str())
        .is_some_and(|(hash, pin)| hash.is_of(pin))
}

fn is_pin(text: &str) -> bool {
    (4..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Finds PINs of another form, and what a kiosk cannot do. No finding repeats a PIN.
pub(super) fn check_kiosk(document: &Value) -> Vec<SchemaFinding> {
    let mut findings = Vec::new();
    let mut error = |code, pointer: &str, message: &str| {
        findings.push(SchemaFinding {
            code,
            pointer: pointer.into(),
            message: message.into(),
        });
    };
    let is_on = |field: &str| document.get(field) == Some(&Value::Bool(true));
    let pin = document.get(FIELD).filter(|pin| !pin.is_null());
    if pin.and_then(Value::as_str).is_some_and(|pin| !is_pin(pin)) {
        error(
            WRONG_VALUE,
            "/kiosk_pin",
            "is not a PIN of 4 to 8 digits, such as \"2580\"",
        );
    }
    if is_on("kiosk") && pin.is_none() {
        error(
            MISSING_FIELD,
            "/kiosk",
            "needs a `kiosk_pin`: without it nobody could leave kiosk mode",
        );
    }
    if pin.is_some() && is_on("prevent_multiple_feedback") {
        error(
            MISPLACED_FIELD,
            "/prevent_multiple_feedback",
            "cannot be together with `kiosk_pin`: the visitors of a kiosk share one device, which could give one feedback",
        );
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::FeedbackNode;

    fn node(record: &str) -> FeedbackNode {
        crate::json::read(serde_json::from_str(record).unwrap()).unwrap()
    }

    #[test]
    fn a_record_holds_a_hash_that_only_its_pin_has() {
        let record = r#"{"flow_id":"f","id":"n","kiosk":true,"kiosk_pin":"2580"}"#;
        let stored = with_hashed_pin(record, None).unwrap();
        assert!(!stored.contains("2580\""), "{stored}");
        assert_ne!(
            stored,
            with_hashed_pin(record, None).unwrap(),
            "each has a salt of its own"
        );
        assert_eq!(with_hashed_pin(&stored, None).unwrap(), stored);
        assert_eq!(with_hashed_pin(record, Some(&stored)).unwrap(), stored);
        let other = record.replace("2580", "2581");
        assert_ne!(with_hashed_pin(&other, Some(&stored)).unwrap(), stored);

        let node = node(&stored);
        let kiosk = node.kiosk(false).unwrap();
        assert!(kiosk.pin.is_of("2580") && !kiosk.pin.is_of("2581"));
    }

    #[test]
    fn a_page_is_a_kiosk_from_the_start_or_when_it_is_asked_to_be() {
        let hash = r#"{"salt":"00","iterations":1,"hash":"00"}"#;
        let with = |fields: &str| node(&format!(r#"{{"id":"n","flow_id":"f"{fields}}}"#));
        let asked = with(&format!(r#","kiosk_pin":{hash}"#));
        assert!(asked.kiosk(false).is_none());
        let json = |kiosk: Option<Kiosk<'_>>| serde_json::to_value(kiosk).unwrap();
        assert_eq!(json(asked.kiosk(true)).get("at_once"), None);
        let at_once = with(&format!(r#","kiosk":true,"kiosk_pin":{hash}"#));
        assert_eq!(json(at_once.kiosk(false))["at_once"], true);
        assert!(with("").kiosk(true).is_none());
        assert!(!at_once.to_json(0, None).unwrap().to_string().contains("kiosk"));
    }

    #[test]
    fn pins_have_four_to_eight_digits_and_suit_the_node() {
        let found = |document: Value| -> Vec<String> {
            let findings = check_kiosk(&document);
            assert!(findings.iter().all(|found| !found.message.contains("12345")));
            findings.into_iter().map(|found| found.pointer).collect()
        };
        for fine in [
            json!({}),
            json!({"kiosk": false}),
            json!({"kiosk_pin": "0000"}),
            json!({"kiosk": true, "kiosk_pin": "12345678"}),
            json!({"kiosk_pin": "2580", "prevent_multiple_feedback": false}),
        ] {
            assert_eq!(found(fine.clone()), Vec::<String>::new(), "{fine}");
        }
        for wrong in ["", "123", "123456789", "12a4", "١٢٣٤"] {
            assert_eq!(found(json!({"kiosk_pin": wrong})), ["/kiosk_pin"], "{wrong}");
        }
        assert_eq!(found(json!({"kiosk": true})), ["/kiosk"]);
        assert_eq!(
            found(json!({"kiosk_pin": "2580", "prevent_multiple_feedback": true})),
            ["/prevent_multiple_feedback"]
        );
    }
}
