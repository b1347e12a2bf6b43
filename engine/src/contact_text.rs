//! Texts by which somebody is reached, an e-mail address or a phone number, as they are compared, checked and stored.

/// Returns a typed or pasted address or number without characters that only look like those of one: full-width letters, digits
/// and signs become those of ASCII, and invisible characters are left out, with white space around it all.
#[must_use]
pub fn contact_text(text: &str) -> String {
    let mut plain: String = text.chars().filter_map(plain_char).collect();
    let end = plain.trim_end().len();
    plain.truncate(end);
    plain.trim_start().into()
}

/// Returns a phone number as it is dialed: without what separates its digits, and with `+` in place of `00`.
#[must_use]
pub fn dialed(text: &str) -> String {
    let mut number = contact_text(text);
    number.retain(|c| !c.is_whitespace() && !"().-/".contains(c));
    match number.strip_prefix("00") {
        Some(rest) => ["+", rest].concat(),
        None => number,
    }
}

fn plain_char(c: char) -> Option<char> {
    match c {
        // Keyboards for Chinese and Japanese.
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0),
        '\u{3002}' | '\u{FF61}' => Some('.'),
        // Soft hyphens, marks of direction, joiners, characters of no width and byte order marks.
        '\u{AD}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' => None,
        _ => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{contact_text, dialed};

    #[test]
    fn numbers_are_dialed_without_separators() {
        for (typed, number) in [
            ("+90 (532) 123-45.67", "+905321234567"),
            ("0090/532 123\u{A0}45 67", "+905321234567"),
            ("0532 123 45 67", "05321234567"),
        ] {
            assert_eq!(dialed(typed), number, "{typed:?}");
        }
    }

    #[test]
    fn looks_become_characters() {
        for (typed, plain) in [
            ("ada@example.com", "ada@example.com"),
            ("\u{FEFF} ada@exam\u{AD}ple.com\u{200B} ", "ada@example.com"),
            ("\u{202A}+90 532\u{202C}", "+90 532"),
            ("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"),
            ("ada@example。com", "ada@example.com"),
            ("\u{3000}＋９０５３２\u{3000}", "+90532"),
            ("ayşe@örnek.com", "ayşe@örnek.com"),
            ("\u{200B}", ""),
        ] {
            assert_eq!(contact_text(typed), plain, "{typed:?}");
        }
    }
}
