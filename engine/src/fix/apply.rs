//! Fixes as changes of a document.

use super::Fix;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;

impl Fix {
    /// Returns the change as a JSON Patch (RFC 6902): a list of one operation.
    #[must_use]
    pub fn patch(&self) -> Value {
        match self {
            Self::Set { path, value } => json!([{"op": "add", "path": path, "value": value_of(value)}]),
            Self::Rename { from, path } => json!([{"op": "move", "from": from, "path": path}]),
            Self::Remove { path } => json!([{"op": "remove", "path": path}]),
        }
    }

    /// Returns the JSON pointers of what changes.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            Self::Set { path, .. } | Self::Remove { path } => (path, None),
            Self::Rename { from, path } => (from, Some(path)),
        };
        [first].into_iter().chain(second).map(String::as_str)
    }

    /// Changes a document. Returns false, and changes nothing, if it does not have what is changed.
    pub fn apply(&self, document: &mut Value) -> bool {
        self.try_apply(document).is_some()
    }

    fn try_apply(&self, document: &mut Value) -> Option<()> {
        match self {
            Self::Set { path, value } => {
                let (parent, name) = parent_and_name(path)?;
                let members = document.pointer_mut(parent)?.as_object_mut()?;
                members.insert(name, value_of(value));
            }
            Self::Rename { from, path } => {
                let (parent, old) = parent_and_name(from)?;
                let (_, new) = parent_and_name(path)?;
                let members = document.pointer_mut(parent)?.as_object_mut()?;
                let value = members.remove(&old)?;
                members.insert(new, value);
            }
            Self::Remove { path } => {
                let (parent, name) = parent_and_name(path)?;
                match document.pointer_mut(parent)? {
                    Value::Object(members) => drop(members.remove(&name)?),
                    Value::Array(items) => {
                        let at = name.parse().ok().filter(|at| *at < items.len())?;
                        items.remove(at);
                    }
                    _ => return None,
                }
            }
        }
        Some(())
    }
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set { path, value } => write!(f, "set {path} to {value}"),
            Self::Rename { from, path } => {
                let name = parent_and_name(path).map(|(_, name)| name).unwrap_or_default();
                write!(f, "rename {from} to `{name}`")
            }
            Self::Remove { path } => write!(f, "remove {path}"),
        }
    }
}

/// Applies fixes of one document, but for those that change what another one changes. Returns those that were applied.
pub fn apply_fixes<'f>(fixes: impl IntoIterator<Item = &'f Fix>, document: &mut Value) -> Vec<&'f Fix> {
    let mut fixes: Vec<_> = fixes.into_iter().collect();
    // From the end, so that the positions of items before stay.
    fixes.sort_by_cached_key(|fix| Reverse(fix.paths().next().map(steps_of)));
    let mut changed: HashSet<&str> = HashSet::new();
    let mut around_changed: HashSet<&str> = HashSet::new();
    fixes.retain(|fix| {
        let wholes = |path: &'f str| {
            path.match_indices('/')
                .filter_map(move |(end, _)| path.get(..end))
        };
        let is_free = |path: &'f str| {
            !around_changed.contains(path) && !wholes(path).chain([path]).any(|whole| changed.contains(whole))
        };
        let is_applied = fix.paths().all(is_free) && fix.apply(document);
        if is_applied {
            around_changed.extend(fix.paths().flat_map(wholes));
            changed.extend(fix.paths());
        }
        is_applied
    });
    fixes
}

/// Parses the value that a member gets.
fn value_of(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// The steps of a JSON pointer, in the order of a document's lists.
fn steps_of(path: &str) -> Vec<(Option<usize>, String)> {
    let steps = path.split('/');
    steps.map(|step| (step.parse().ok(), step.to_owned())).collect()
}

/// Splits a JSON pointer before its last step, which is unescaped.
fn parent_and_name(path: &str) -> Option<(&str, String)> {
    let (parent, name) = path.rsplit_once('/')?;
    Some((parent, name.replace("~1", "/").replace("~0", "~")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_that_do_not_overlap_are_applied_from_the_end() {
        let remove = |path: &str| Fix::Remove {
            path: path.to_owned(),
        };
        let fixes = ["/a/1", "/a/10", "/a/1/b", "/a/2", "/a", "/c"].map(remove);
        let mut document = json!({"a": [0, {"b": 1}, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]});
        let applied = apply_fixes(&fixes, &mut document);
        assert_eq!(document, json!({"a": [0, {}, 3, 4, 5, 6, 7, 8, 9, 11]}));
        assert_eq!(applied, [&fixes[1], &fixes[3], &fixes[2]]);
    }

    #[test]
    fn what_is_not_there_changes_nothing() {
        let document = json!({"a/b": [1, 2], "c": {"d": 3}});
        let path = |path: &str| path.to_owned();
        for (fix, expected) in [
            (
                Fix::Remove {
                    path: path("/a~1b/0"),
                },
                Some(json!({"a/b": [2], "c": {"d": 3}})),
            ),
            (
                Fix::Remove { path: path("/c/d") },
                Some(json!({"a/b": [1, 2], "c": {}})),
            ),
            (
                Fix::Rename {
                    from: path("/c"),
                    path: path("/e"),
                },
                Some(json!({"a/b": [1, 2], "e": {"d": 3}})),
            ),
            (
                Fix::Set {
                    path: path("/c/e"),
                    value: "4".into(),
                },
                Some(json!({"a/b": [1, 2], "c": {"d": 3, "e": 4}})),
            ),
            (
                Fix::Remove {
                    path: path("/a~1b/2"),
                },
                None,
            ),
            (Fix::Remove { path: path("/c/d/e") }, None),
            (Fix::Remove { path: path("") }, None),
            (
                Fix::Rename {
                    from: path("/e"),
                    path: path("/f"),
                },
                None,
            ),
            (
                Fix::Set {
                    path: path("/a~1b/0"),
                    value: "4".into(),
                },
                None,
            ),
        ] {
            let mut changed = document.clone();
            let is_applied = fix.apply(&mut changed);
            assert_eq!(is_applied, expected.is_some(), "{fix}");
            assert_eq!(changed, expected.unwrap_or_else(|| document.clone()), "{fix}");
        }
    }
}
