//! E-mail addresses: which are accepted, and how much of one is shown (docs/mail.md#addresses).

use engine::contact_text;
use lettre::Address;
use url::Host;

/// Most bytes of an address (RFC 5321, section 4.5.3.1.3).
const ADDRESS_LENGTH: usize = 254;

/// Returns an address as mails are sent to it, its domain in ASCII and lower case; `None` for a text that is none, and for
/// those that many servers do not take: with other signs than ASCII before the `@`, with quotes, and at no domain.
pub(crate) fn parse_address(text: &str) -> Option<String> {
    let text = contact_text(text);
    let (user, domain) = text.rsplit_once('@')?;
    let Host::Domain(domain) = Host::parse(domain).ok()? else {
        return None;
    };
    if !user.is_ascii() || user.contains('"') || !domain.contains('.') {
        return None;
    }
    let address = format!("{user}@{domain}");
    let is_valid = address.len() <= ADDRESS_LENGTH && address.parse::<Address>().is_ok();
    is_valid.then_some(address)
}

/// Returns as much of an address as tells its owner that it is theirs.
pub(crate) fn masked(address: &str) -> String {
    let (user, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = user.chars().take(1).collect();
    format!("{first}…@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_brought_into_one_form() {
        for (text, expected) in [
            (" Ada.Lovelace+x@Example.COM ", "Ada.Lovelace+x@example.com"),
            ("a@bücher.example", "a@xn--bcher-kva.example"),
            ("\u{FEFF}ada＠exam\u{AD}ple。com\u{200B}", "ada@example.com"),
            ("o'neil@mail.example.org", "o'neil@mail.example.org"),
        ] {
            assert_eq!(parse_address(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn undeliverable_addresses_are_refused() {
        let long = format!("{}@{}.example", "a".repeat(64), "b.".repeat(100));
        for text in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "ada@localhost",
            "ada@[127.0.0.1]",
            "ada@127.0.0.1",
            "ada lovelace@example.com",
            "\"ada\"@example.com",
            "ädä@example.com",
            "Ada <ada@example.com>",
            "ada@example.com, eve@example.com",
            "ada@example.com\r\nBcc: eve@example.com",
            "a\0b@example.com",
            "ada@exa mple.com",
            "ada..b@example.com",
            &format!("{}@example.com", "a".repeat(65)),
            &long,
        ] {
            assert_eq!(parse_address(text), None, "{text}");
        }
    }

    #[test]
    fn a_masked_address_shows_its_first_sign_and_its_domain() {
        assert_eq!(masked("ada@example.com"), "a…@example.com");
    }
}
