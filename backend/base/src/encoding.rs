//! Base64 for URLs and headers (RFC 4648, section 5), without padding.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// Encodes bytes as base64url.
pub fn base64url(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes base64url; returns `None` for any other text.
pub fn decode_base64url(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_only_its_own_encoding() {
        let text = base64url(&[0xfb, 0xff, 0]);
        assert_eq!(text, "-_8A");
        assert_eq!(decode_base64url(&text), Some(vec![0xfb, 0xff, 0]));
        assert_eq!(decode_base64url("-_8A="), None);
        assert_eq!(decode_base64url("+/8A"), None);
    }
}
