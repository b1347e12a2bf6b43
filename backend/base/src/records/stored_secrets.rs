//! Secrets of records, which never leave the database: where a record is shown, `{"stored": true}` stands in place of each that was
//! written out. Where such a record comes back, it stands for what is stored (docs/widget.md#secrets).

use super::kiosk::is_pin_of;
use super::{RecordKind, UrlTemplate};
use crate::json::push_pointer;
use engine::Code;
use engine::codes::{LIMIT_EXCEEDED, UNKNOWN_REFERENCE};
use serde_json::{Value, json};

/// Most secrets that a widget has at the same time.
pub(super) const MOST_SECRETS: usize = 16;

/// Why a secret cannot be what is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StoredSecretError {
    #[error("nothing is stored here: write the secret, or the variable that holds it")]
    Missing,
    #[error("the address has another scheme, host or port: write the secret again")]
    OtherTarget,
    #[error("has {0} secrets with those that are stored; at most {MOST_SECRETS} are allowed")]
    TooMany(usize),
}

impl StoredSecretError {
    /// Returns the code of the finding.
    pub fn code(self) -> Code {
        match self {
            Self::Missing | Self::OtherTarget => UNKNOWN_REFERENCE,
            Self::TooMany(_) => LIMIT_EXCEEDED,
        }
    }
}

/// Puts `{"stored": true}` in place of the secrets that are written out. The name of a variable is no secret, and stays.
pub fn hide_secrets(kind: RecordKind, record: &mut Value) {
    for (_, secret) in secrets_of(kind, record) {
        *secret = shown(secret);
    }
}

/// Returns whether a record writes out a secret.
pub fn has_written_secrets(kind: RecordKind, record: &Value) -> bool {
    let mut hidden = record.clone();
    hide_secrets(kind, &mut hidden);
    hidden != *record
}

/// Puts what is stored in place of each `{"stored": true}`: what the same field of `stored` has. What a connector sends to one
/// server is not stored for another one: who may change the address could learn it there.
///
/// # Errors
/// The pointer of the last one that cannot be taken, and why; it stays.
pub fn take_stored_secrets(
    kind: RecordKind,
    record: &mut Value,
    stored: Option<&Value>,
) -> Result<(), (String, StoredSecretError)> {
    let mut outcome = Ok(());
    let is_other_target =
        kind == RecordKind::Connector && stored.is_some_and(|stored| !has_same_target(record, stored));
    for (pointer, secret) in secrets_of(kind, record) {
        let taken = match stored.and_then(|stored| stored.pointer(&pointer)) {
            Some(_) if is_other_target && has_stored(secret) => Err(StoredSecretError::OtherTarget),
            Some(_) if is_other_target => Ok(()),
            Some(stored) => take(secret, stored),
            None if has_stored(secret) => Err(StoredSecretError::Missing),
            None => Ok(()),
        };
        if let Err(error) = taken {
            outcome = Err((pointer, error));
        }
    }
    outcome
}

/// Puts the secrets that a file writes out in place of each `{"stored": true}` of a record that is shown, if they are what is stored:
/// an import of the file changes none. May take some tenths of a second for a PIN.
pub fn keep_written_secrets(kind: RecordKind, shown: &mut Value, stored: &Value, file: &Value) {
    for (pointer, secret) in secrets_of(kind, shown) {
        let both = stored.pointer(&pointer).zip(file.pointer(&pointer));
        if let Some((stored, written)) = both.filter(|_| is_stored(secret))
            && is_same(written, stored)
        {
            *secret = written.clone();
        }
    }
}

/// Returns whether what a file writes is stored as this.
fn is_same(written: &Value, stored: &Value) -> bool {
    let mut taken = written.clone();
    take(&mut taken, stored).is_ok() && (taken == *stored || is_pin_of(written, stored))
}

/// Returns whether the calls of two connectors go to the same server.
fn has_same_target(one: &Value, other: &Value) -> bool {
    let target = |connector: &Value| UrlTemplate::parse(connector.get("url")?.as_str()?).ok();
    let (one, other) = (target(one), target(other));
    one.zip(other)
        .is_some_and(|(one, other)| one.has_origin_of(&other))
}

fn take(secret: &mut Value, stored: &Value) -> Result<(), StoredSecretError> {
    match secret {
        Value::Array(items) if items.iter().any(is_stored) => {
            let all = joined(items, stored);
            if all.len() > MOST_SECRETS {
                return Err(StoredSecretError::TooMany(all.len()));
            }
            *items = all;
        }
        _ if is_stored(secret) || is_hash_of(stored, secret) => *secret = stored.clone(),
        _ => {}
    }
    Ok(())
}

/// Returns a list with what is stored in place of `{"stored": true}`, each secret once: a repeat adds nothing.
fn joined(items: &[Value], stored: &Value) -> Vec<Value> {
    let kept = match stored {
        Value::Array(kept) => kept.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut all: Vec<Value> = Vec::new();
    for item in items {
        let meant = if is_stored(item) {
            kept
        } else {
            std::slice::from_ref(item)
        };
        for secret in meant {
            if !all.contains(secret) {
                all.push(secret.clone());
            }
        }
    }
    all
}

fn has_stored(secret: &Value) -> bool {
    is_stored(secret) || secret.as_array().is_some_and(|items| items.iter().any(is_stored))
}

/// Returns whether this stands for what is stored.
pub(super) fn is_stored(value: &Value) -> bool {
    let members = value.as_object().filter(|members| members.len() == 1);
    members.and_then(|members| members.get("stored")) == Some(&Value::Bool(true))
}

/// Returns the fields that hold secrets, each with its JSON pointer.
fn secrets_of(kind: RecordKind, record: &mut Value) -> Vec<(String, &mut Value)> {
    let field = match kind {
        RecordKind::Flow => return Vec::new(),
        RecordKind::Node => "kiosk_pin",
        RecordKind::Widget => "secret",
        RecordKind::Connector => {
            let headers = record.get_mut("headers").and_then(Value::as_object_mut);
            let headers = headers.into_iter().flat_map(|headers| headers.iter_mut());
            return headers
                .map(|(name, value)| (pointer_to(&["headers", name]), value))
                .collect();
        }
    };
    let secret = record.get_mut(field);
    secret
        .map(|secret| (pointer_to(&[field]), secret))
        .into_iter()
        .collect()
}

fn pointer_to(steps: &[&str]) -> String {
    let mut pointer = String::new();
    for step in steps {
        push_pointer(&mut pointer, step);
    }
    pointer
}

fn shown(secret: &Value) -> Value {
    match secret {
        // Of a PIN its hash is stored beside the name of its variable.
        Value::Object(members) if members.contains_key("env") => json!({"env": members.get("env")}),
        Value::Array(items) if items.iter().all(|item| item.get("env").is_some()) => secret.clone(),
        _ => json!({"stored": true}),
    }
}

/// Returns whether a field has the hash of the PIN that is in the variable which `secret` names.
fn is_hash_of(stored: &Value, secret: &Value) -> bool {
    let has_hash = |value: &Value| value.get("hash").is_some();
    let variable = secret.get("env").filter(|_| !has_hash(secret));
    has_hash(stored) && variable.is_some() && variable == stored.get("env")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::with_hashed_pin;

    #[test]
    fn what_is_written_out_is_hidden_and_comes_back() {
        let variable = json!({"env": "PULSEN_WIDGET_A"});
        let hash = json!({"salt": "0", "iterations": 1, "hash": "0"});
        let hash_of_variable = json!({"salt": "0", "iterations": 1, "hash": "0", "env": "PULSEN_KIOSK_A"});
        for (kind, stored, shown) in [
            (
                RecordKind::Widget,
                json!({"secret": "abc"}),
                json!({"secret": {"stored": true}}),
            ),
            (
                RecordKind::Widget,
                json!({"secret": ["a", variable]}),
                json!({"secret": {"stored": true}}),
            ),
            (
                RecordKind::Widget,
                json!({"secret": [variable]}),
                json!({"secret": [variable]}),
            ),
            (
                RecordKind::Node,
                json!({"kiosk_pin": hash}),
                json!({"kiosk_pin": {"stored": true}}),
            ),
            (
                RecordKind::Node,
                json!({"kiosk_pin": hash_of_variable}),
                json!({"kiosk_pin": {"env": "PULSEN_KIOSK_A"}}),
            ),
            (
                RecordKind::Connector,
                json!({"url": "https://a.example/", "headers": {"X/Key": "abc", "Y": variable}}),
                json!({"url": "https://a.example/", "headers": {"X/Key": {"stored": true}, "Y": variable}}),
            ),
            (
                RecordKind::Flow,
                json!({"secret": "of nobody"}),
                json!({"secret": "of nobody"}),
            ),
        ] {
            let mut record = stored.clone();
            hide_secrets(kind, &mut record);
            assert_eq!(record, shown);
            take_stored_secrets(kind, &mut record, Some(&stored)).unwrap();
            assert_eq!(record, stored);
        }
    }

    #[test]
    fn a_file_keeps_the_secrets_that_are_stored() {
        let kept = |kind, written: &Value, stored: &Value| {
            let mut shown = stored.clone();
            hide_secrets(kind, &mut shown);
            keep_written_secrets(kind, &mut shown, stored, written);
            shown == *written
        };
        let secret = |secret: Value| json!({"secret": secret});
        let widget =
            |written: Value, stored: Value| kept(RecordKind::Widget, &secret(written), &secret(stored));
        assert!(widget(json!("a"), json!("a")));
        assert!(widget(json!([{"stored": true}, "b"]), json!(["a", "b"])));
        assert!(!widget(json!("a"), json!("b")), "it was rotated");
        assert!(!widget(json!("a"), json!(["a", "b"])));
        assert!(!widget(json!([{"stored": true}, "c"]), json!(["a", "b"])));
        let connector = |value: &str| json!({"url": "https://a.example/", "headers": {"X": value}});
        assert!(kept(RecordKind::Connector, &connector("a"), &connector("a")));
        assert!(!kept(RecordKind::Connector, &connector("a"), &connector("b")));
        let node = r#"{"flow_id":"f","id":"n","kiosk_pin":"2580"}"#;
        let stored = serde_json::from_str(&with_hashed_pin(node, None).unwrap()).unwrap();
        assert!(kept(
            RecordKind::Node,
            &serde_json::from_str(node).unwrap(),
            &stored
        ));
        let other = serde_json::from_str(&node.replace("2580", "2581")).unwrap();
        assert!(!kept(RecordKind::Node, &other, &stored));
    }

    #[test]
    fn a_list_keeps_what_is_stored_beside_what_is_new() {
        let mut stored = json!({"secret": "old"});
        for _ in 0..2 {
            let mut record = json!({"secret": [{"stored": true}, "new"]});
            take_stored_secrets(RecordKind::Widget, &mut record, Some(&stored)).unwrap();
            assert_eq!(record, json!({"secret": ["old", "new"]}), "a repeat adds nothing");
            stored = record;
        }
    }

    #[test]
    fn a_list_does_not_grow_beyond_its_limit() {
        let stored: Vec<String> = (0..MOST_SECRETS).map(|at| at.to_string()).collect();
        let stored = json!({"secret": stored});
        let mut record = json!({"secret": [{"stored": true}, {"stored": true}]});
        take_stored_secrets(RecordKind::Widget, &mut record, Some(&stored)).unwrap();
        assert_eq!(record, stored);
        let more = json!({"secret": [{"stored": true}, "new"]});
        let mut record = more.clone();
        let taken = take_stored_secrets(RecordKind::Widget, &mut record, Some(&stored));
        let too_many = StoredSecretError::TooMany(MOST_SECRETS + 1);
        assert_eq!(taken, Err(("/secret".to_owned(), too_many)));
        assert_eq!(record, more);
    }

    #[test]
    fn nothing_stands_for_what_is_not_stored() {
        let mut record = json!({"url": "https://a.example/", "headers": {"X": {"stored": true}}});
        let missing = take_stored_secrets(
            RecordKind::Connector,
            &mut record,
            Some(&json!({"url": "https://a.example/", "headers": {"Y": "a"}})),
        );
        assert_eq!(
            missing,
            Err(("/headers/X".to_owned(), StoredSecretError::Missing))
        );
        assert!(take_stored_secrets(RecordKind::Connector, &mut record, None).is_err());
    }

    #[test]
    fn what_is_stored_for_one_server_does_not_go_to_another() {
        let connector =
            |url: &str, header: Value| json!({"url": url, "headers": {"X": header, "Y": "written"}});
        let stored = connector("https://a.example/o/{{answer}}", json!("abc"));
        let shown = |url: &str| connector(url, json!({"stored": true}));
        for url in ["https://a.example:443/other?q={{answer}}", "https://A.example"] {
            let mut record = shown(url);
            take_stored_secrets(RecordKind::Connector, &mut record, Some(&stored)).unwrap();
            assert_eq!(record, connector(url, json!("abc")));
        }
        for url in [
            "https://b.example/o/{{answer}}",
            "https://a.example.b.example/",
            "http://a.example/o/{{answer}}",
            "https://a.example:8443/o/{{answer}}",
            "https://a.example@b.example/",
            "no address",
        ] {
            let mut record = shown(url);
            let taken = take_stored_secrets(RecordKind::Connector, &mut record, Some(&stored));
            let other_target = StoredSecretError::OtherTarget;
            assert_eq!(taken, Err(("/headers/X".to_owned(), other_target)), "{url}");
            assert_eq!(record, shown(url));
        }
        let mut written = connector("https://b.example/", json!("new"));
        take_stored_secrets(RecordKind::Connector, &mut written, Some(&stored)).unwrap();
        assert_eq!(written, connector("https://b.example/", json!("new")));
    }
}
