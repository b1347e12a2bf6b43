//! Runs `fixtures/patterns`: the canonical form of patterns, and the texts that they match. The widget's tests run the same
//! files with the browser's matcher.
#![cfg(feature = "native")]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod portable;
mod support;

use engine::native;
use engine::pattern::canonical;
use portable::corpus::{Case, cases, folding, generated};
use portable::node::PRODUCTIONS;
use portable::seeds::Seeds;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use support::{check_each, fixtures};

/// Environment variable that makes the tests regenerate the generated files.
const UPDATE: &str = "PULSEN_UPDATE_FIXTURES";

#[test]
fn patterns_match_the_texts_of_their_fixture() {
    check_each(&fixtures("patterns"), |fixture| {
        let file = fixture.json();
        let mut problems = Vec::new();
        for case in list(&file, "cases") {
            let pattern = text(&case["pattern"]);
            let rewritten = canonical(pattern).unwrap_or_else(|error| error.into());
            if *rewritten != *text(&case["canonical"]) {
                problems.push(format!("{pattern:?} is rewritten to {rewritten:?}"));
                continue;
            }
            for (name, expected) in [("matches", true), ("misses", false)] {
                for subject in list(case, name).iter().map(text) {
                    if native().is_match(&rewritten, subject) != expected {
                        problems.push(format!("{pattern:?}: {subject:?} is not one of `{name}`"));
                    }
                }
            }
        }
        for case in list(&file, "refused") {
            let (pattern, message) = (text(&case["pattern"]), text(&case["message"]));
            match canonical(pattern) {
                Ok(_) => problems.push(format!("{pattern:?} is accepted")),
                Err(error) if error.contains(message) => {}
                Err(error) => problems.push(format!("{pattern:?}: expected {message:?}, got {error:?}")),
            }
        }
        problems
    });
}

#[test]
fn generated_patterns_are_up_to_date() {
    is_up_to_date("generated.json", &generated());
}

#[test]
fn case_folding_is_up_to_date() {
    is_up_to_date("folding.json", &folding());
}

/// A production counts only in a pattern that matches some of its texts and misses others.
#[test]
fn generated_patterns_use_the_whole_grammar() {
    let cases = cases();
    let discriminating = cases
        .iter()
        .filter(|case| !case.matches.is_empty() && !case.misses.is_empty());
    let used: BTreeSet<&str> = discriminating
        .flat_map(|case| case.pattern.productions.iter().map(String::as_str))
        .collect();
    let all: BTreeSet<&str> = PRODUCTIONS.iter().copied().collect();
    assert_eq!(used, all);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// Tests more random patterns than the stored ones.
    #[test]
    fn random_patterns_match_like_the_reference(seed in any::<u64>()) {
        let case = Case::new(&mut Seeds(seed));
        let pattern = canonical(&case.pattern.text).expect("a pattern of the grammar");
        for (texts, expected) in [(case.matches, true), (case.misses, false)] {
            for text in texts {
                prop_assert_eq!(native().is_match(&pattern, &text), expected, "{} on {:?}", case.pattern.text, text);
            }
        }
    }

    /// Every pattern that the grammar accepts compiles natively, within the size limit.
    #[test]
    fn accepted_patterns_compile(
        pattern in r"([a\^$|.()?:*+{}\[\]\\\-,Wp1]|\(\?:|\)\{[0-9]{1,2},?\}|\{100\}|\\p\{L\}|\[\^?.-.\]|é|😀){0,24}",
    ) {
        if let Ok(canonical) = canonical(&pattern) {
            native().is_match(&canonical, "");
        }
    }
}

fn is_up_to_date(name: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/patterns")
        .join(name);
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, expected).expect("a file that can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == expected,
        "{name} is out of date; regenerate it with {UPDATE}=1"
    );
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}
