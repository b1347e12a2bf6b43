//! How names of people and of staff tokens are compared: those that look alike are one (docs/staff.md#names).

use unicode_normalization::UnicodeNormalization;

/// Returns what two names have in common that differ in capitals, widths, spaces, or characters that nobody can see.
pub fn name_key(name: &str) -> String {
    let visible = name.nfkc().filter(|letter| !is_joiner(*letter));
    // Some letters are the same in capitals only, such as `ß` and `ss`, or the two of Turkish and Latin `i`.
    let capitals = visible
        .flat_map(char::to_uppercase)
        .map(|letter| if letter == 'İ' { 'I' } else { letter });
    let letters: String = capitals.flat_map(char::to_lowercase).nfkc().collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tells whether a character only joins, parts or chooses the form of those beside it.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::name_key;

    #[test]
    fn names_that_look_alike_are_one() {
        for (one, other) in [
            ("Ann", "ANN"),
            ("Ann B.", " ann  b. "),
            ("Ann B.", "Ann\u{a0}B."),
            ("José", "Jose\u{301}"),
            ("Straße", "STRASSE"),
            ("Işıl", "IŞIL"),
            ("İnci", "inci"),
            ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"),
            ("Ａnn", "Ann"),
            ("A\u{200d}nn", "Ann"),
            ("Ann\u{fe0f}", "Ann"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} {other}");
        }
        for (one, other) in [
            ("Ann", "Anne"),
            ("José", "Jose"),
            ("Ann B.", "AnnB."),
            ("李雷", "李磊"),
        ] {
            assert_ne!(name_key(one), name_key(other), "{one} {other}");
        }
    }
}
