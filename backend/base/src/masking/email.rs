//! E-mail addresses: everything but punctuation and the top-level domain is masked.

use super::text::{Text, is_hidden};

pub(super) fn hide(text: &mut Text) {
    let mut at = 0;
    while let Some(c) = text.get(at) {
        if c == '@'
            && let Some(start) = local_part(text, at)
            && let Some(end) = domain(text, at + 1)
        {
            text.hide(start..end);
        }
        at += 1;
    }
}

/// Returns the start of the local part before the `@` at `at`. Masked characters belong to it, because they may be the
/// domain of a preceding address.
fn local_part(text: &Text, at: usize) -> Option<usize> {
    let mut start = at;
    while text.before(start, 1).is_some_and(is_local) {
        start -= 1;
    }
    (start < at).then_some(start)
}

/// Returns the start of the top-level domain of the longest domain that begins at `at`.
fn domain(text: &Text, at: usize) -> Option<usize> {
    let mut top = None;
    let mut label = at;
    loop {
        let end = text.end_while(label, |c| c.is_alphanumeric() || c == '-');
        let letters = text.end_while(label, char::is_alphabetic) - label;
        if label > at && letters >= 2 {
            top = Some(label);
        }
        if end == label || text.get(end) != Some('.') {
            return top;
        }
        label = end + 1;
    }
}

/// Returns whether RFC 5321 and 6531 allow the character without quotes. `/` is excluded, because `example.com/@name` is
/// not an address.
fn is_local(c: char) -> bool {
    c.is_alphanumeric() || is_hidden(c) || ".!#$%&'+=?^_`{|}~-".contains(c)
}
