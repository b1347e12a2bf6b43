//! The patterns that say on which pages a widget is shown (docs/widget.md#addresses).

use super::schema::SchemaFinding;
use engine::codes::UNUSABLE_VALUE;
use engine::native;
use engine::pattern::check_address_backtracking;
use serde_json::Value;

/// Characters that only regular expressions have, as far as `*` and `?` can be taken for what they are in file names.
const SYNTAX: &[char] = &['\\', '^', '$', '(', ')', '[', ']', '{', '}', '|', '+'];

/// Finds patterns that match no address, or not those that they seem to mean, or that could make a host's page stand still.
pub(super) fn check_address_patterns(document: &Value) -> Vec<SchemaFinding> {
    let patterns = document.get("enabled_urls").and_then(Value::as_array);
    let texts = patterns.into_iter().flatten().enumerate();
    let faults = texts.filter_map(|(at, pattern)| {
        Some(SchemaFinding {
            code: UNUSABLE_VALUE,
            pointer: format!("/enabled_urls/{at}"),
            message: fault_of(pattern.as_str()?)?,
        })
    });
    faults.collect()
}

fn fault_of(pattern: &str) -> Option<String> {
    if is_glob(pattern) {
        let meant = pattern_of_glob(pattern);
        if meant.is_empty() {
            return Some(format!(
                "`{pattern}` stands for every address: leave `enabled_urls` out"
            ));
        }
        let proposal = match check_address_backtracking(&meant, native()) {
            Ok(()) => format!(": did you mean `{meant}`?"),
            // What it means would be refused as well.
            Err(_) => String::new(),
        };
        return Some(format!(
            "`{pattern}` is written with wildcards, but a regular expression is expected{proposal}"
        ));
    }
    if let Some(meant) = with_query_escaped(pattern) {
        return Some(format!(
            "`{pattern}` matches no query, because `?` makes the character before it optional: did you mean `{meant}`?"
        ));
    }
    if regress::Regex::with_flags(pattern, "i").is_err() {
        return Some(format!(
            "`{pattern}` is not a JavaScript regular expression and matches no address"
        ));
    }
    let slow = check_address_backtracking(pattern, native()).err();
    slow.map(|message| format!("`{pattern}` {message}"))
}

/// Tells whether a text has the wildcard `*`, as in `https://shop.example/*`, and nothing of a regular expression.
fn is_glob(text: &str) -> bool {
    let is_wildcard = |(at, _)| !text.get(..at).is_some_and(|before| before.ends_with('.'));
    !text.contains(SYNTAX) && text.match_indices('*').any(is_wildcard)
}

/// Returns the regular expression that takes what the wildcards mean: anything in the host's name up to its end, any one part
/// of a path, anything elsewhere. At the ends of a pattern nothing has to be said.
fn pattern_of_glob(glob: &str) -> String {
    let (scheme, rest) = match glob.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, glob),
    };
    let rest = rest.trim_end_matches('*');
    let mut pattern = match scheme {
        Some("*") => "^https?://".to_owned(),
        Some(scheme) => format!("^{}://", escaped(scheme)),
        None => String::new(),
    };
    let rest = if scheme.is_some() {
        rest
    } else {
        rest.trim_start_matches('*')
    };
    let host_end = scheme.map_or(0, |_| rest.find('/').unwrap_or(rest.len()));
    let mut from = 0;
    for (at, _) in rest.match_indices('*') {
        pattern.push_str(&escaped(rest.get(from..at).unwrap_or_default()));
        let is_repeated = from == at && at > 0;
        let is_part =
            pattern.ends_with('/') && rest.get(at + 1..).is_some_and(|after| after.starts_with('/'));
        from = at + 1;
        if !is_repeated {
            pattern.push_str(if at < host_end || is_part { "[^/]*" } else { ".*" });
        }
    }
    pattern.push_str(&escaped(rest.get(from..).unwrap_or_default()));
    pattern
}

/// Returns the pattern with `\?` where a `?` stands between a page and the name of a parameter, as in `/cart?step=2`.
fn with_query_escaped(pattern: &str) -> Option<String> {
    let (at, _) = pattern.match_indices('?').find(|(at, _)| {
        let before = pattern.get(..*at).and_then(|before| before.chars().next_back());
        let after = pattern.get(at + 1..).unwrap_or_default();
        let name_length = after.find(|c: char| !(c.is_ascii_alphanumeric() || "_-".contains(c)));
        before.is_some_and(|c| c.is_ascii_alphanumeric() || "/-_".contains(c))
            && name_length.is_some_and(|length| {
                length > 0 && after.get(length..).is_some_and(|rest| rest.starts_with('='))
            })
    })?;
    let (page, query) = pattern.split_at(at);
    Some(format!("{page}\\{query}"))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if SYNTAX.contains(&c) || ".?".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn messages(patterns: &[&str]) -> Vec<String> {
        let findings = check_address_patterns(&json!({ "enabled_urls": patterns }));
        findings
            .into_iter()
            .map(|found| format!("{} {}", found.pointer, found.message))
            .collect()
    }

    #[test]
    fn regular_expressions_have_no_faults() {
        let patterns = [
            "^https://shop\\.example/(?!cart)",
            "/sale/",
            "\\/de\\/",
            "a{2}",
            "(?<=x)y",
            ".*checkout.*thanks",
            "https://www.*",
            "^https?://shop\\.example/cart\\?step=2",
            "/cart/?(\\?.*)?$",
            "[?&]step=2",
            "(\\?|&)step=",
        ];
        assert_eq!(messages(&patterns), [""; 0]);
    }

    #[test]
    fn wildcards_come_with_the_regular_expression_that_they_mean() {
        for (glob, meant) in [
            ("https://shop.example/*", "^https://shop\\.example/"),
            ("*.example.com/*", "\\.example\\.com/"),
            ("*://*.example.com/*", "^https?://[^/]*\\.example\\.com/"),
            ("https://*/cart", "^https://[^/]*/cart"),
            ("/products/*/reviews*", "/products/[^/]*/reviews"),
            ("/cart?step=*", "/cart\\?step="),
        ] {
            let expected = format!(
                "/enabled_urls/0 `{glob}` is written with wildcards, but a regular expression is expected: did you mean `{meant}`?"
            );
            assert_eq!(messages(&[glob]), [expected]);
            assert_eq!(check_address_backtracking(meant, native()), Ok(()), "{meant}");
            assert!(regress::Regex::new(meant).is_ok(), "{meant}");
        }
    }

    #[test]
    fn other_faults_are_named() {
        assert_eq!(
            messages(&["*", "(", "[a", "^https://shop\\.example/cart?step=2"]),
            [
                "/enabled_urls/0 `*` stands for every address: leave `enabled_urls` out",
                "/enabled_urls/1 `(` is not a JavaScript regular expression and matches no address",
                "/enabled_urls/2 `[a` is not a JavaScript regular expression and matches no address",
                "/enabled_urls/3 `^https://shop\\.example/cart?step=2` matches no query, because `?` makes the character \
                 before it optional: did you mean `^https://shop\\.example/cart\\?step=2`?",
            ]
        );
        let slow = messages(&[".*checkout.*thanks.*", "^https?://[^/]+/(\\w+/?)*$"]);
        assert!(slow[0].contains("has more than two repetitions"), "{slow:?}");
        assert!(slow[1].contains("itself repeated without end"), "{slow:?}");
    }
}
