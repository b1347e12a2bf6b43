//! `email`: one address whose top-level domain has at least two letters (`wire.md`, Answer).

/// Whether `address` has the shape of one e-mail address. Letters beyond ASCII are allowed on both sides: such
/// addresses exist (RFC 6531), and a visitor whose address is refused cannot go on.
pub(super) fn is_address(address: &str) -> bool {
    let Some(at) = address.rfind('@') else {
        return false;
    };
    let (local, domain) = (
        address.get(..at).unwrap_or_default(),
        address.get(at + 1..).unwrap_or_default(),
    );
    address.len() <= MAX_BYTES && is_local_part(local) && is_domain(domain)
}

/// The longest address that mail can carry (RFC 5321), in bytes.
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
    let mut labels = domain.split('.');
    let Some(top) = labels.next_back() else {
        return false;
    };
    let top_is_valid = top.starts_with("xn--") && is_label(top)
        || top.chars().count() >= 2 && top.bytes().all(|b| b.is_ascii_alphabetic() || b >= 0x80);
    let mut others = labels.peekable();
    top_is_valid && others.peek().is_some() && others.all(is_label)
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= 63
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn one_address_with_a_real_top_level_domain() {
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
