//! Checks JSON objects field by field: unknown names, wrong types and values that cannot work, all at once.

use super::codes::UNUSUAL_VALUE;
use super::field::{Field, FieldKind};
use super::stored_secrets::{MOST_SECRETS, is_stored};
use super::text_form::{TextForm, is_language_code};
use crate::json::push_pointer;
use crate::secret_source::SecretUse;
use crate::signatures::MIN_SECRET_LENGTH;
use engine::codes::{
    LIMIT_EXCEEDED, MISPLACED_FIELD, MISSING_FIELD, UNKNOWN_FIELD, UNKNOWN_WORD, WRONG_VALUE,
};
use engine::{Code, Severity, nearest, unknown_field};
use serde_json::{Map, Value};

/// A finding in a document, as yet without its file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SchemaFinding {
    pub(super) code: Code,
    pub(super) pointer: String,
    pub(super) message: String,
}

impl SchemaFinding {
    pub(super) fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }
}

/// Checks a whole document against its fields and returns everything that is wrong. Members that are null count as
/// absent.
pub(super) fn check_document(document: &Value, fields: &[Field]) -> Vec<SchemaFinding> {
    let mut checker = Checker::default();
    checker.object(document, fields);
    checker.findings
}

#[derive(Default)]
struct Checker {
    /// Where the checked value is in the document.
    pointer: String,
    findings: Vec<SchemaFinding>,
}

impl Checker {
    fn object(&mut self, value: &Value, fields: &[Field]) {
        let Value::Object(members) = value else {
            self.wrong_type(value, "an object");
            return;
        };
        for (name, member) in members {
            self.at(name, |checker| checker.member(name, member, fields));
        }
        self.missing(members, fields);
    }

    fn member(&mut self, name: &str, value: &Value, fields: &[Field]) {
        match fields.iter().find(|field| field.name == name) {
            None => {
                let message = unknown_field(name, fields.iter().map(|field| field.name));
                self.add(UNKNOWN_FIELD, message);
            }
            Some(_) if value.is_null() => {}
            Some(field) if field.counts_as_absent(value) => {}
            Some(field) => self.value(value, field.kind),
        }
    }

    fn missing(&mut self, members: &Map<String, Value>, fields: &[Field]) {
        for field in fields.iter().filter(|field| field.is_required) {
            if members.get(field.name).is_none_or(Value::is_null) {
                self.at(field.name, |checker| {
                    checker.add(MISSING_FIELD, "is missing, but required".into());
                });
            }
        }
    }

    fn value(&mut self, value: &Value, kind: FieldKind) {
        match kind {
            FieldKind::Boolean if value.is_boolean() => {}
            FieldKind::Boolean => self.wrong_type(value, "`true` or `false`"),
            FieldKind::Text => drop(self.text(value)),
            FieldKind::Id => {
                if self.text(value) == Some("") {
                    self.error("must not be empty".into());
                }
            }
            FieldKind::UpTo(max) => self.up_to(value, max),
            FieldKind::Form(form) => self.form(value, form),
            FieldKind::OneOf(choices) => self.one_of(value, choices),
            FieldKind::Whole(max) => self.whole(value, 0, max),
            FieldKind::Percent => self.whole(value, 1, 100),
            FieldKind::Number(min, max) => self.number(value, min, max),
            FieldKind::TextsByLanguage => self.texts(value, FieldKind::Text),
            FieldKind::TextOrTextsByLanguage => self.local_text(value, FieldKind::Text),
            FieldKind::LocalTextUpTo(max) => self.local_text(value, FieldKind::UpTo(max)),
            FieldKind::List(kind) => self.list(value, *kind),
            FieldKind::ListUpTo(max, kind) => self.list_up_to(value, max, *kind),
            FieldKind::Map(kind) => self.map(value, *kind),
            FieldKind::Secrets => self.secrets(value),
            FieldKind::Object(fields) => self.object(value, fields),
            FieldKind::Secret(secret_use) => drop(self.secret_text(value, secret_use)),
            FieldKind::Any => {}
            FieldKind::Computed => {
                self.add(MISPLACED_FIELD, "is computed by the server: leave it out".into())
            }
        }
    }

    fn text<'a>(&mut self, value: &'a Value) -> Option<&'a str> {
        if !value.is_string() {
            self.wrong_type(value, "a string");
        }
        value.as_str()
    }

    fn up_to(&mut self, value: &Value, max: usize) {
        let Some(text) = self.text(value) else { return };
        match text.chars().count() {
            0 => self.error("must not be empty".into()),
            length if length > max => self.add(
                LIMIT_EXCEEDED,
                format!("has {length} characters; at most {max} are allowed"),
            ),
            _ => {}
        }
    }

    fn form(&mut self, value: &Value, form: &TextForm) {
        let Some(text) = self.text(value) else { return };
        if !(form.matches)(text) {
            let code = match form.severity {
                Severity::Error => WRONG_VALUE,
                Severity::Warning => UNUSUAL_VALUE,
            };
            self.add(code, format!("`{text}` is not {}", form.expected));
        }
    }

    fn one_of(&mut self, value: &Value, choices: &[&str]) {
        let Some(text) = self.text(value) else { return };
        if !choices.contains(&text) {
            let known = choices.iter().map(|choice| format!("`{choice}`"));
            let known = known.collect::<Vec<_>>().join(", ");
            let meant = nearest(text, choices.iter().copied());
            let proposal = meant
                .map(|meant| format!("; did you mean `{meant}`?"))
                .unwrap_or_default();
            self.add(UNKNOWN_WORD, format!("`{text}` is not one of {known}{proposal}"));
        }
    }

    fn whole(&mut self, value: &Value, min: u32, max: u32) {
        let expected = format!("a whole number from {min} to {max}");
        let range = u64::from(min)..=u64::from(max);
        if !value.is_number() {
            self.wrong_type(value, &expected);
        } else if !value.as_u64().is_some_and(|number| range.contains(&number)) {
            self.error(format!("{value} is not {expected}"));
        }
    }

    fn number(&mut self, value: &Value, min: f64, max: f64) {
        match value.as_f64() {
            None => self.wrong_type(value, &format!("a number from {min} to {max}")),
            Some(number) if (min..=max).contains(&number) => {}
            Some(_) => self.error(format!("{value} is not a number from {min} to {max}")),
        }
    }

    /// One text for all languages, or one for each.
    fn local_text(&mut self, value: &Value, kind: FieldKind) {
        if value.is_string() {
            self.value(value, kind);
        } else {
            self.texts(value, kind);
        }
    }

    fn texts(&mut self, value: &Value, kind: FieldKind) {
        let Value::Object(texts) = value else {
            self.wrong_type(value, "an object from language code to text");
            return;
        };
        for (language, text) in texts {
            self.at(language, |checker| {
                if !is_language_code(language) || language.bytes().any(|b| b.is_ascii_uppercase()) {
                    checker.error(format!(
                        "`{language}` is not a language code in lower case, such as `en` or `fr-ca`"
                    ));
                } else if !text.is_null() {
                    checker.value(text, kind);
                }
            });
        }
    }

    fn list(&mut self, value: &Value, kind: FieldKind) {
        let Value::Array(items) = value else {
            self.wrong_type(value, "a list");
            return;
        };
        for (index, item) in items.iter().enumerate() {
            self.at(&index.to_string(), |checker| checker.value(item, kind));
        }
    }

    fn list_up_to(&mut self, value: &Value, max: usize, kind: FieldKind) {
        match value.as_array().map(Vec::len) {
            Some(0) => self.error("must not be empty: leave it out".into()),
            Some(length) if length > max => self.add(
                LIMIT_EXCEEDED,
                format!("has {length} items; at most {max} are allowed"),
            ),
            _ => self.list(value, kind),
        }
    }

    fn map(&mut self, value: &Value, kind: FieldKind) {
        let Value::Object(members) = value else {
            self.wrong_type(value, "an object");
            return;
        };
        for (name, member) in members {
            self.at(name, |checker| checker.value(member, kind));
        }
    }

    fn secrets(&mut self, value: &Value) {
        let Value::Array(secrets) = value else {
            self.secret(value);
            return;
        };
        if secrets.len() > MOST_SECRETS {
            let length = secrets.len();
            self.add(
                LIMIT_EXCEEDED,
                format!("has {length} items; at most {MOST_SECRETS} are allowed"),
            );
            return;
        }
        if secrets.iter().filter(|secret| is_stored(secret)).count() > 1 {
            self.error(r#"must have `{"stored": true}` once: it stands for all that are stored"#.into());
        }
        for (index, secret) in secrets.iter().enumerate() {
            self.at(&index.to_string(), |checker| checker.secret(secret));
        }
    }

    fn secret(&mut self, value: &Value) {
        if self
            .secret_text(value, SecretUse::Widget)
            .is_some_and(|secret| secret.len() < MIN_SECRET_LENGTH)
        {
            self.error(format!("a secret needs at least {MIN_SECRET_LENGTH} bytes"));
        }
    }

    /// Checks a text, or the name of a variable that holds it, and returns the text.
    fn secret_text<'a>(&mut self, value: &'a Value, secret_use: SecretUse) -> Option<&'a str> {
        let prefix = secret_use.prefix();
        match value {
            Value::String(text) => return Some(text),
            stored if is_stored(stored) => {}
            Value::Object(members) => match members.get("env") {
                Some(Value::String(name)) if members.len() == 1 => {
                    if !secret_use.may_read(name) {
                        let message = format!(
                            "`{name}` is not the name of a variable that may be read here: {prefix} and more capitals, digits and `_`"
                        );
                        self.at("env", |checker| checker.error(message));
                    }
                }
                _ => self.error(format!(r#"an object must be `{{"env": "{prefix}…"}}`"#)),
            },
            _ => self.error(format!(r#"must be a text or `{{"env": "{prefix}…"}}`"#)),
        }
        None
    }

    fn at(&mut self, step: &str, check: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        push_pointer(&mut self.pointer, step);
        check(self);
        self.pointer.truncate(length);
    }

    fn wrong_type(&mut self, value: &Value, expected: &str) {
        let found = match value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        self.error(format!("invalid type: {found}, expected {expected}"));
    }

    fn error(&mut self, message: String) {
        self.add(WRONG_VALUE, message);
    }

    fn add(&mut self, code: Code, message: String) {
        self.findings.push(SchemaFinding {
            code,
            pointer: self.pointer.clone(),
            message,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::{optional, required};
    use super::super::text_form::COLOR;
    use super::*;
    use serde_json::json;

    const FIELDS: &[Field] = &[
        required("id", FieldKind::Id, ""),
        optional("is_visible", FieldKind::Boolean, ""),
        optional("days", FieldKind::Whole(30), ""),
        optional("size", FieldKind::Number(1.0, 9.5), ""),
        optional("color", FieldKind::Form(&COLOR), ""),
        optional("colors", FieldKind::List(&FieldKind::Form(&COLOR)), ""),
        optional("side", FieldKind::OneOf(&["left", "right"]), ""),
        optional("texts", FieldKind::TextsByLanguage, ""),
        optional("note", FieldKind::TextOrTextsByLanguage, ""),
        optional("greeting", FieldKind::LocalTextUpTo(3), ""),
        optional("names", FieldKind::List(&FieldKind::Text), ""),
        optional("share", FieldKind::Percent, ""),
        optional("short", FieldKind::UpTo(3), ""),
        optional("few", FieldKind::ListUpTo(2, &FieldKind::UpTo(3)), ""),
        optional(
            "inner",
            FieldKind::Object(&[required("a/b", FieldKind::Boolean, "")]),
            "",
        ),
        optional("secret", FieldKind::Secrets, ""),
        optional("operating", FieldKind::Computed, ""),
    ];

    fn findings(document: serde_json::Value) -> Vec<String> {
        let findings = check_document(&document, FIELDS);
        findings
            .into_iter()
            .map(|found| format!("{}: {}", found.pointer, found.message))
            .collect()
    }

    #[test]
    fn accepts_every_kind_of_value() {
        let document = json!({
            "id": "a", "is_visible": false, "days": 30, "size": 9.5, "color": "#0af", "side": "left",
            "texts": {"en": "Hi", "zh-hant-tw": "嗨", "tr": null}, "note": "Hi", "names": ["x"],
            "share": 100, "short": "éèê", "few": ["a", "b"], "inner": {"a/b": true}, "operating": null,
        });
        assert_eq!(findings(document), [""; 0]);
        assert_eq!(
            findings(json!({"id": "a", "color": "", "note": {"en": "Hi"}})),
            [""; 0]
        );
    }

    #[test]
    fn finds_everything_that_is_wrong_with_its_pointer() {
        let document = json!({
            "is_visible": "yes", "days": 31, "size": "9", "color": "red", "side": "up", "texts": {"EN": "Hi", "tr": 1},
            "note": 7, "names": ["x", 1], "inner": {"a/b": 1}, "operating": true,
        });
        assert_eq!(
            findings(document),
            [
                "/color: `red` is not a color of the form `#rgb` or `#rrggbb`",
                "/days: 31 is not a whole number from 0 to 30",
                "/inner/a~1b: invalid type: a number, expected `true` or `false`",
                "/is_visible: invalid type: a string, expected `true` or `false`",
                "/names/1: invalid type: a number, expected a string",
                "/note: invalid type: a number, expected an object from language code to text",
                "/operating: is computed by the server: leave it out",
                "/side: `up` is not one of `left`, `right`",
                "/size: invalid type: a string, expected a number from 1 to 9.5",
                "/texts/EN: `EN` is not a language code in lower case, such as `en` or `fr-ca`",
                "/texts/tr: invalid type: a number, expected a string",
                "/id: is missing, but required",
            ]
        );
        assert_eq!(
            findings(json!([])),
            [": invalid type: a list, expected an object"]
        );
        assert_eq!(findings(json!({"id": ""})), ["/id: must not be empty"]);
        assert_eq!(
            findings(json!({"id": "a", "colors": ["#fff", ""]})),
            ["/colors/1: `` is not a color of the form `#rgb` or `#rrggbb`"]
        );
        assert_eq!(
            findings(json!({"id": "a", "days": 1.5})),
            ["/days: 1.5 is not a whole number from 0 to 30"]
        );
    }

    #[test]
    fn lengths_and_shares_have_bounds() {
        let document = json!({"id": "a", "share": 0, "short": "", "few": []});
        assert_eq!(
            findings(document),
            [
                "/few: must not be empty: leave it out",
                "/share: 0 is not a whole number from 1 to 100",
                "/short: must not be empty",
            ]
        );
        let document = json!({"id": "a", "share": 101, "short": "four", "few": ["a", "b", "c"]});
        assert_eq!(
            findings(document),
            [
                "/few: has 3 items; at most 2 are allowed",
                "/share: 101 is not a whole number from 1 to 100",
                "/short: has 4 characters; at most 3 are allowed",
            ]
        );
        let document = json!({"id": "a", "share": "all", "short": 1, "few": ["four", 2]});
        assert_eq!(
            findings(document),
            [
                "/few/0: has 4 characters; at most 3 are allowed",
                "/few/1: invalid type: a number, expected a string",
                "/share: invalid type: a string, expected a whole number from 1 to 100",
                "/short: invalid type: a number, expected a string",
            ]
        );
        assert_eq!(
            findings(json!({"id": "a", "greeting": {"en": "four", "tr": "", "de": "drei", "fr": "oui"}})),
            [
                "/greeting/de: has 4 characters; at most 3 are allowed",
                "/greeting/en: has 4 characters; at most 3 are allowed",
                "/greeting/tr: must not be empty",
            ]
        );
        assert_eq!(
            findings(json!({"id": "a", "greeting": "four"})),
            ["/greeting: has 4 characters; at most 3 are allowed"]
        );
        assert_eq!(
            findings(json!({"id": "a", "few": "a"})),
            ["/few: invalid type: a string, expected a list"]
        );
    }

    #[test]
    fn a_list_of_secrets_has_bounds() {
        let stored = json!({"stored": true});
        let many = json!({"id": "a", "secret": vec!["s".repeat(MIN_SECRET_LENGTH); 17]});
        assert_eq!(findings(many), ["/secret: has 17 items; at most 16 are allowed"]);
        assert_eq!(
            findings(json!({"id": "a", "secret": [stored, stored]})),
            [r#"/secret: must have `{"stored": true}` once: it stands for all that are stored"#]
        );
        let new = "s".repeat(MIN_SECRET_LENGTH);
        assert_eq!(findings(json!({"id": "a", "secret": [stored, new]})), [""; 0]);
    }

    #[test]
    fn unknown_fields_come_with_the_nearest_known_name() {
        assert_eq!(
            findings(
                json!({"id": "a", "is_visibel": true, "dys": 1, "anything": 1, "inner": {"a/b": true, "ab": 1}})
            ),
            [
                "/anything: is not a known field",
                "/dys: is not a known field; did you mean `days`?",
                "/inner/ab: is not a known field; did you mean `a/b`?",
                "/is_visibel: is not a known field; did you mean `is_visible`?",
            ]
        );
    }
}
