//! E-mail addresses: everything but `@`, punctuation and the top-level domain is hidden.

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

/// Where the part before the `@` at `at` begins. What is hidden belongs to it: it may have been the domain of the
/// address before.
fn local_part(text: &Text, at: usize) -> Option<usize> {
    let mut start = at;
    while text.before(start, 1).is_some_and(is_local) {
        start -= 1;
    }
    (start < at).then_some(start)
}

/// Where the top-level domain of the longest domain from `at` on begins.
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

/// What RFC 5321 and 6531 allow without quotes, but for `/`: `example.com/@name` is no address.
fn is_local(c: char) -> bool {
    c.is_alphanumeric() || is_hidden(c) || ".!#$%&'+=?^_`{|}~-".contains(c)
}
