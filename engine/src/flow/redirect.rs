//! Which addresses a thank-you page may lead to (docs/flows.md#redirects).

/// Returns the host of a `redirectUrl`; `None` unless browsers read the address as an https one with exactly this host.
///
/// Its pipes are after the host, where answers cannot change it.
#[must_use]
pub fn redirect_host(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let is_port = port.parse::<u16>().is_ok() && port.bytes().all(|byte| byte.is_ascii_digit());
    let is_label = |label: &str| {
        let mut bytes = label.bytes();
        !label.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    (is_port && host.split('.').all(is_label)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::redirect_host;

    #[test]
    fn an_address_has_one_plain_host() {
        for (url, host) in [
            ("https://shop.example", Some("shop.example")),
            (
                "https://Shop.example:8443/a?b={{c}}#{{d|e f}}",
                Some("Shop.example"),
            ),
            ("https://shop.example?{{a}}", Some("shop.example")),
            ("http://shop.example/", None),
            ("//shop.example/", None),
            ("https:shop.example/", None),
            ("https:///shop.example/", None),
            ("https://{{host}}/", None),
            ("https://shop.example{{more}}/", None),
            ("https://shop.example:{{port}}/", None),
            ("https://shop.example:+1/", None),
            ("https://shop.example@evil.example/", None),
            ("https://shop.example:1@evil.example/", None),
            ("https://shop.example\\@evil.example/", None),
            ("https://shop.example.", None),
            ("https://sh\top.example/", None),
            ("https://shop example/", None),
            ("https://[::1]/", None),
            ("https://caf\u{e9}.example/", None),
            ("https://", None),
        ] {
            assert_eq!(redirect_host(url), host, "{url}");
        }
    }
}
