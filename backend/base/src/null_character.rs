//! U+0000, which some databases and programs cannot hold: in whatever a stranger sends it becomes U+FFFD.
//!
//! The rule is applied where texts arrive, in bodies, forms, headers and signatures. An id with it is then one that nothing has.

/// What represents a character that cannot be kept.
const REPLACEMENT: &str = "\u{FFFD}";

/// Replaces it in a text.
pub fn without_null(text: String) -> String {
    if text.contains('\0') {
        text.replace('\0', REPLACEMENT)
    } else {
        text
    }
}

/// Replaces it in all texts of a JSON document, which can hold it as an escape only.
pub fn replace_null(json: &mut [u8]) {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let (_, escape) = rest.split_at_mut(at);
        let passed = match escape.get_mut(1..6) {
            Some(code) if code == b"u0000" => {
                code.copy_from_slice(b"ufffd");
                6
            }
            // Of an escaped backslash both are passed.
            _ => escape.len().min(2),
        };
        rest = escape.get_mut(passed..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_replaced_in_texts() {
        assert_eq!(without_null("a\0b\0".into()), "a\u{FFFD}b\u{FFFD}");
        assert_eq!(without_null("ab".into()), "ab");
    }

    #[test]
    fn it_is_replaced_in_json_and_nothing_else_is() {
        for (json, expected) in [
            (r#"{"a\u0000":"\u0000\u0000"}"#, r#"{"a\ufffd":"\ufffd\ufffd"}"#),
            (r#""\\u0000""#, r#""\\u0000""#),
            (r#""\\\u0000""#, r#""\\\ufffd""#),
            (r#""\u00000 \u0001 \n u0000""#, r#""\ufffd0 \u0001 \n u0000""#),
            (r#""\u000"#, r#""\u000"#),
            (r#""\"#, r#""\"#),
            ("", ""),
        ] {
            let mut bytes = json.as_bytes().to_vec();
            replace_null(&mut bytes);
            assert_eq!(String::from_utf8(bytes).unwrap(), expected, "{json}");
        }
    }
}
