//! Reference numbers of feedback, which visitors read and tell staff (docs/flows.md#reference-numbers).

/// The digits, in their order: none looks like another one.
const DIGITS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Digits of a number: 40 bits.
const LENGTH: usize = 8;

/// Reads a reference number as people write it: in capitals or not, with any spaces and hyphens, and with the letters O, I and L
/// for the digits that they look like. Returns it as pages show it, such as `K7QM-2XPD`; `None` if it is none.
#[must_use]
pub fn read_reference(text: &str) -> Option<String> {
    let mut reference = String::with_capacity(LENGTH + 1);
    for character in text.chars().filter(|character| !matches!(character, ' ' | '-')) {
        let digit = match character.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            digit => digit,
        };
        if !DIGITS.contains(digit) || reference.len() > LENGTH {
            return None;
        }
        if reference.len() == LENGTH / 2 {
            reference.push('-');
        }
        reference.push(digit);
    }
    (reference.len() == LENGTH + 1).then_some(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_read_as_people_write_it() {
        for (text, reference) in [
            ("K7QM-2XPD", Some("K7QM-2XPD")),
            (" k7 qm 2xpd ", Some("K7QM-2XPD")),
            ("oil0-OIL0", Some("0110-0110")),
            ("K7QM-2XP", None),
            ("K7QM-2XPD4", None),
            ("K7QM-2XPU", None),
            ("K7QM–2XPD", None),
            ("ſſſſſſſſ", None),
            ("", None),
        ] {
            assert_eq!(read_reference(text).as_deref(), reference, "{text}");
        }
    }
}
