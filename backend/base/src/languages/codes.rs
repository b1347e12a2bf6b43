//! Codes of languages. The widget reads the same two files, and has the same rules in `widget/src/language/`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The base codes of the languages that are written from right to left.
static RIGHT_TO_LEFT: LazyLock<Vec<String>> = LazyLock::new(|| {
    let text = include_str!("../../../../widget/src/language/rightToLeft.json");
    serde_json::from_str(text).unwrap_or_default()
});

static ALIASES: LazyLock<Aliases> = LazyLock::new(|| {
    let text = include_str!("../../../../widget/src/language/aliases.json");
    serde_json::from_str(text).unwrap_or_default()
});

/// Other codes of languages that have texts.
#[derive(Default, Deserialize)]
struct Aliases {
    /// Of whole codes.
    codes: BTreeMap<String, String>,
    /// Of the first part of a code.
    languages: BTreeMap<String, String>,
}

/// Calls `find` with the codes whose texts may be used for a language, best first: the whole code, then without its last
/// parts (`pt-br`, `pt`), never another region's. Returns the first thing that it finds.
///
/// Strangers send what they like for a code: it is copied once, however many parts it has.
pub fn find_fallback<T>(language: &str, find: impl FnMut(&str) -> Option<T>) -> Option<T> {
    let code = own_code(language);
    std::iter::successors(Some(code.as_str()), |code| Some(code.rsplit_once('-')?.0)).find_map(find)
}

/// Returns the code that the texts of a language have, in lower case.
fn own_code(language: &str) -> String {
    let code = language.to_ascii_lowercase();
    let code = ALIASES.codes.get(&code).cloned().unwrap_or(code);
    let base = code.split('-').next().unwrap_or_default();
    match ALIASES.languages.get(base) {
        Some(other) => [other, &code[base.len()..]].concat(),
        None => code,
    }
}

/// Returns the value for the attribute `dir`.
pub fn direction(language: &str) -> &'static str {
    let base = language.split('-').next().unwrap_or_default();
    let is_rtl = RIGHT_TO_LEFT.iter().any(|code| code.eq_ignore_ascii_case(base));
    if is_rtl { "rtl" } else { "ltr" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_falls_back_to_its_shorter_codes() {
        for (language, expected) in [
            ("pt-BR", &["pt-br", "pt"][..]),
            ("sr-Cyrl-RS", &["sr-cyrl-rs", "sr-cyrl", "sr"]),
            ("no", &["nb"]),
            ("iw-IL", &["he-il", "he"]),
            ("zh", &["zh-hans", "zh"]),
            ("zh-Hant", &["zh-tw", "zh"]),
            ("zh-hk", &["zh-hk", "zh"]),
            ("", &[""]),
        ] {
            assert_eq!(fallbacks(language), expected, "{language}");
        }
    }

    #[test]
    fn a_code_of_many_parts_costs_no_more_than_its_length() {
        // Copies of all its fallbacks would take 90 GB.
        let mut found = 0;
        let count = |code: &str| {
            found += usize::from(code == "x");
            None::<()>
        };
        find_fallback(&format!("x{}", "-a".repeat(300_000)), count);
        assert_eq!(found, 1);
    }

    fn fallbacks(language: &str) -> Vec<String> {
        let mut codes = Vec::new();
        find_fallback(language, |code| {
            codes.push(code.to_owned());
            None::<()>
        });
        codes
    }

    #[test]
    fn the_direction_depends_on_the_base_code() {
        for (language, expected) in [
            ("ar", "rtl"),
            ("ur-pk", "rtl"),
            ("IW", "rtl"),
            ("az", "ltr"),
            ("en", "ltr"),
        ] {
            assert_eq!(direction(language), expected, "{language}");
        }
    }
}
