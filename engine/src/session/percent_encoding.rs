//! Percent-encoding.

/// Returns a text with each byte encoded that is not kept. Bytes beyond ASCII are never kept.
pub(super) fn percent_encode(text: &str, is_kept: fn(u8) -> bool) -> String {
    let digit = |half: u8| char::from(if half < 10 { b'0' + half } else { b'A' + half - 10 });
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii() && is_kept(byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    encoded
}
