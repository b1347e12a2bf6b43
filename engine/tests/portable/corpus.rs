//! Generates files of `fixtures/patterns`.

use super::grow::pattern;
use super::node::{Node, Written};
use super::reference::occurs;
use super::seeds::Seeds;
use super::texts::texts;
use engine::pattern::canonical;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const PATTERNS: usize = 600;

/// A random pattern, and texts that it must match or miss.
pub(crate) struct Case {
    pub(crate) pattern: Written,
    pub(crate) matches: Vec<String>,
    pub(crate) misses: Vec<String>,
}

impl Case {
    pub(crate) fn new(seeds: &mut Seeds) -> Self {
        let tree: Node = pattern(seeds);
        let mut pattern = Written::default();
        tree.write(&mut pattern);
        let (matches, misses) = texts(&tree, seeds)
            .into_iter()
            .partition(|text| occurs(&tree, text));
        Self {
            pattern,
            matches,
            misses,
        }
    }
}

/// Returns the cases of `generated.json`, without duplicate patterns.
pub(crate) fn cases() -> Vec<Case> {
    let mut seeds = Seeds(0);
    let mut known = BTreeSet::new();
    let mut cases: Vec<Case> = (0..PATTERNS).map(|_| Case::new(&mut seeds)).collect();
    cases.retain(|case| known.insert(case.pattern.text.clone()));
    cases
}

/// Generates `generated.json`.
pub(crate) fn generated() -> String {
    let lines = cases().into_iter().map(|case| {
        let canonical = canonical(&case.pattern.text).expect("a pattern of the grammar");
        let list = |texts: &[String]| {
            texts
                .iter()
                .map(|text| quoted(text))
                .collect::<Vec<_>>()
                .join(", ")
        };
        format!(
            r#"{{"pattern": {}, "canonical": {}, "matches": [{}], "misses": [{}]}}"#,
            quoted(&case.pattern.text),
            quoted(&canonical),
            list(&case.matches),
            list(&case.misses),
        )
    });
    file(
        "Random patterns from all productions of the grammar match the same texts as the reference matcher.",
        "cases",
        lines,
    )
}

/// Generates `folding.json`: all letters that have case, in the native matcher's groups.
pub(crate) fn folding() -> String {
    let has_case =
        |c: &char| !c.to_lowercase().eq(std::iter::once(*c)) || !c.to_uppercase().eq(std::iter::once(*c));
    let assigned = regex::Regex::new(r"^\P{Cn}$").expect("a pattern");
    let mut letters: Vec<char> = ('\0'..=char::MAX).filter(has_case).collect();
    letters.retain(|c| assigned.is_match(&c.to_string()));
    let text = String::from_iter(&letters);
    let groups: BTreeSet<String> = letters
        .iter()
        .map(|c| {
            let pattern = canonical(&c.to_string()).expect("a pattern of the grammar");
            let any_case = regex::RegexBuilder::new(&pattern)
                .case_insensitive(true)
                .build()
                .expect("a pattern");
            any_case.find_iter(&text).map(|found| found.as_str()).collect()
        })
        .collect();
    file(
        "All letters that have case, in groups that are equal when case is ignored.",
        "groups",
        groups.iter().map(|group| quoted(group)),
    )
}

fn file(shows: &str, list: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    format!(
        "{{\n  \"shows\": {},\n  \"{list}\": [\n    {}\n  ]\n}}\n",
        quoted(shows),
        lines.join(",\n    ")
    )
}

/// Writes a JSON string in ASCII, because many of these characters are invisible or end a line.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
    out
}
