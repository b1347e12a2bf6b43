//! Tags, by which staff sort feedback and chats (docs/staff.md#tags).

use crate::invisible::is_invisible;
use unicode_normalization::UnicodeNormalization;

/// Most characters of a tag.
pub const TAG_LENGTH: usize = 40;

/// Returns a tag in the one form in which it is stored: composed, in lower case, with single spaces and without characters that
/// nobody can see. `None` for a text of which nothing is left, or too much.
pub fn normalized_tag(text: &str) -> Option<String> {
    // Longer than any spelling of a tag that is accepted; so little is done for what is not.
    if text.len() > 16 * TAG_LENGTH {
        return None;
    }
    let visible = text.chars().filter(|character| !is_invisible(*character));
    let spaced = visible.map(|character| if character.is_control() { ' ' } else { character });
    let lower = spaced.flat_map(char::to_lowercase).nfc().collect::<String>();
    let tag = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=TAG_LENGTH).contains(&tag.chars().count()).then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_tag_are_one() {
        for (text, tag) in [
            ("refund", Some("refund")),
            (" Refund\t of\u{a0}Café ", Some("refund of caf\u{e9}")),
            ("cafe\u{301}", Some("caf\u{e9}")),
            ("re\u{200b}fund", Some("refund")),
            ("🔥", Some("🔥")),
            (" \u{200b}\n", None),
        ] {
            assert_eq!(normalized_tag(text).as_deref(), tag, "{text:?}");
        }
        let longest = "ö".repeat(TAG_LENGTH);
        assert_eq!(normalized_tag(&longest), Some(longest.clone()));
        assert_eq!(normalized_tag(&format!("{longest}a")), None);
    }
}
