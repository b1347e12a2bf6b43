//! Findings with one obvious repair, which changes nothing that the author means (docs/check.md#fixes).
//!
//! It is made of the finding, the document and its schema alone, so that the checks need not know of it.

use super::findings::FindingParams;
use super::schema_fields::{fields_of, schema_of};
use crate::codes::{
    self, Code, IDLE_TRIGGER, MISPLACED_FIELD, NEVER_TAKEN, NO_INITIAL_PAGE, SILENCE_WITHOUT_EFFECT,
    UNKNOWN_FIELD, UNKNOWN_WORD, WRONG_VALUE,
};
use crate::fix::Fix;
use crate::json::{Json, Reader};
use crate::platform::PlatformRef;
use crate::suggestions::only_near;

/// The codes of findings whose fix depends on the document.
pub(super) const FIXABLE: &[Code] = &[
    UNKNOWN_FIELD,
    UNKNOWN_WORD,
    WRONG_VALUE,
    MISPLACED_FIELD,
    NEVER_TAKEN,
    IDLE_TRIGGER,
];

/// Returns what mends a finding in a document, if that is certain. `schema` is the JSON Schema of such documents.
#[must_use]
pub fn fix_of(
    code: Code,
    pointer: &str,
    params: &FindingParams,
    document: &Json,
    schema: &Json,
    platform: PlatformRef,
) -> Option<Fix> {
    match code {
        UNKNOWN_FIELD => rename_field(pointer, document, schema),
        UNKNOWN_WORD => correct_word(pointer, document, schema),
        WRONG_VALUE => {
            lower_language(pointer, document, schema).or_else(|| unquote(pointer, document, schema, platform))
        }
        MISPLACED_FIELD => drop_field(pointer, document, schema),
        NO_INITIAL_PAGE => Some(Fix::Set {
            path: "/states/0/isInitialState".into(),
            value: "true".into(),
        }),
        NEVER_TAKEN => drop_way(pointer, params.get(&"by")?, document),
        IDLE_TRIGGER => drop_trigger(pointer, document),
        SILENCE_WITHOUT_EFFECT => Some(remove(pointer)),
        _ => None,
    }
}

fn remove(path: &str) -> Fix {
    Fix::Remove { path: path.into() }
}

/// Corrects the name of a field, if one name is near, the object does not have it yet, and the value is one of its words.
fn rename_field(pointer: &str, document: &Json, schema: &Json) -> Option<Fix> {
    let (object, name) = pointer.rsplit_once('/')?;
    let meant = only_near(name, fields_of(schema, object))?;
    let path = format!("{object}/{meant}");
    let is_free = document.pointer(&path).is_none();
    let words = schema_of(schema, &path)?.get("enum").and_then(Json::as_list);
    let fits = words.is_none_or(|words| {
        let value = document.pointer(pointer);
        value.is_some_and(|value| words.contains(value))
    });
    (is_free && fits).then(|| Fix::Rename {
        from: pointer.into(),
        path,
    })
}

/// Corrects a word, if one is near. A silence whose code is near to none silences nothing.
fn correct_word(pointer: &str, document: &Json, schema: &Json) -> Option<Fix> {
    let word = document.pointer(pointer)?.as_text()?;
    let entry = pointer
        .strip_suffix("/code")
        .filter(|entry| entry.starts_with("/silence/"));
    let meant = match entry {
        Some(entry) => match only_near(
            word,
            codes::ALL.iter().chain(codes::COMPARED).map(|code| code.name),
        ) {
            Some(meant) => meant,
            None => return Some(remove(entry)),
        },
        None => {
            let words = schema_of(schema, pointer)?.get("enum")?.as_list()?;
            only_near(word, words.iter().filter_map(Json::as_text))?
        }
    };
    Some(Fix::Set {
        path: pointer.into(),
        value: format!("\"{meant}\""),
    })
}

/// Writes the code of a language in lower case.
fn lower_language(pointer: &str, document: &Json, schema: &Json) -> Option<Fix> {
    let (object, code) = pointer.rsplit_once('/')?;
    let is_by_language = schema_of(schema, object)?.get("propertyNames").is_some();
    let lower = code.to_ascii_lowercase();
    let is_free = lower != code && document.pointer(object)?.get(&lower).is_none();
    (is_by_language && is_free).then(|| Fix::Rename {
        from: pointer.into(),
        path: format!("{object}/{lower}"),
    })
}

/// Takes the quotes from a number or from `true` and `false`, or adds them to a number, where the schema has no other type.
fn unquote(pointer: &str, document: &Json, schema: &Json, platform: PlatformRef) -> Option<Fix> {
    let types = schema_of(schema, pointer)?.get("type")?;
    let has = |name: &str| match types {
        Json::List(types) => types.iter().any(|kind| kind.as_text() == Some(name)),
        kind => kind.as_text() == Some(name),
    };
    let value = match document.pointer(pointer)? {
        Json::Text(text) if !has("string") => {
            let text = text.trim();
            let fits = match json_of(text, platform)? {
                Json::Boolean(_) => has("boolean"),
                Json::Number(_) => has("number") || has("integer") && is_count(text),
                _ => false,
            };
            fits.then(|| text.to_owned())?
        }
        // One that is larger may have been another one in the text.
        Json::Number(number)
            if number.abs() < LARGEST_EXACT && has("string") && !has("number") && !has("integer") =>
        {
            format!("\"{}\"", platform.format_number(*number))
        }
        _ => return None,
    };
    Some(Fix::Set {
        path: pointer.into(),
        value,
    })
}

/// 2⁵³: up to there each whole number is a number of its own.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

fn json_of(text: &str, platform: PlatformRef) -> Option<Json> {
    let mut reader = Reader::new(text, platform);
    let value = reader.any().ok()?;
    reader.end().ok().map(|()| value)
}

/// Returns whether a number is a whole one without a sign.
fn is_count(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Drops options beside a value that is compared, which editors leave behind, and what the server computes.
fn drop_field(pointer: &str, document: &Json, schema: &Json) -> Option<Fix> {
    let (object, name) = pointer.rsplit_once('/')?;
    let parent = document.pointer(object)?;
    let is_rule = object.starts_with("/transitions/") && ["optionIds", "statementId"].contains(&name);
    let has_value = || {
        parent
            .get("value")
            .is_some_and(|value| value.as_text() != Some(""))
    };
    let is_computed = || schema_of(schema, pointer).is_none() && parent.get(name).is_some();
    (if is_rule { has_value() } else { is_computed() }).then(|| remove(pointer))
}

/// Drops a way that the one which is taken instead makes superfluous: it leads to the same page, or has the same rules.
fn drop_way(pointer: &str, by: &str, document: &Json) -> Option<Fix> {
    let taken = document.pointer(by)?;
    let way = document.pointer(pointer)?;
    let target = match way {
        Json::Object(members) => members.get("toStateId"),
        next => Some(next),
    };
    let is_same = |field: &str| way.get(field).is_some() && way.get(field) == taken.get(field);
    let leads_there = taken.get("toStateId") == target;
    (leads_there || is_same("rules")).then(|| remove(pointer))
}

/// Drops a trigger without targets and events. One that has some may lack `isVisible` there.
fn drop_trigger(pointer: &str, document: &Json) -> Option<Fix> {
    let trigger = document.pointer(pointer)?;
    let is_empty = |field: &str| {
        let items = trigger.get(field).and_then(Json::as_list);
        items.is_none_or(<[_]>::is_empty)
    };
    let fields = ["targetIds", "targetOptionIds", "targetEvents"];
    fields.into_iter().all(is_empty).then(|| remove(pointer))
}
