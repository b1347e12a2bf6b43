//! The syntax of one e-mail address whose top-level domain has at least two letters (docs/engine.md#validation).

/// Returns whether `address` has the form of one e-mail address. Non-ASCII letters are allowed on both sides of the `@`:
/// such addresses exist (RFC 6531), and a visitor whose address is rejected cannot continue.
pub(super) fn is_address(address: &str) -> bool {
    let parts = split_at_last(address, b'@');
    parts.is_some_and(|(local, domain)| {
        address.len() <= MAX_BYTES && is_local_part(local) && is_domain(domain)
    })
}

/// Splits at the last occurrence of an ASCII byte. (`str::rsplit_once` would add the standard library's character
/// searcher to the WebAssembly file.)
fn split_at_last(text: &str, separator: u8) -> Option<(&str, &str)> {
    let at = text.bytes().rposition(|byte| byte == separator)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Maximum length of an address in bytes (RFC 5321).
const MAX_BYTES: usize = 254;

fn is_local_part(local: &str) -> bool {
    !local.is_empty()
        && local.len() <= 64
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.as_bytes().windows(2).any(|pair| pair == b"..")
        && local
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b >= 0x80 || b".!#$%&'*+/=?^_`{|}~-".contains(&b))
}

fn is_domain(domain: &str) -> bool {
    let Some((others, top)) = split_at_last(domain, b'.') else {
        return false;
    };
    let top_is_valid = top.starts_with("xn--") && is_label(top.as_bytes())
        || top.chars().count() >= 2 && top.bytes().all(|b| b.is_ascii_alphabetic() || b >= 0x80);
    top_is_valid && others.as_bytes().split(|byte| *byte == b'.').all(is_label)
}

fn is_label(label: &[u8]) -> bool {
    !label.is_empty()
        && label.len() <= 63
        && !label.starts_with(b"-")
        && !label.ends_with(b"-")
        && label
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || *b == b'-' || *b >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn accepts_one_address_with_a_top_level_domain() {
        for good in [
            "a@b.co",
            "ayşe@örnek.com",
            "x.y+z@a-b.c.museum",
            "a@xn--e1afmkfd.xn--p1ai",
            "o'neil@b.ie",
        ] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "",
            "a",
            "a@",
            "@b.co",
            "a@b",
            "a@b.c",
            "a@b.1x",
            "a@@b.co",
            "a b@c.de",
            "a@b.co,c@d.ef",
            "a@.co",
            "a@b..co",
            ".a@b.co",
            "a..b@c.de",
            "a@-b.co",
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
